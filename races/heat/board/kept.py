"""Parts of the board that are made once for what they show: of four commands three move no car, and hardly one changes
the road."""

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, TypeVar

from django.utils.translation import get_language

from races.heat.board import ground
from races.heat.scene import HeatScene

T = TypeVar("T")
Make = Callable[[HeatScene], T]

MOST = 4096
"""So much is kept of each part; with one more it starts anew."""
_kept: list[dict[Hashable, Any]] = []
"""What is kept of each part."""


def forget() -> None:
    """Start with nothing, as a new process does."""
    for kept in _kept:
        kept.clear()


def once_for(shown: Callable[[HeatScene], Hashable]) -> Callable[[Make[T]], Make[T]]:
    """Make a part once in each language for the same of what it depends on."""

    def keeping(make: Make[T]) -> Make[T]:
        kept: dict[Hashable, T] = {}
        _kept.append(kept)

        @wraps(make)
        def found(scene: HeatScene) -> T:
            key = get_language(), shown(scene)
            if key not in kept:
                if len(kept) >= MOST:
                    kept.clear()
                kept[key] = make(scene)
            return kept[key]

        return found

    return keeping


def road(scene: HeatScene) -> Hashable:
    """The circuit, if it is drawn, what weather, tokens and press make of it, and whether the race is over."""
    view = scene.view(None)
    setup, drawn = view.setup, ground.picture(scene) is not None
    return scene.race.content_id, drawn, view.weather, view.tokens, setup.season, setup.event, bool(view.ended)


def places(scene: HeatScene) -> Hashable:
    """The road, where each car is on it, and whose it is."""
    view = scene.view(None)
    cars = tuple([(car.at, car.lane, car.status, car.place, car.legend) for car in view.cars])
    seats = tuple([(seat.name, seat.kind) for seat in scene.seats])
    return road(scene), view.setup.laps, view.ranking, cars, seats

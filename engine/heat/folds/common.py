"""What the folds share: cards that come and go, Heat that is paid, a car that is put somewhere."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias, TypeVar

from msgspec.structs import replace

from engine.heat.cards import HEAT
from engine.heat.course import Course
from engine.heat.events import Event
from engine.heat.state import Car, Item, State

Folds: TypeAlias = Mapping[type[Event], Callable[[Course, State, Any], State]]
"""For each event, how it changes the state: pure and total, drawing nothing."""

T = TypeVar("T")


def without(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def with_cards(hand: tuple[str, ...], cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(hand + cards))


MOST_TIMES = 100
"""No race has more of anything; events from outside may claim what no memory holds."""


def times(value: T, count: int) -> tuple[T, ...]:
    if not 0 <= count <= MOST_TIMES:
        raise ValueError(f"no race has {count} of these")
    return (value,) * count


def spend(items: tuple[Item, ...], *spent: Item) -> tuple[Item, ...]:
    left = list(items)
    for item in spent:
        left.remove(item)
    return tuple(left)


def drop_top(car: Car, count: int) -> dict[str, tuple[str, ...]]:
    """The draw pile without its top cards, and the cards on top of it that are still public."""
    changes = {"draw": car.draw[count:]}
    if car.top:
        changes["top"] = car.top[count:]
    return changes


def pay(car: Car, heat: int) -> Car:
    """The car with so much Heat moved from its engine to its discard pile."""
    if not heat:
        return car
    return replace(car, engine=car.engine - heat, discard=car.discard + times(HEAT, heat))


def placed(course: Course, state: State, car: Car, at: int, lane: int) -> Car:
    """The car in another place, with its laps counted."""
    laps = course.laps_done(at)
    if laps != len(car.laps):
        return replace(car, at=at, lane=lane, laps=car.laps[:laps] + times(state.round, max(0, laps - len(car.laps))))
    return replace(car, at=at, lane=lane)


class InPlay(Protocol):
    """The cards in play of a car, and what each counts: in a state, or in a view."""

    @property
    def play(self) -> tuple[str, ...]: ...
    @property
    def worth(self) -> tuple[int, ...]: ...


def out_of_play(car: InPlay, cards: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The cards in play without these, and what the others count. Of copies, the one that counts least goes."""
    play, worth = list(car.play), list(car.worth)
    for card in cards:
        place = min((place for place, one in enumerate(play) if one == card), key=lambda place: worth[place])
        del play[place], worth[place]
    return tuple(play), tuple(worth)

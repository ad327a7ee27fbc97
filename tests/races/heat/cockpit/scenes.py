"""Scenes without a database: a race of the engine, and the row that would hold it."""

from types import SimpleNamespace
from typing import Any

from engine.heat import Heat, State
from races.models import Race, Seat
from races.scenes import Scene
from tests.engine.heat.kit import Table
from tests.races.factories import COLOURS


def scene_of(game: Heat, state: State, **race: Any) -> Scene:
    """What a process shows of this state. Further fields are those of the race's row."""
    scene = Scene.__new__(Scene)
    scene.race = Race(code="TESTRACE", **race)
    scene.game = game
    scene.state = state
    seats = [
        SimpleNamespace(
            number=seat,
            name=f"Driver {seat}",
            colour=COLOURS[seat],
            car_number=seat + 1,
            kind=Seat.Kind.DRIVER,
            legend=car.legend,
        )
        for seat, car in enumerate(state.cars)
    ]
    scene.seats = tuple(seats)  # type: ignore[arg-type]
    scene.log = ()
    scene.made = {}
    scene._views = {}
    return scene


def laid(table: Table, **race: Any) -> Scene:
    """The scene of a table that a test laid out."""
    return scene_of(table.game, table.state, **race)

"""Scenes without a database: a race of the engine, and the row that would hold it."""

from types import SimpleNamespace
from typing import Any, cast

from engine.heat import Heat, State
from races.games import AnyTableGame
from races.heat.scene import HeatScene
from races.heat.table_game import HeatAtTable
from races.models import Race, Seat
from races.scenes import Scene
from tests.engine.heat.kit import Table
from tests.races.factories import COLOURS


def scene_of(game: Heat, state: State, **race: Any) -> HeatScene:
    """What a process shows of this state. Further fields are those of the race's row."""
    scene: HeatScene = Scene.__new__(Scene)
    scene.race = Race(code="TESTRACE", **race)
    scene.table_game = cast(AnyTableGame, HeatAtTable(game))
    scene._state = state
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


def laid(table: Table, **race: Any) -> HeatScene:
    """The scene of a table that a test laid out."""
    return scene_of(table.game, table.state, **race)

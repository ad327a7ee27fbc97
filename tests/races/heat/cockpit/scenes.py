"""Scenes without a database, a race of the engine and the row that would hold it, and the screens drawn of them."""

import re
from types import SimpleNamespace
from typing import Any, cast

from engine.heat import Heat, State
from engine.heat.moves.play import Play
from races.games import AnyTableGame
from races.heat.cockpit import fragment as cockpit
from races.heat.scene import HeatScene
from races.heat.table_game import HeatAtTable
from races.models import Race, Seat
from races.scenes import Scene
from tests.engine.heat.kit import Table, car, game
from tests.races.factories import COLOURS
from tests.races.heat.cockpit.browser import Page

AHEAD = (car(at=22, gear=3), car(at=18, gear=3))
LARGEST = 9500
"""Bytes of a cockpit at most: of what is sent, this is the longest."""


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


def shown(table: Table, seat: int = 0, **race: Any) -> str:
    html = cockpit.render(laid(table, **race), seat)
    assert html.strip().startswith('<section id="cockpit"')
    assert "style=" not in html
    assert not re.search(r"\son\w+=", html)
    assert len(html.encode()) < LARGEST
    return html


def offered(html: str) -> list[str]:
    (form,) = [form for form in Page(html).forms if form.id]
    return [one.value for one in form.buttons()]


def text(html: str) -> str:
    return " ".join(Page(html).text.split())


def waiting() -> Table:
    """The first driver has played, the others choose."""
    table = Table(game(), car(at=14, gear=3, hand="1 3 4 4 stress heat 2"), *AHEAD).go("cards")
    return table.answer(0, Play(("1", "3", "stress")))

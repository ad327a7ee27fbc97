"""The actions on the site: none is missing, and each stands in one module of its own."""

from collections import Counter
from pathlib import Path

from engine.heat.moves.pass_ import Pass
from engine.heat.tables import SHIPPED
from races.heat.cockpit.fragment import SCREENS
from races.heat.moves import MOVES

FOLDER = Path(__file__).parents[4] / "races" / "heat" / "moves"


def test_every_action_of_the_engine_is_on_the_site() -> None:
    assert Counter(move.choice for move in MOVES) == Counter(SHIPPED.choices)


def test_every_action_has_a_module_with_its_name() -> None:
    modules = {path.stem.rstrip("_") for path in FOLDER.glob("*.py")} - {"__init", "move"}
    assert modules == {str(move.choice.__struct_config__.tag) for move in MOVES}


def test_every_action_has_a_control() -> None:
    """Leaving a phase has its button on every screen that can be left."""
    without = {move.choice for move in MOVES if not (move.screens or move.levers or move.button)}
    assert without == {Pass}


def test_every_phase_that_asks_has_a_screen() -> None:
    asking = {phase for move in SHIPPED.list for phase in move.phases}
    assert set(SCREENS) == asking

"""The actions on the site: none is missing, and each stands in one module of its own."""

from collections import Counter
from pathlib import Path

from engine.heat.tables import SHIPPED
from races.heat.moves import MOVES

FOLDER = Path(__file__).parents[4] / "races" / "heat" / "moves"


def test_every_action_of_the_engine_is_on_the_site() -> None:
    assert Counter(move.choice for move in MOVES) == Counter(SHIPPED.choices)


def test_every_action_has_a_module_with_its_name() -> None:
    modules = {path.stem.rstrip("_") for path in FOLDER.glob("*.py")} - {"__init", "move"}
    assert modules == {str(move.choice.__struct_config__.tag) for move in MOVES}

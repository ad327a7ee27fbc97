"""The actions on the site: none is missing, and each stands in one module of its own."""

from collections import Counter
from pathlib import Path

from engine.heat.moves.pass_ import Pass
from engine.heat.tables import SHIPPED
from races.heat.moves import MOVES
from races.heat.tables import SITE

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
    assert {*SITE.screens, "react"} == asking


def test_every_event_with_heat_counts_in_the_figures_of_a_race() -> None:
    """Else “Heat paid” and “cooled” would be wrong on the page of results, and right in the log."""
    with_heat = {event for event in SHIPPED.happenings if "heat" in event.__struct_fields__}
    assert with_heat
    assert with_heat <= SITE.counts.keys() <= SHIPPED.happenings.keys()


def test_every_refusal_of_an_action_has_its_sentence_with_it() -> None:
    engine = {move.choice: set(move.sentences) for move in SHIPPED.list}
    assert {move.choice: set(move.refusals) for move in MOVES} == engine

"""Why a choice that is not offered is refused: each action has a judge of its own choice."""

from engine.heat.bound import Bound
from engine.heat.case import Case
from engine.heat.choices import Choice
from engine.heat.tables import Tables
from engine.heat.views import View
from engine.kernel.refusals import Refusal, refusal


def why_not(bound: Bound, tables: Tables, view: View, choice: Choice) -> Refusal:
    """Why this choice does not answer the viewer's open question."""
    mine = view.mine
    assert mine is not None, "only a driver can choose"
    move = tables.moves.get(type(choice))
    if move is None or view.phase not in move.phases:
        return refusal("not_an_answer", mine.seat)
    return move.refuse(Case(bound, view, mine, tables.sentences), choice) or refusal("not_an_answer", mine.seat)

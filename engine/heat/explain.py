"""A choice explained: why it is refused, or what it costs and may lead to. From the view alone, never the state."""

from collections.abc import Callable

from engine.heat.bound import Bound
from engine.heat.choices import Choice
from engine.heat.forecast import Explanation, Forecast
from engine.heat.phases.phase import Phases
from engine.heat.state import State
from engine.heat.tables import Tables
from engine.heat.views import View
from engine.heat.why_not import why_not
from engine.kernel.chance import Seed
from engine.kernel.refusals import refusal

_ANY_CHANCE = Seed("00" * 16)


def explain(
    bound: Bound, tables: Tables, phases: Phases, view: View, choice: Choice, dealt: Callable[[View, Seed], State]
) -> Explanation:
    """Explain a choice that answers the viewer's open question, or say why it does not.

    `dealt` makes a whole race that fits the view, as `imagine` does: what is offered depends on nothing that the
    driver does not know.
    """
    mine = view.mine
    if mine is None or mine.question is None:
        return Explanation(choice=choice, refused=refusal("not_asked", mine.seat if mine else None))
    choice = choice.in_card_order()
    move = tables.moves[type(choice)]
    if view.phase in move.phases:
        state = dealt(view, _ANY_CHANCE)
        if choice in phases[state.phase].choices(bound, state, mine.seat):
            return move.explain(Forecast(bound, view, mine), choice)
    return Explanation(choice=choice, refused=why_not(bound, tables, view, choice))

"""A choice explained: why it is refused, or what it costs and may lead to. From the view alone, never the state."""

from collections.abc import Callable

from engine.heat.bound import Bound
from engine.heat.choices import Choice, Choices
from engine.heat.forecast import Explanation, Forecast
from engine.heat.tables import Tables
from engine.heat.views import View
from engine.heat.why_not import why_not
from engine.kernel.refusals import refusal


def explain(bound: Bound, tables: Tables, view: View, choice: Choice, offered: Callable[[], Choices]) -> Explanation:
    """Explain a choice that answers the viewer's open question, or say why it does not.

    `offered` tells what that question offers. It depends on nothing that the driver does not know, so it is the same in
    the race itself and in any race that fits the view.
    """
    mine = view.mine
    if mine is None or mine.question is None:
        return Explanation(choice=choice, refused=refusal("not_asked", mine.seat if mine else None))
    choice = choice.in_card_order()
    move = tables.moves[type(choice)]
    if view.phase in move.phases and choice in offered():
        return move.explain(Forecast(bound, view, mine), choice)
    return Explanation(choice=choice, refused=why_not(bound, tables, view, choice))

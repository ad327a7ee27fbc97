"""A plan: a gear, and the cards for it, given before the gears are turned over.

What can be played in a gear, and what comes of it, is asked of the engine, on the race as it would stand if this driver
alone had shifted. The other cars stand where they stand either way.
"""

from typing import Final

from engine.heat import Heat, State
from engine.heat.choices import Choice
from engine.heat.events import Asked
from engine.heat.moves.gear import Gear, Shifted
from engine.heat.moves.play import Play
from engine.heat.why_not import why_not
from engine.kernel.commands import Question
from engine.kernel.refusals import Refusal, refusal
from engine.kernel.seats import Seat

SHIFT: Final = "gears"
CARDS: Final = "cards"


def shifted(game: Heat, state: State, seat: Seat, gear: int) -> State:
    """The race as it would stand, with this driver asked for cards. The gear is one that is offered."""
    explanation = game.explain(game.view(state, seat), Gear(gear))
    heat = sum(term.amount for term in explanation.heat)
    state = game.evolve(state, Shifted(seat, gear=gear, heat=heat))
    return game.evolve(state, Asked(phase=CARDS, seats=(seat,), stage=state.stage + 1))


def refused(game: Heat, state: State, question: Question, choice: Choice, then: Choice) -> Refusal | None:
    """Why a driver cannot give these cards with this gear; None if that is a plan."""
    seat = question.seat
    if not isinstance(choice, Gear) or not isinstance(then, Play) or question.phase != SHIFT:
        return refusal("not_asked", seat)
    if question not in game.awaiting(state) or choice not in game.legal(state, seat):
        return None  # the gear itself is refused, and with a better reason
    planned = shifted(game, state, seat, choice.gear)
    if then.in_card_order() in game.legal(planned, seat):
        return None
    return why_not(game, game.tables, game.view(planned, seat), then)

"""What a driver decides ahead. What can be chosen, and what comes of it, is asked of the engine, on the race as it
would stand if this driver alone were that far.

A plan is a gear and the cards for it, given before the gears are turned over. While others are asked one after the
other, a driver decides early what is known already: what to throw away once the hand of this turn is, the
slipstream once all have moved, and in a draft the card to take if it is still there.
"""

from collections import Counter
from typing import Final

from msgspec.structs import replace

from engine.heat import Heat, State
from engine.heat.cards import HEAT
from engine.heat.choices import Choice
from engine.heat.events import Asked
from engine.heat.moment import moment_of
from engine.heat.moves.gear import Gear, Shifted
from engine.heat.moves.play import Play
from engine.heat.moves.slipstream import distances
from engine.heat.rules import PhaseName, Stage
from engine.heat.state import Car, with_car
from engine.heat.why_not import why_not
from engine.kernel.commands import Question
from engine.kernel.records import encode
from engine.kernel.refusals import Refusal, refusal
from engine.kernel.seats import Seat

SHIFT: Final = "gears"
CARDS: Final = "cards"
SLIPSTREAM: Final = "slipstream"
DISCARD: Final = "discard"
REACT: Final = "react"
PICKS: tuple[PhaseName, ...] = ("draft", "snake_draft")
"""Phases in which cards are taken from a market, one driver after the other."""

SOON = 3
"""Who reacts as one of the first so many is not given anything to think about before."""


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


# Early decisions


def imagined(game: Heat, state: State, seat: Seat) -> State | None:
    """The race as it would stand with a waiting driver asked what can be decided now; None where nothing can."""
    car, stages = state.cars[seat], game.schedule(state)
    if car.asked or car.status != "racing" or car.legend or state.ended or state.stage >= len(stages):
        return None
    stage = stages[state.stage]
    if not state.round:
        return _picking(game, state, seat, stage)
    if stage.together or seat not in state.order:
        return None
    turn = state.order.index(seat)
    if DISCARD in stage.phases:
        return _throwing_away(game, state, seat, turn) if turn > state.turn else None
    if stage.phases == (REACT,):
        return _throwing_away(game, state, seat, turn) if turn > state.turn and turn >= SOON else None
    if stage.phases != (SLIPSTREAM,):
        return None
    if turn > state.turn and distances(moment_of(game, state, seat)):
        return game.evolve(state, Asked(phase=SLIPSTREAM, seats=(seat,), stage=state.stage, turn=turn))
    return _throwing_away(game, state, seat, turn) if turn < state.turn else None


def _picking(game: Heat, state: State, seat: Seat, stage: Stage) -> State | None:
    """Before the next pick of this driver from the market that lies open."""
    later = state.order[state.turn + 1 :]
    if stage.phases[0] not in PICKS or seat not in later or not state.market:
        return None
    turn = state.turn + 1 + later.index(seat)
    return game.evolve(state, Asked(phase=stage.phases[0], seats=(seat,), stage=state.stage, turn=turn))


def _throwing_away(game: Heat, state: State, seat: Seat, turn: int) -> State | None:
    """With the cards that stand chosen in play, and the rest of the hand to throw away from. In a tunnel it is not
    known whether anything can be."""
    car = state.cars[seat]
    if isinstance(car.choice, Play):
        if game.playable(car.hand) < car.gear:
            return None  # the hand turns out to be cluttered
        car = _played(game, car, car.choice.cards)
        state = with_car(state, seat, car)
    discard = game.phases[DISCARD]
    if not discard.includes(car) or game.course.is_tunnel(car.at, car.lane) or not discard.asks(game, state, seat):
        return None
    return game.evolve(state, Asked(phase=DISCARD, seats=(seat,), stage=state.stage, turn=turn))


def _played(game: Heat, car: Car, cards: tuple[str, ...]) -> Car:
    left = Counter(car.hand) - Counter(cards)
    worth = tuple([game.cards[card].worth[0] for card in cards])
    return replace(car, hand=tuple(left.elements()), play=cards, worth=worth, choice=None)


def early(game: Heat, state: State, seat: Seat) -> Question | None:
    """The question to come that a waiting driver can answer already. It has no number yet."""
    found = imagined(game, state, seat)
    return None if found is None else Question(found.round, found.phase, seat, 0)


def is_to_come(game: Heat, state: State, question: Question) -> bool:
    """Whether a question that was decided early lies ahead of its driver still, in this round."""
    stages = game.schedule(state)
    if question.round != state.round or state.ended or state.stage >= len(stages) or question.seat not in state.order:
        return False
    stage = stages[state.stage]
    if question.phase in PICKS:
        return question.phase in stage.phases and question.seat in state.order[state.turn + 1 :]
    if question.phase not in stage.phases:
        return any(question.phase in later.phases for later in stages[state.stage + 1 :])
    turn, phase = state.order.index(question.seat), stage.phases.index(question.phase)
    return not stage.together and (turn, phase) > (state.turn, state.step)


def early_refused(game: Heat, state: State, question: Question, choice: Choice) -> Refusal | None:
    """Why a waiting driver cannot decide so; None if they can."""
    seat = question.seat
    found = imagined(game, state, seat)
    if found is None or question != Question(found.round, found.phase, seat, 0):
        return refusal("stale", seat)
    if choice.in_card_order() in game.legal(found, seat):
        return None
    return why_not(game, game.tables, game.view(found, seat), choice)


def rests_on(game: Heat, state: State, question: Question, choice: Choice) -> str:
    """What a driver sees who decides early: for a discard the gear, and the cards in the hand that can go, for a
    slipstream where it leads and what it costs. A spin-out changes the one, cars that drive on the other. Heat that
    leaves the hand changes nothing: cooling down is the driver's own doing. A card that is wanted in a draft stays the
    same as long as it lies there."""
    if question.phase in PICKS:
        return ""
    seat = question.seat
    found = state if state.cars[seat].asked else imagined(game, state, seat)
    assert found is not None, "the question is to come, or has come"
    if question.phase == SLIPSTREAM:
        return encode(game.explain(game.view(found, seat), choice)).decode()
    car = found.cars[seat]
    return " ".join([str(car.gear), *sorted(card for card in car.hand if card != HEAT)])

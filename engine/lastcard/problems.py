"""The broken invariants of a state, by name. A healthy match has none."""

from collections import Counter

from engine.kernel.chance import is_seed
from engine.lastcard.content import COLOURS
from engine.lastcard.judging import Fit
from engine.lastcard.state import MOST_SEATS, State


def problems(fit: Fit, deck: "Counter[str]", state: State) -> tuple[str, ...]:
    """Also of a state from outside, which may claim anything."""
    if not 2 <= state.setup.seats <= MOST_SEATS:
        return ("wrong_seats",)
    if not state.round:  # the match has begun, and no card is dealt
        return ()
    if names := _misshapen(fit, state):
        return names
    found = []
    cards = Counter(face for hand in state.hands for face in hand)
    cards.update(state.pile)
    cards.update(state.discard)
    if cards != deck:
        found.append("cards_lost")
    if any(list(hand) != sorted(hand) for hand in state.hands):
        found.append("hand_unsorted")
    top = fit.kinds[state.discard[0]]
    if top.colour and state.colour != top.colour:
        found.append("wrong_colour")
    if state.colour not in (*COLOURS, ""):
        found.append("no_such_colour")
    if state.drawn and state.drawn not in state.hands[state.turn]:
        found.append("drawn_not_held")
    if state.phase in ("turn", "drawn") and not state.ended and state.asked not in ((state.turn,), ()):
        found.append("wrong_seat_asked")
    return tuple(found)


def unanswerable(state: State) -> tuple[str, ...]:
    """What keeps a stored match from going on: between two commands a seat is asked, and has what it is asked about."""
    found = []
    if bool(state.ended) == bool(state.asked):
        found.append("nobody_asked")
    if state.phase == "drawn" and not state.drawn:
        found.append("nothing_drawn")
    return tuple(found)


def _misshapen(fit: Fit, state: State) -> tuple[str, ...]:
    """What makes a state none at all."""
    seats = range(len(state.hands))
    found = []
    if not len(seats) == len(state.n) == len(state.scores) == state.setup.seats:
        found.append("wrong_seats")
    if len(set(state.left)) != len(state.left) or not set(seats) >= {state.turn, *state.left, *state.asked}:
        found.append("no_such_seat")
    if set(state.asked) & set(state.left) or len(set(state.asked)) != len(state.asked):
        found.append("left_seat_asked")
    if state.passed not in (-1, *seats) or state.direction not in (1, -1):
        found.append("no_such_turn")
    if not state.discard or not fit.kinds.keys() >= {*state.pile, *state.discard}.union(*state.hands):
        found.append("no_such_card")
    if min(state.round, state.shuffles, state.passes, state.absent, *state.n, *state.scores, 0) < 0:
        found.append("below_zero")
    if not is_seed(state.seed):
        found.append("bad_seed")
    return tuple(found)

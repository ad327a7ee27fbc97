"""What a player may be hit by before the next own turn, from the view alone."""

from collections import Counter
from math import comb

from msgspec import Struct

from engine.kernel.seats import Seat
from engine.lastcard.content import DRAW_FOUR, DRAW_TWO
from engine.lastcard.judging import Fit
from engine.lastcard.playing import after
from engine.lastcard.views import View


class Threat(Struct, frozen=True):
    """The seat that plays before the viewer, and how likely it holds a card that makes the viewer draw."""

    seat: Seat
    two: float
    four: float


def threat(fit: Fit, cards: tuple[str, ...], view: View) -> Threat | None:
    """Every hand that fits the view is taken to be as likely as any other. None for who is not in play."""
    if view.seat is None or view.ended or view.hands or view.seat in view.left:
        return None
    seat = Seat(after(len(view.cards), view.left, -view.direction, view.seat))
    unseen = Counter(cards) - Counter(view.hand) - Counter(view.discard)
    symbols = Counter(fit.kinds[face].symbol for face in unseen.elements())
    two, four = (_holds_one(symbols[one], symbols.total(), view.cards[seat]) for one in (DRAW_TWO, DRAW_FOUR))
    return Threat(seat, two, four)


def _holds_one(wanted: int, unseen: int, hand: int) -> float:
    """The chance that a hand of so many of the unseen cards has at least one of those that are wanted."""
    return 1 - comb(unseen - wanted, hand) / comb(unseen, hand)

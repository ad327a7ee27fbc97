"""What is kept of a match: its settings, and the whole truth of it, which is secret."""

from typing import Literal, TypeAlias

from msgspec import Struct

from engine.kernel.bounds import Digest, Few, Number, Pile, SeatNumber, Word
from engine.kernel.chance import Seed
from engine.kernel.faults import Fault
from engine.lastcard.content import DRAW_FOUR, Content

Hand: TypeAlias = Pile[Word]
"""Faces in alphabetical order."""
PhaseName: TypeAlias = Literal["", "turn", "drawn", "challenge", "catch", "scores"]

TARGETS = (0, 200, 500)
MOST_SEATS = 10
MOST_HAND = 20


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings of a match."""

    seats: SeatNumber
    hand: Number = 7
    target: Number = 200
    draw_four: Literal["restricted", "challenge", "free"] = "restricted"
    calls: Literal["off", "by_hand"] = "off"


class State(Struct, frozen=True, forbid_unknown_fields=True):
    """A match between two commands. Piles lie with their top first."""

    seed: Seed
    content: Digest
    setup: Setup
    hands: Few[Hand]
    """By seat; that of a seat which has left lies face down, out of play, until the round is over."""
    n: Few[Number]
    """How many questions each seat was asked."""
    scores: Few[Number]
    pile: Pile[Word] = ()
    discard: Pile[Word] = ()
    colour: Word = ""
    """The active colour; empty while any card fits."""
    before: Word = ""
    """The colour that was active before the last card was played."""
    direction: Number = 1
    turn: Number = 0
    """Whose turn it is, or was until something happened that comes before the next turn."""
    passed: Number = -1
    """The seat that is passed over after this turn."""
    phase: PhaseName = ""
    asked: Few[Number] = ()
    drawn: Word = ""
    """The card that was just drawn, while it can be played."""
    left: Few[Number] = ()
    called: bool = False
    """Whether the last card was called when the newest card was played."""
    passes: Number = 0
    """Turns in a row in which nothing could be done."""
    absent: Number = 0
    """Turns in a row that stand-ins took."""
    shuffles: Number = 0
    round: Number = 0
    open: bool = False
    """Whether all hands are seen: after a round."""
    ended: Word = ""


def setup_faults(content: Content, setup: Setup) -> tuple[Fault, ...]:
    """All that is wrong with the settings of a match."""
    faults = []
    if not 2 <= setup.seats <= MOST_SEATS:
        faults.append(Fault("seats", "out_of_range", f"2 to {MOST_SEATS} can play"))
    cards = sum(kind.copies for kind in content.deck)
    turned_again = sum(kind.copies for kind in content.deck if kind.symbol == DRAW_FOUR)
    most = cards - max(8, turned_again + 1)
    if not 1 <= setup.hand <= MOST_HAND:
        faults.append(Fault("hand", "out_of_range", f"a hand has 1 to {MOST_HAND} cards"))
    elif setup.hand * setup.seats > most:
        faults.append(Fault("hand", "too_many", f"at most {most} cards can be dealt in all"))
    if setup.target not in TARGETS:
        faults.append(Fault("target", "unknown", f"the target is one of {', '.join(map(str, TARGETS))}"))
    if setup.draw_four not in ("restricted", "challenge", "free"):
        faults.append(Fault("draw_four", "unknown", "this is restricted, challenge or free"))
    if setup.calls not in ("off", "by_hand"):
        faults.append(Fault("calls", "unknown", "this is off or by_hand"))
    return tuple(faults)

"""The whole truth of a match; secret."""

from typing import Literal

from msgspec import Struct

from engine.henhur.choices import Bid, Run
from engine.henhur.content import Setup
from engine.henhur.tokens import Tokens
from engine.kernel.bounds import Digest, Few, Number, Pile, Word
from engine.kernel.chance import Seed
from engine.kernel.seats import Seat

Phase = Literal["run", "bid", "draft", ""]
"""What is asked; nothing once a match is over."""

Ending = Literal["", "won", "left", "deserted", "ended"]


class ShownRun(Struct, frozen=True, forbid_unknown_fields=True):
    """A card that was turned over in a race: the dice, and the priority with the items that made it."""

    seat: Seat
    choice: Run
    rolls: Few[Number]
    damage: Number
    priority: Number


class ShownBid(Struct, frozen=True, forbid_unknown_fields=True):
    """A card that was turned over in an auction."""

    seat: Seat
    choice: Bid
    rolls: Few[Number]
    priority: Number
    trick: Number


class Runner(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One seat: its hen and its cards."""

    at: Number = 0
    hand: Pile[Word] = ()
    seen: Pile[Word] = ()
    """Those of the hand that everybody saw going there."""
    deck: Pile[Word] = ()
    known: Number = 0
    """So many cards on top of the deck lie there for all to see."""
    discard: Pile[Word] = ()
    slots: Pile[Word] = ()
    play: Word = ""
    """The card that was turned over and is not put away yet."""
    stock: Pile[Word] = ()
    """Every card that the seat owns, in order."""
    tokens: Tokens = Tokens()
    choice: Run | Bid | None = None
    n: Number = 1
    drawn: Number = 0
    """How often chance was drawn for the seat."""
    left: bool = False


class State(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A match."""

    content: Digest
    setup: Setup
    seed: Seed
    runners: Few[Runner]
    turn: Number = 0
    phase: Phase = ""
    furthest: Number = 0
    """How far any hen has ever been."""
    own: Number = 0
    """The last turn in which a seat chose for itself."""
    market: Number = -1
    """Which of the markets is open."""
    pile: Pile[Word] = ()
    """The market's cards, top first."""
    passed: Pile[Word] = ()
    """The market's discard pile."""
    pool: Pile[Word] = ()
    order: Few[Seat] = ()
    """Who still has to pick, in turn."""
    runs: Few[ShownRun] = ()
    """The cards of the latest race turn, in the order in which they worked."""
    bids: Few[ShownBid] = ()
    """The cards of the latest auction, in the order of picking."""
    drawn: Number = 0
    """How often chance was drawn for the table."""
    ended: Ending = ""

    def racing(self) -> list[Seat]:
        """The seats that are still in the race."""
        return [Seat(seat) for seat, runner in enumerate(self.runners) if not runner.left]

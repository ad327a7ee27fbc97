"""The whole truth of a match; secret."""

from typing import Literal

from msgspec import Struct

from engine.henhur.choices import Bid, Run
from engine.henhur.content import Setup
from engine.henhur.tokens import Tokens
from engine.kernel.chance import Seed
from engine.kernel.seats import Seat

Phase = Literal["run", "bid", "draft", ""]
"""What is asked; nothing once a match is over."""

Ending = Literal["", "won", "left", "deserted", "ended"]


class ShownRun(Struct, frozen=True, forbid_unknown_fields=True):
    """A card that was turned over in a race: the dice, and the priority with the items that made it."""

    seat: Seat
    choice: Run
    rolls: tuple[int, ...]
    damage: int
    priority: int


class ShownBid(Struct, frozen=True, forbid_unknown_fields=True):
    """A card that was turned over in an auction."""

    seat: Seat
    choice: Bid
    rolls: tuple[int, ...]
    priority: int
    trick: int


class Runner(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One seat: its hen and its cards."""

    at: int = 0
    hand: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    """Those of the hand that everybody saw going there."""
    deck: tuple[str, ...] = ()
    known: int = 0
    """So many cards on top of the deck lie there for all to see."""
    discard: tuple[str, ...] = ()
    slots: tuple[str, ...] = ()
    play: str = ""
    """The card that was turned over and is not put away yet."""
    stock: tuple[str, ...] = ()
    """Every card that the seat owns, in order."""
    tokens: Tokens = Tokens()
    choice: Run | Bid | None = None
    n: int = 1
    drawn: int = 0
    """How often chance was drawn for the seat."""
    left: bool = False


class State(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A match."""

    content: str
    setup: Setup
    seed: Seed
    runners: tuple[Runner, ...]
    turn: int = 0
    phase: Phase = ""
    furthest: int = 0
    """How far any hen has ever been."""
    own: int = 0
    """The last turn in which a seat chose for itself."""
    market: int = -1
    """Which of the markets is open."""
    pile: tuple[str, ...] = ()
    """The market's cards, top first."""
    passed: tuple[str, ...] = ()
    """The market's discard pile."""
    pool: tuple[str, ...] = ()
    order: tuple[Seat, ...] = ()
    """Who still has to pick, in turn."""
    runs: tuple[ShownRun, ...] = ()
    """The cards of the latest race turn, in the order in which they worked."""
    bids: tuple[ShownBid, ...] = ()
    """The cards of the latest auction, in the order of picking."""
    drawn: int = 0
    """How often chance was drawn for the table."""
    ended: Ending = ""

    def racing(self) -> list[Seat]:
        """The seats that are still in the race."""
        return [Seat(seat) for seat, runner in enumerate(self.runners) if not runner.left]

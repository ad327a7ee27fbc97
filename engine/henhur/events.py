"""What happens in a match, as facts: folding them gives the state."""

from typing import Literal, TypeAlias

from msgspec import Struct

from engine.henhur.choices import Bid, Run
from engine.henhur.content import Setup
from engine.henhur.state import Ending, ShownBid, ShownRun
from engine.henhur.tokens import Token
from engine.kernel.bounds import Digest, Few, Number, Pile, Word
from engine.kernel.chance import Seed
from engine.kernel.seats import Seat


def _tag(name: str) -> str:
    """`TurnBegan` is `turn_began` on the wire."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


class Event(Struct, frozen=True, omit_defaults=True, tag=_tag):
    """The base of all events."""


class SeatEvent(Event, frozen=True):
    """An event of one seat."""

    seat: Seat


class Started(Event, frozen=True):
    """The match is set up."""

    seed: Seed
    content: Digest
    setup: Setup


class Dealt(SeatEvent, frozen=True):
    """A deck was shuffled, and the first cards of it drawn."""

    pile: Pile[Word]
    drawn: Number


class TurnBegan(Event, frozen=True):
    """A turn begins. In a race turn all hens are asked for a card; in an auction the pool is laid first."""

    turn: Number


class MarketOpened(Event, frozen=True):
    """The full list of a market was shuffled: because it opens, or anew because it has run out."""

    market: Number
    pile: Pile[Word]
    again: bool = False


class PoolLaid(Event, frozen=True):
    """The pool of an auction lies open, and all are asked for a bid."""

    cards: Pile[Word]


class StoodIn(SeatEvent, frozen=True):
    """The next choice of the seat is a stand-in's."""

    reason: Word


class Chosen(SeatEvent, frozen=True):
    """A card lies face down with tokens; what, only its seat knows."""

    choice: Run | Bid
    own: bool = True
    """Whether the seat chose itself, and no stand-in for it."""


class Withdrew(SeatEvent, frozen=True):
    """A seat took its card back."""


class CardsShown(Event, frozen=True):
    """All cards of a race turn are turned over, in the order in which they will work; the tokens are spent."""

    cards: Few[ShownRun]


class BidsShown(Event, frozen=True):
    """All bids are turned over, in the order of picking; the tokens are spent."""

    bids: Few[ShownBid]


Why = Literal["race", "R+", "W+", "more"]
"""What makes a hen run: the number of its card, tokens, an effect."""


class Ran(SeatEvent, frozen=True):
    """A hen ran: so many spaces by its card and tokens, or by the card's effect, to a place."""

    terms: Few[tuple[Why, Number]]
    to: Number

    def begins(self) -> bool:
        """Whether this is the run itself, and not what the effect of the card adds to it."""
        return self.terms[0][0] != "more"


class Hit(SeatEvent, frozen=True):
    """What the card of a hen did to another: `n` damage tokens, or `n` spaces back. 0 if there was no room for it."""

    by: Seat
    what: Literal["damage", "back"]
    n: Number


class TokensGained(SeatEvent, frozen=True):
    """Tokens came into a pool; those for which it had no room are lost."""

    token: Token
    n: Number
    lost: Number = 0


class Repaired(SeatEvent, frozen=True):
    """A hen dropped damage tokens."""

    n: Number


class Burned(SeatEvent, frozen=True):
    """The card in play fills a slot."""

    card: Word


class Discarded(SeatEvent, frozen=True):
    """The card in play goes to the discard pile."""

    card: Word


class Drew(SeatEvent, frozen=True):
    """Cards came from the deck into the hand."""

    cards: Pile[Word]


class Reshuffled(SeatEvent, frozen=True):
    """The discard pile became the deck."""

    pile: Pile[Word]


class Picked(SeatEvent, frozen=True):
    """A card of the pool was put on top of a deck."""

    card: Word
    own: bool = True


class PoolCleared(Event, frozen=True):
    """What nobody took went to the market's discard pile."""

    cards: Pile[Word]


class Retired(SeatEvent, frozen=True):
    """A hen left the race."""


class Finished(Event, frozen=True):
    """The match is over: why, and the seats from the first to the last."""

    reason: Ending
    ranking: Few[Seat]


AnyEvent: TypeAlias = (
    Started
    | Dealt
    | TurnBegan
    | MarketOpened
    | PoolLaid
    | StoodIn
    | Chosen
    | Withdrew
    | CardsShown
    | BidsShown
    | Ran
    | Hit
    | TokensGained
    | Repaired
    | Burned
    | Discarded
    | Drew
    | Reshuffled
    | Picked
    | PoolCleared
    | Retired
    | Finished
)

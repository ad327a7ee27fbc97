"""What happens in a race: one frozen fact each, with the outcome of any chance in it."""

from msgspec import Struct

from engine.heat.choices import Choice
from engine.heat.state import Item, Setup
from engine.kernel.chance import Seed


def _tag(name: str) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")


class Event(Struct, frozen=True, tag=_tag, omit_defaults=True):
    """Something that happened."""


class CarEvent(Event, frozen=True):
    """Something that happened to one car."""

    seat: int


class Started(Event, frozen=True):
    """The race is set up. `decks` are the shuffled decks, top first; of each, the first `hand` cards are drawn."""

    seed: Seed
    content: str
    setup: Setup
    grid: tuple[int, ...]
    hand: int
    decks: tuple[tuple[str, ...], ...]
    legend_pile: tuple[str, ...] = ()


class RoundBegan(Event, frozen=True):
    """A new round, driven in this order."""

    round: int
    order: tuple[int, ...]


class Asked(Event, frozen=True):
    """These seats are asked now. The cursor says where in the schedule the race waits for them."""

    phase: str
    seats: tuple[int, ...]
    stage: int
    turn: int = 0
    step: int = 0


class StoodIn(CarEvent, frozen=True):
    """A stand-in answers for the driver in this phase, with outcome `n` of the seat's stream."""

    phase: str
    reason: str
    n: int


class Chosen(CarEvent, frozen=True):
    """The driver has chosen. What, nobody else knows yet."""

    choice: Choice


class Withdrew(CarEvent, frozen=True):
    """The driver took the answer back."""


class Mulliganed(CarEvent, frozen=True):
    """The driver paid 1 Heat; hand and draw pile were shuffled together with outcome `n`, top first."""

    pile: tuple[str, ...]
    n: int


class Shifted(CarEvent, frozen=True):
    """The driver drives in this gear, and paid so much Heat for shifting."""

    gear: int
    heat: int = 0


class Retired(CarEvent, frozen=True):
    """The car left the race."""


class Revealed(CarEvent, frozen=True):
    """The cards are turned over; each counts so much, 0 where its driver has still to choose or to flip."""

    cards: tuple[str, ...]
    worth: tuple[int, ...]


class Cluttered(CarEvent, frozen=True):
    """The hand holds too few cards to play. These are put down, the car stays, the gear falls to 1st."""

    cards: tuple[str, ...]


class Flipped(CarEvent, frozen=True):
    """Cards turned from the draw pile. `worth` is what the last, a Speed card, counts; None: there was none yet.

    A flip that finds no Speed card anywhere counts 0.
    """

    cards: tuple[str, ...]
    worth: int | None = None


class Reshuffled(CarEvent, frozen=True):
    """The discard pile became the draw pile, in this order, by outcome `n` of the seat's stream."""

    pile: tuple[str, ...]
    n: int


class Valued(CarEvent, frozen=True):
    """The driver chose what a card in play counts."""

    card: str
    worth: int


class LegendCardTurned(Event, frozen=True):
    """The Legends drive by this card this round. `pile`, by outcome `n`, if all cards had been used."""

    card: str
    pile: tuple[str, ...] = ()
    n: int | None = None


class Moved(CarEvent, frozen=True):
    """The car moved. `distance` is what it was to move; `at` and `lane` are where it came to rest."""

    why: str
    distance: int
    at: int
    lane: int


class AdrenalineGiven(CarEvent, frozen=True):
    """The car is last enough for adrenaline."""

    items: tuple[Item, ...]


class ReactBegan(CarEvent, frozen=True):
    """What else the driver may use in React."""

    items: tuple[Item, ...]


class Cooled(CarEvent, frozen=True):
    """Heat went from the hand to the engine; these items are spent."""

    heat: int
    spent: tuple[Item, ...]


class Boosted(CarEvent, frozen=True):
    """The driver paid for a boost; the flip follows."""

    heat: int
    spent: Item


class AdrenalineUsed(CarEvent, frozen=True):
    """Adrenaline added to speed; the move follows."""

    worth: int
    spent: Item


class Slipstreamed(CarEvent, frozen=True):
    """The driver slips up behind another car; the move follows."""

    distance: int


class Passed(CarEvent, frozen=True):
    """The driver leaves the rest of the phase."""

    phase: str


class CornerTaken(CarEvent, frozen=True):
    """The car crossed a corner line at a speed and paid the Heat that was over the limit."""

    line: int
    limit: int
    speed: int
    heat: int = 0


class SpunOut(CarEvent, frozen=True):
    """The engine could not pay at this corner line: all its Heat is gone, and the car stands before the corner."""

    line: int
    limit: int
    speed: int
    heat: int
    at: int
    lane: int
    stress: int


class Discarded(CarEvent, frozen=True):
    """The driver threw these cards away."""

    cards: tuple[str, ...]


class Cleared(Event, frozen=True):
    """These seats' cards in play went to their discard piles; their turn is over."""

    seats: tuple[int, ...]


class Drew(CarEvent, frozen=True):
    """The driver drew these cards."""

    cards: tuple[str, ...]


class CameHome(CarEvent, frozen=True):
    """The car took a place and left the track."""

    place: int


class Finished(Event, frozen=True):
    """The race is over: why, and the seats from first to last."""

    reason: str
    ranking: tuple[int, ...]


HeatEvent = (
    Started
    | RoundBegan
    | Asked
    | StoodIn
    | Chosen
    | Withdrew
    | Mulliganed
    | Shifted
    | Retired
    | Revealed
    | Cluttered
    | Flipped
    | Reshuffled
    | Valued
    | LegendCardTurned
    | Moved
    | AdrenalineGiven
    | ReactBegan
    | Cooled
    | Boosted
    | AdrenalineUsed
    | Slipstreamed
    | Passed
    | CornerTaken
    | SpunOut
    | Discarded
    | Cleared
    | Drew
    | CameHome
    | Finished
)
"""Every kind of event, for reading records."""

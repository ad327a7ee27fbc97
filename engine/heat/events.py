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
    """The cars are on the grid, and the shared piles are shuffled."""

    seed: Seed
    content: str
    setup: Setup
    grid: tuple[int, ...]
    legend_pile: tuple[str, ...] = ()
    upgrade_pile: tuple[str, ...] = ()
    sponsor_pile: tuple[str, ...] = ()


class MarketDealt(Event, frozen=True):
    """Upgrades lie open, and the seats take one each in this order. `pile`, by outcome `n`, if it had run out."""

    order: tuple[int, ...]
    cards: tuple[str, ...]
    pile: tuple[str, ...] = ()
    n: int | None = None


class MarketClosed(Event, frozen=True):
    """What nobody took leaves."""

    order: tuple[int, ...]


class Picked(CarEvent, frozen=True):
    """The driver took an upgrade from the market."""

    card: str


class GaveUp(CarEvent, frozen=True):
    """The driver gave an upgrade back."""

    card: str


class Swapped(CarEvent, frozen=True):
    """The driver gave an owned upgrade for one that nobody took."""

    give: str
    take: str


class WeatherDrawn(Event, frozen=True):
    """The weather of the race."""

    card: str
    n: int


class RoadsLaid(Event, frozen=True):
    """A road token lies at each corner, in driving order."""

    tokens: tuple[str, ...]
    n: int


class SponsorsDrawn(CarEvent, frozen=True):
    """The driver drew sponsor cards, and why. `pile`, by outcome `n`, if the sponsors had run out on the way."""

    why: str
    cards: tuple[str, ...]
    pile: tuple[str, ...] | None = None
    n: int | None = None


class Dealt(CarEvent, frozen=True):
    """The driver's deck is shuffled with outcome `n`, top first, and the first `drawn` cards are the hand."""

    pile: tuple[str, ...]
    drawn: int
    engine: int
    n: int
    discard: tuple[str, ...] = ()


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
    counts: bool = True
    """Whether it counts for cards that add the flips of the turn."""


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
    sector: int | None = None
    """The sector whose weather gave some of the cooldown."""


class PaidHeat(CarEvent, frozen=True):
    """The driver paid the Heat that a card in play costs."""

    card: str
    heat: int


class Forgone(CarEvent, frozen=True):
    """Heat could not be found: these cards go to the discard pile, and the car is back where its turn began."""

    cards: tuple[str, ...]
    at: int
    lane: int


class Scrapped(CarEvent, frozen=True):
    """Cards from the top of the draw pile went to the discard pile, for a card in play."""

    card: str
    cards: tuple[str, ...]
    done: bool = True
    """Whether the card has now scrapped as many as it must; False before a reshuffle on the way."""


class StressReduced(CarEvent, frozen=True):
    """Stress went from the hand to the discard pile."""

    stress: int
    spent: tuple[Item, ...]


class SuperCooled(CarEvent, frozen=True):
    """Heat went from the discard pile to the engine."""

    heat: int
    spent: tuple[Item, ...]


class Salvaged(CarEvent, frozen=True):
    """Cards of the discard pile were shuffled into the draw pile, with outcome `n`, top first."""

    cards: tuple[str, ...]
    pile: tuple[str, ...]
    n: int
    spent: Item


class DirectlyPlayed(CarEvent, frozen=True):
    """A card came into play from the hand, with what can be used of it; the move follows."""

    card: str
    worth: int
    items: tuple[Item, ...]


class Accelerated(CarEvent, frozen=True):
    """The flips of this turn added to speed; the move follows."""

    worth: int
    spent: Item


class DraftUsed(CarEvent, frozen=True):
    """The driver closes up behind the next car; the move follows."""

    gap: int
    spent: tuple[Item, ...]


class Refreshed(CarEvent, frozen=True):
    """Cards in play went on top of the draw pile, the last one on top."""

    cards: tuple[str, ...]


class HeatLost(CarEvent, frozen=True):
    """One Heat of the driver left the game, from this place."""

    place: str


class SponsorsSpent(CarEvent, frozen=True):
    """Sponsor cards that were played left the driver's deck."""

    cards: tuple[str, ...]


class Boosted(CarEvent, frozen=True):
    """The driver used the boost, for so much Heat; the flip follows."""

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
    overheat: int = 0
    """How much of the Heat is a road token's."""


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
    | MarketDealt
    | MarketClosed
    | Picked
    | GaveUp
    | Swapped
    | WeatherDrawn
    | RoadsLaid
    | SponsorsDrawn
    | Dealt
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
    | PaidHeat
    | Forgone
    | Scrapped
    | StressReduced
    | SuperCooled
    | Salvaged
    | DirectlyPlayed
    | Accelerated
    | DraftUsed
    | Boosted
    | AdrenalineUsed
    | Slipstreamed
    | Passed
    | CornerTaken
    | SpunOut
    | Discarded
    | Refreshed
    | HeatLost
    | SponsorsSpent
    | Cleared
    | Drew
    | CameHome
    | Finished
)
"""Every kind of event, for reading records."""

"""What happens in a race: one frozen fact each, with the outcome of any chance in it.

These belong to no action; the events of an action are defined with it, in `engine.heat.moves`.
"""

from typing import Literal

from msgspec import Struct

from engine.heat.choices import Choice
from engine.heat.rules import PhaseName
from engine.heat.state import Earning, Ending, Item, Setup
from engine.heat.units import Distance, Lane
from engine.kernel.bounds import Digest, Few, Number, Pile, Word
from engine.kernel.chance import Seed
from engine.kernel.seats import Seat


def _tag(name: str) -> str:
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")


class Event(Struct, frozen=True, tag=_tag, omit_defaults=True):
    """Something that happened."""


class CarEvent(Event, frozen=True):
    """Something that happened to one car."""

    seat: Seat


class Started(Event, frozen=True, kw_only=True):
    """The cars are on the grid, and the shared piles are shuffled."""

    seed: Seed
    content: Digest
    setup: Setup
    grid: Few[Seat]
    legend_pile: Pile[Word] = ()
    upgrade_pile: Pile[Word] = ()
    sponsor_pile: Pile[Word] = ()


class MarketDealt(Event, frozen=True, kw_only=True):
    """Upgrades lie open, and the seats take one each in this order. `pile`, by outcome `n`, if it had run out."""

    order: Few[Seat]
    cards: Pile[Word]
    pile: Pile[Word] = ()
    n: Number | None = None


class MarketClosed(Event, frozen=True, kw_only=True):
    """What no driver took leaves."""

    order: Few[Seat]


class WeatherDrawn(Event, frozen=True, kw_only=True):
    """The weather of the race."""

    card: Word
    n: Number


class RoadsLaid(Event, frozen=True, kw_only=True):
    """A road token lies at each corner, in driving order."""

    tokens: Pile[Word]
    n: Number


class SponsorsDrawn(CarEvent, frozen=True, kw_only=True):
    """The driver drew sponsor cards, and why. `pile`, by outcome `n`, if the sponsors had run out on the way."""

    why: Earning
    cards: Pile[Word]
    pile: Pile[Word] | None = None
    n: Number | None = None


class Dealt(CarEvent, frozen=True, kw_only=True):
    """The driver's deck is shuffled with outcome `n`, top first, and the first `drawn` cards are the hand."""

    pile: Pile[Word]
    drawn: Number
    engine: Number
    n: Number
    discard: Pile[Word] = ()


class RoundBegan(Event, frozen=True, kw_only=True):
    """A new round, driven in this order."""

    round: Number
    order: Few[Seat]


class Asked(Event, frozen=True, kw_only=True):
    """These seats are asked now. The cursor says where in the schedule the race waits for them."""

    phase: PhaseName
    seats: Few[Seat]
    stage: Number
    turn: Number = 0
    step: Number = 0


class StoodIn(CarEvent, frozen=True, kw_only=True):
    """A stand-in answers for the driver in this phase, with outcome `n` of the seat's stream."""

    phase: PhaseName
    reason: Word
    n: Number


class Chosen(CarEvent, frozen=True, kw_only=True):
    """The driver has chosen. The choice is secret until the phase is settled."""

    choice: Choice


class Withdrew(CarEvent, frozen=True):
    """The driver took the answer back."""


class Flipped(CarEvent, frozen=True, kw_only=True):
    """Cards turned from the draw pile. `worth` is what the last, a Speed card, counts; None: there was none yet.

    A flip that finds no Speed card anywhere counts 0.
    """

    cards: Pile[Word]
    worth: Number | None = None
    counts: bool = True
    """Whether it counts for cards that add the flips of the turn."""


class Reshuffled(CarEvent, frozen=True, kw_only=True):
    """The discard pile became the draw pile, in this order, by outcome `n` of the seat's stream."""

    pile: Pile[Word]
    n: Number


class LegendCardTurned(Event, frozen=True, kw_only=True):
    """The Legends drive by this card this round. `pile`, by outcome `n`, if all cards had been used."""

    card: Word
    pile: Pile[Word] = ()
    n: Number | None = None


class Moved(CarEvent, frozen=True, kw_only=True):
    """The car moved. `distance` is what it was to move; `at` and `lane` are where it came to rest."""

    why: Word
    """"cards" or "legend" in phase 3, else the action's own word: each action names its words in `Move.moved`."""
    distance: Number
    at: Distance
    lane: Lane


class AdrenalineGiven(CarEvent, frozen=True, kw_only=True):
    """The car is last enough for adrenaline."""

    items: Few[Item]


class ReactBegan(CarEvent, frozen=True, kw_only=True):
    """What else the driver may use in React."""

    items: Few[Item]


HeatPlace = Literal["engine", "hand", "discard", "draw"]


class HeatLost(CarEvent, frozen=True, kw_only=True):
    """One Heat of the driver left the game, from this place."""

    place: HeatPlace


class SponsorsSpent(CarEvent, frozen=True, kw_only=True):
    """Sponsor cards that were played left the driver's deck."""

    cards: Pile[Word]


class CornerTaken(CarEvent, frozen=True, kw_only=True):
    """The car crossed a corner line at a speed and paid the Heat that was over the limit."""

    line: Distance
    limit: Number
    speed: Number
    heat: Number = 0
    overheat: Number = 0
    """How much of the Heat is a road token's."""


class SpunOut(CarEvent, frozen=True, kw_only=True):
    """The engine could not pay at this corner line: all its Heat is gone, and the car stands before the corner."""

    line: Distance
    limit: Number
    speed: Number
    heat: Number
    at: Distance
    lane: Lane
    stress: Number


class Cleared(Event, frozen=True, kw_only=True):
    """These seats' cards in play went to their discard piles; their turn is over."""

    seats: Few[Seat]


class Drew(CarEvent, frozen=True, kw_only=True):
    """The driver drew these cards."""

    cards: Pile[Word]


class CameHome(CarEvent, frozen=True, kw_only=True):
    """The car took a place and left the track."""

    place: Number


class Finished(Event, frozen=True, kw_only=True):
    """The race is over: why, and the seats from first to last."""

    reason: Ending
    ranking: Few[Seat]

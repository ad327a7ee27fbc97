"""What happens in a race: one frozen fact each, with the outcome of any chance in it.

These belong to no action; the events of an action are defined with it, in `engine.heat.moves`.
"""

from typing import Literal

from msgspec import Struct

from engine.heat.choices import Choice
from engine.heat.rules import PhaseName
from engine.heat.state import Earning, Ending, Item, Setup
from engine.heat.units import Distance, Lane
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
    content: str
    setup: Setup
    grid: tuple[Seat, ...]
    legend_pile: tuple[str, ...] = ()
    upgrade_pile: tuple[str, ...] = ()
    sponsor_pile: tuple[str, ...] = ()


class MarketDealt(Event, frozen=True, kw_only=True):
    """Upgrades lie open, and the seats take one each in this order. `pile`, by outcome `n`, if it had run out."""

    order: tuple[Seat, ...]
    cards: tuple[str, ...]
    pile: tuple[str, ...] = ()
    n: int | None = None


class MarketClosed(Event, frozen=True, kw_only=True):
    """What no driver took leaves."""

    order: tuple[Seat, ...]


class WeatherDrawn(Event, frozen=True, kw_only=True):
    """The weather of the race."""

    card: str
    n: int


class RoadsLaid(Event, frozen=True, kw_only=True):
    """A road token lies at each corner, in driving order."""

    tokens: tuple[str, ...]
    n: int


class SponsorsDrawn(CarEvent, frozen=True, kw_only=True):
    """The driver drew sponsor cards, and why. `pile`, by outcome `n`, if the sponsors had run out on the way."""

    why: Earning
    cards: tuple[str, ...]
    pile: tuple[str, ...] | None = None
    n: int | None = None


class Dealt(CarEvent, frozen=True, kw_only=True):
    """The driver's deck is shuffled with outcome `n`, top first, and the first `drawn` cards are the hand."""

    pile: tuple[str, ...]
    drawn: int
    engine: int
    n: int
    discard: tuple[str, ...] = ()


class RoundBegan(Event, frozen=True, kw_only=True):
    """A new round, driven in this order."""

    round: int
    order: tuple[Seat, ...]


class Asked(Event, frozen=True, kw_only=True):
    """These seats are asked now. The cursor says where in the schedule the race waits for them."""

    phase: PhaseName
    seats: tuple[Seat, ...]
    stage: int
    turn: int = 0
    step: int = 0


class StoodIn(CarEvent, frozen=True, kw_only=True):
    """A stand-in answers for the driver in this phase, with outcome `n` of the seat's stream."""

    phase: PhaseName
    reason: str
    n: int


class Chosen(CarEvent, frozen=True, kw_only=True):
    """The driver has chosen. The choice is secret until the phase is settled."""

    choice: Choice


class Withdrew(CarEvent, frozen=True):
    """The driver took the answer back."""


class Flipped(CarEvent, frozen=True, kw_only=True):
    """Cards turned from the draw pile. `worth` is what the last, a Speed card, counts; None: there was none yet.

    A flip that finds no Speed card anywhere counts 0.
    """

    cards: tuple[str, ...]
    worth: int | None = None
    counts: bool = True
    """Whether it counts for cards that add the flips of the turn."""


class Reshuffled(CarEvent, frozen=True, kw_only=True):
    """The discard pile became the draw pile, in this order, by outcome `n` of the seat's stream."""

    pile: tuple[str, ...]
    n: int


class LegendCardTurned(Event, frozen=True, kw_only=True):
    """The Legends drive by this card this round. `pile`, by outcome `n`, if all cards had been used."""

    card: str
    pile: tuple[str, ...] = ()
    n: int | None = None


class Moved(CarEvent, frozen=True, kw_only=True):
    """The car moved. `distance` is what it was to move; `at` and `lane` are where it came to rest."""

    why: str
    """"cards" or "legend" in phase 3, else the action's own word: each action names its words in `Move.moved`."""
    distance: int
    at: Distance
    lane: Lane


class AdrenalineGiven(CarEvent, frozen=True, kw_only=True):
    """The car is last enough for adrenaline."""

    items: tuple[Item, ...]


class ReactBegan(CarEvent, frozen=True, kw_only=True):
    """What else the driver may use in React."""

    items: tuple[Item, ...]


HeatPlace = Literal["engine", "hand", "discard", "draw"]


class HeatLost(CarEvent, frozen=True, kw_only=True):
    """One Heat of the driver left the game, from this place."""

    place: HeatPlace


class SponsorsSpent(CarEvent, frozen=True, kw_only=True):
    """Sponsor cards that were played left the driver's deck."""

    cards: tuple[str, ...]


class CornerTaken(CarEvent, frozen=True, kw_only=True):
    """The car crossed a corner line at a speed and paid the Heat that was over the limit."""

    line: Distance
    limit: int
    speed: int
    heat: int = 0
    overheat: int = 0
    """How much of the Heat is a road token's."""


class SpunOut(CarEvent, frozen=True, kw_only=True):
    """The engine could not pay at this corner line: all its Heat is gone, and the car stands before the corner."""

    line: Distance
    limit: int
    speed: int
    heat: int
    at: Distance
    lane: Lane
    stress: int


class Cleared(Event, frozen=True, kw_only=True):
    """These seats' cards in play went to their discard piles; their turn is over."""

    seats: tuple[Seat, ...]


class Drew(CarEvent, frozen=True, kw_only=True):
    """The driver drew these cards."""

    cards: tuple[str, ...]


class CameHome(CarEvent, frozen=True, kw_only=True):
    """The car took a place and left the track."""

    place: int


class Finished(Event, frozen=True, kw_only=True):
    """The race is over: why, and the seats from first to last."""

    reason: Ending
    ranking: tuple[Seat, ...]

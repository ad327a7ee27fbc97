"""The state of a race: frozen values, a cache that the events fold to. It holds every secret; views do not."""

from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from engine.heat.choices import Choice
from engine.heat.rules import PhaseName
from engine.heat.units import Distance, Lane
from engine.kernel.bounds import Digest, Few, Number, Pile, Short, Word
from engine.kernel.chance import Seed
from engine.kernel.seats import Seat

Status = Literal["racing", "home", "retired"]

Earning = Literal["press", "event", "speed", "overtaking", "first_lap"]
"""What sponsor cards are drawn for."""

Ending = Literal["", "flag", "no_driver", "unattended", "round_limit", "ended"]
"""Why a race is over; empty while it is on."""

ENDINGS: tuple[Ending, ...] = tuple(one for one in get_args(Ending) if one)


class Entrant(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who starts: a driver with a deck (`legend` is None), or a Legend that reads the named row of its cards."""

    legend: Short | None = None
    upgrades: Few[Word] | None = None
    """The upgrades that the driver owns before any draft of this race; None is the starting trio."""
    sponsors: Few[Word] = ()
    """Sponsor cards that the driver kept from an earlier race."""


TIERS: tuple[Literal["basic", "advanced"], ...] = ("basic", "advanced")


class Setup(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One race on the content that the game is bound to."""

    entrants: Few[Entrant]
    laps: Number
    grid: Few[Number] | None = None
    """The seats from pole backwards; None draws the grid."""
    mulligan: bool = False
    legend_bonus: Number = 0
    """Added to every number that a Legend reads."""
    aggressive: bool = False
    """Legends near a chevron may cross more corner lines in one move."""
    draft: Literal["", "rounds", "snake", "random", "one"] = ""
    """How upgrades are drafted before the race; not at all if empty."""
    tiers: Few[Literal["basic", "advanced"]] = TIERS
    expansions: Few[Word] = ()
    """Whose upgrades and sponsor cards join."""
    weather: bool = False
    roads: bool = False
    season: bool = False
    """A race of a championship: there are sponsor cards, and the press waits at corners."""
    event: Word = ""

    def __post_init__(self) -> None:
        if self.tiers == TIERS:
            force_setattr(self, "tiers", TIERS)  # what is left out is told by identity; equal set-ups are equal bytes


class Item(Struct, frozen=True):
    """Something that may be used in React: what, how much of it, and where it comes from."""

    kind: Word
    amount: Number
    source: Word


class Car(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A car, its driver's cards and what its driver does this round.

    `at` is the distance from the start line of the first lap: laps driven times the length of the track, plus the
    space; on the grid it is negative. Piles have their top first.
    """

    at: Distance
    lane: Lane
    legend: Short = ""
    """The row that a Legend reads; empty for a driver with a deck."""
    gear: Number = 1
    status: Status = "racing"
    engine: Number = 0
    hand: Pile[Word] = ()
    draw: Pile[Word] = ()
    discard: Pile[Word] = ()
    top: Pile[Word] = ()
    """The cards on top of the draw pile that are public, because they were put back there."""
    stock: Pile[Word] = ()
    """Every card that the driver owns, wherever it is, in card order. It is public: every event that adds or takes a
    card is."""
    upgrades: Pile[Word] = ()
    laps: Few[Number] = ()
    """The round in which each lap was completed."""
    left: Number = 0
    """The round in which the car came home or retired."""
    place: Number = 0
    """The place it has taken, where cars that are home leave the track."""

    # The question, and the answer that stands.
    n: Number = 0
    asked: bool = False
    choice: Choice | None = None
    drawn: Number = 0
    """Outcomes used of the seat's own stream of chance."""
    mulliganed: bool = False
    own: Number = 0
    """Questions of this round that no stand-in answered."""
    idle: Number = 0
    """Rounds running in which only stand-ins answered."""

    # This turn.
    start: Distance = Distance(0)
    start_lane: Lane = Lane(0)
    play: Pile[Word] = ()
    worth: Pile[Number] = ()
    """What each card in play counts; 0 while its driver has not chosen, and for a card that is flipped for."""
    bonus: Number = 0
    """Speed that is on no card: adrenaline."""
    accelerated: Number = 0
    slipped_from: Distance | None = None
    """Where a slipstream of this turn began."""
    weathered: Few[Number] = ()
    """The sectors whose cooldown has been used this turn."""
    flips: Number = 0
    items: Few[Item] = ()
    cluttered: bool = False

    @property
    def speed(self) -> int:
        return sum(self.worth) + self.bonus + self.accelerated


class State(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A race between two events."""

    content: Digest
    """The digest of the content; a state means nothing on other content."""
    setup: Setup
    seed: Seed
    cars: Few[Car]
    order: Few[Seat]
    """This round's order: the car furthest ahead first. Cars that retire in mid-round stay in it to its end."""
    round: Number = 0
    phase: PhaseName = ""
    """The phase of the questions that are open."""
    stage: Number = 0
    turn: Number = 0
    step: Number = 0
    """Where in the schedule the race waits: stage, place in the order, phase of the stage."""
    drawn: Number = 0
    """Outcomes used of the table's stream of chance."""
    legend_pile: Pile[Word] = ()
    legend_used: Pile[Word] = ()
    legend_card: Word = ""
    market: Pile[Word] = ()
    """Upgrades that can be drafted now."""
    upgrade_pile: Pile[Word] = ()
    upgrades_out: Pile[Word] = ()
    """Upgrades that no driver took."""
    sponsor_pile: Pile[Word] = ()
    sponsors_used: Pile[Word] = ()
    weather: Word = ""
    tokens: Pile[Word] = ()
    """The road token of each corner, in driving order."""
    ended: Ending = ""
    """Why the race is over; empty while it is on."""


def with_car(state: State, seat: Seat, car: Car) -> State:
    """The state with another value for one car."""
    cars = list(state.cars)
    cars[seat] = car
    return replace(state, cars=tuple(cars))

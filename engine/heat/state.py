"""The state of a race: frozen values, a cache that the events fold to. It holds every secret; views do not."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.heat.choices import Choice
from engine.kernel.chance import Seed

Status = Literal["racing", "home", "retired"]


class Entrant(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who starts: a driver with a deck (`legend` is None), or a Legend that reads the named row of its cards."""

    legend: str | None = None
    upgrades: tuple[str, ...] | None = None
    """The drafted upgrades; None is the starting trio."""


class Setup(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One race on the content that the game is bound to."""

    entrants: tuple[Entrant, ...]
    laps: int
    grid: tuple[int, ...] | None = None
    """The seats from pole backwards; None draws the grid."""
    mulligan: bool = False
    legend_bonus: int = 0
    """Added to every number that a Legend reads."""
    aggressive: bool = False
    """Legends near a chevron may cross more corner lines in one move."""


class Item(Struct, frozen=True):
    """Something that may be used in React: what, how much of it, and where it comes from."""

    kind: str
    amount: int
    source: str


class Car(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A car, its driver's cards and what its driver does this round.

    `at` is the distance from the start line of the first lap: laps driven times the length of the track, plus the
    space; on the grid it is negative. Piles have their top first.
    """

    at: int
    lane: int
    gear: int = 1
    status: Status = "racing"
    engine: int = 0
    hand: tuple[str, ...] = ()
    draw: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    stock: tuple[str, ...] = ()
    """Every card that the driver owns, wherever it is, in card order. Everybody can count along."""
    laps: tuple[int, ...] = ()
    """The round in which each lap was completed."""
    left: int = 0
    """The round in which the car came home or retired."""
    place: int = 0
    """The place it has taken, where cars that are home leave the track."""

    # The question, and the answer that stands.
    n: int = 0
    asked: bool = False
    choice: Choice | None = None
    drawn: int = 0
    """Outcomes used of the seat's own stream of chance."""
    mulliganed: bool = False
    own: int = 0
    """Questions of this round that no stand-in answered."""
    idle: int = 0
    """Rounds running in which only stand-ins answered."""

    # This turn.
    start: int = 0
    start_lane: int = 0
    play: tuple[str, ...] = ()
    worth: tuple[int, ...] = ()
    """What each card in play counts; 0 while its driver has not chosen, and for a card that is flipped for."""
    bonus: int = 0
    """Speed that is on no card: adrenaline."""
    flips: int = 0
    items: tuple[Item, ...] = ()
    cluttered: bool = False

    @property
    def speed(self) -> int:
        return sum(self.worth) + self.bonus


class State(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A race between two events."""

    content: str
    """The digest of the content; a state means nothing on other content."""
    setup: Setup
    seed: Seed
    cars: tuple[Car, ...]
    order: tuple[int, ...]
    """This round's order: the car furthest ahead first. Cars that retire in mid-round stay in it to its end."""
    round: int = 0
    phase: str = ""
    """The phase of the questions that are open."""
    stage: int = 0
    turn: int = 0
    step: int = 0
    """Where in the schedule the race waits: stage, place in the order, phase of the stage."""
    drawn: int = 0
    """Outcomes used of the table's stream of chance."""
    legend_pile: tuple[str, ...] = ()
    legend_used: tuple[str, ...] = ()
    legend_card: str = ""
    ended: str = ""
    """Why the race is over; empty while it is on."""


def with_car(state: State, seat: int, car: Car) -> State:
    """The state with another value for one car."""
    cars = state.cars
    return replace(state, cars=(*cars[:seat], car, *cars[seat + 1 :]))

"""What a review says: numbers and choices, in no language. The command line and the site make words of them."""

from typing import Literal

from msgspec import Struct

from engine.heat.choices import Choice
from engine.heat.tables import SHIPPED
from engine.heat.units import Distance
from engine.kernel.commands import Question
from engine.kernel.records import decode
from engine.kernel.seats import Seat

Reason = Literal["", "spin_out", "heat", "distance", "later"]
"""By what the best choice beats the one that was made: less risk of a spin-out, more Heat left, more distance, or what
comes of it in later rounds. Empty where the best choice was made."""


class Prospect(Struct, frozen=True, kw_only=True):
    """A choice, and what it would have brought, as far as its driver could know then: means over imagined races."""

    choice: Choice
    win: float
    """The chance to win, from 0 to 1."""
    place: float
    """The expected place, from 1."""
    places: tuple[float, ...]
    """The chance of each place, from the first to the last; their sum is 1."""
    spin_out: float
    """The chance to spin out before this turn is over, from 0 to 1; of a choice after the corners, in the next turn."""
    heat: float
    """The Heat in the engine after that turn, on average."""
    distance: float
    """The spaces that the car has gone after that turn, on average, counted from where it stood at the choice."""
    races: int
    """How many imagined races it was followed in."""
    whole: int
    """How many of them were driven to the finish; from the others a model says what may come of them."""
    error: float
    """The standard error of `place` less the place of the choice that was made; 0 for that choice itself."""


class Decision(Struct, frozen=True, kw_only=True):
    """One decision of the driver, with the alternatives that are worth naming."""

    step: int
    """The number of the entry in the record, from 0: the step of a replay that shows what came of the decision."""
    question: Question
    """What was asked: round, phase, seat and number."""
    at: Distance
    """Where the car stood."""
    heat: int
    """The Heat in the engine then."""
    chosen: Prospect
    alternatives: tuple[Prospect, ...]
    """Other choices from the best to the worst; never empty. Those that were dropped early come last."""
    lost: float
    """The places that the choice gave away, on average, against the best alternative; 0 if it was the best, or as good
    as the best as far as chance allows to tell."""
    reason: Reason

    @property
    def best(self) -> Prospect:
        """The best choice: the one that was made unless an alternative is better by more than chance."""
        return self.alternatives[0] if self.lost else self.chosen


class Point(Struct, frozen=True, kw_only=True):
    """A point of the chart: what the driver could hope for when a decision was made."""

    step: int
    round: int
    win: float
    place: float


class Review(Struct, frozen=True, kw_only=True):
    """The review of one seat, as far as it has come: whole when `done` is `total`."""

    seat: Seat
    cars: int
    done: int
    """How many decisions have been looked at."""
    total: int
    """How many there are; those without a real alternative are counted, too, and leave nothing."""
    decisions: tuple[Decision, ...] = ()
    """In their order."""
    mattered: tuple[Decision, ...] = ()
    """The three decisions, or fewer, that gave most places away, the most first."""
    chart: tuple[Point, ...] = ()
    """A point for each of the decisions, in their order."""
    final_place: int
    """The place in which the seat finished."""

    @property
    def is_whole(self) -> bool:
        return self.done == self.total


_REVIEWS = SHIPPED.decoder(Review)


def read_review(data: bytes | str) -> Review:
    """Read a review that `encode` of the kernel wrote. Raises `Broken` for anything else."""
    return decode(_REVIEWS, data, "review")

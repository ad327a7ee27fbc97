"""Slip up behind another car."""

from collections.abc import Sequence
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.bound import Bound
from engine.heat.case import Case
from engine.heat.choices import Choice, Choices
from engine.heat.course import Course, Placed
from engine.heat.english import spaces
from engine.heat.events import CarEvent
from engine.heat.moment import Moment
from engine.heat.moves.move import Happening, Move, Notation
from engine.heat.state import State, with_car
from engine.heat.symbols import Symbol
from engine.heat.transaction import Transaction
from engine.kernel.bounds import Number
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat


class Slipstream(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="slipstream"):
    """Move so far in the slipstream of another car."""

    distance: Number


class Slipstreamed(CarEvent, frozen=True, kw_only=True):
    """The driver slips up behind another car; the move follows."""

    distance: Number


SLIPSTREAM = Symbol("slipstream", "slipstream +{}")
"""Adds to the distance."""

DISTANCE = 2


def has_partner(bound: Bound, cars: Sequence[Placed], mover: Placed) -> bool:
    """A car beside, or ahead within reach: any lane, laps ignored, cars in between irrelevant."""
    length = bound.course.length
    reach = bound.content.rules.slipstream_reach
    return any((car.at - mover.at) % length <= reach and car is not mover and car.status == "racing" for car in cars)


def sums(moment: Moment) -> list[int]:
    """The distances that cards and sector make possible: each bonus in full or not at all."""
    cards = moment.bound.cards
    bonuses = [amount for card in moment.car.play if (amount := cards[card].symbols.get(SLIPSTREAM.name, 0))]
    bonuses += moment.roads.slipstream[moment.space]
    if not bonuses:
        return [DISTANCE]
    return sorted({DISTANCE + sum(some) for size in range(len(bonuses) + 1) for some in combinations(bonuses, size)})


def barred(moment: Moment) -> str:
    """Why a car may not slipstream at all, as a code; empty if it may."""
    bound, car, setup = moment.bound, moment.car, moment.position.setup
    if car.at >= setup.laps * bound.course.length:
        return "slipstream_home"
    if car.gear < bound.effects(setup).slipstream_min_gear:
        return "slipstream_gear"
    if moment.roads.no_slipstream[moment.space]:
        return "slipstream_weather"
    return "" if has_partner(bound, moment.cars, car) else "slipstream_alone"


def obstacle(moment: Moment, distance: int) -> str:
    """Why a distance cannot be slipstreamed, as a code; empty if it can.

    Neither the distance itself nor the place where the car would come to rest may lie beyond the last finish.
    """
    bound, car = moment.bound, moment.car
    goal = moment.position.setup.laps * bound.course.length
    at, _ = moment.landing(distance)
    if car.at + distance >= goal or at >= goal:
        return "slipstream_finish"
    return "" if at > car.at else "slipstream_blocked"


def distances(moment: Moment) -> list[int]:
    """Every distance that may be slipstreamed."""
    return [] if barred(moment) else [distance for distance in sums(moment) if not obstacle(moment, distance)]


def _do(transaction: Transaction, seat: Seat, choice: Slipstream) -> bool:
    transaction.emit(Slipstreamed(seat, distance=choice.distance))
    transaction.move(seat, "slipstream", choice.distance)
    return True


def _slipstreamed(course: Course, state: State, event: Slipstreamed) -> State:
    car = state.cars[event.seat]
    return with_car(state, event.seat, replace(car, slipped_from=car.at, asked=False))


def _refuse(case: Case, choice: Slipstream) -> Refusal | None:
    if code := barred(case.moment):
        return case.no(code)
    if choice.distance not in sums(case.moment):
        return case.no("slipstream_distance", distance=choice.distance)
    return case.no(obstacle(case.moment, choice.distance))


MOVE = Move(
    choice=Slipstream,
    phases=frozenset({"slipstream"}),
    offers=lambda moment: Choices(tuple([Slipstream(distance) for distance in distances(moment)])),
    do=_do,
    settle=None,
    refuse=_refuse,
    sentences={
        "slipstream_home": "You are over the last finish line.",
        "slipstream_gear": "In this race a slipstream needs a higher gear.",
        "slipstream_weather": "The weather allows no slipstream from here.",
        "slipstream_alone": "No car is near enough to slipstream.",
        "slipstream_distance": "You cannot slipstream {distance} spaces.",
        "slipstream_finish": "A slipstream may not cross the last finish line.",
        "slipstream_blocked": "There is no free space to slipstream to.",
    },
    explain=lambda now, choice: now.follow(choice, speed=now.speed_now(), moves=choice.distance),
    notation=Notation("slipstream", lambda choice: str(choice.distance), lambda text: Slipstream(w.whole()(text))),
    menu=lambda choice, describe: f"slipstream {spaces(choice.distance)}",
    moved={"slipstream": " in the slipstream"},
    happenings=(
        Happening(
            event=Slipstreamed,
            fold=_slipstreamed,
            mask=None,
            written=lambda event, course: f"slipstream {event.distance}",
            sentence=None,  # the sentence of `Moved` says it
        ),
    ),
    symbols=(SLIPSTREAM,),
    item=None,
)

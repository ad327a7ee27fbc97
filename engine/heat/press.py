"""Sponsor cards: what a turn of a championship race earns, at the press corners and by the event."""

from collections.abc import Iterator
from typing import Protocol

from engine.heat.bound import Bound
from engine.heat.events import SponsorsDrawn, SponsorsSpent
from engine.heat.roads import Roads
from engine.heat.state import Earning, Setup
from engine.heat.transaction import Transaction
from engine.heat.units import Distance
from engine.kernel.seats import Seat

OVER_LIMIT = 2
"""A press corner pays a driver who drives through it at least this much faster than its limit."""


def gains(transaction: Transaction, seat: Seat) -> Iterator[tuple[Earning, int]]:
    """Why this turn earns sponsor cards, and how many each time. A turn with a spin-out earns none."""
    effects = transaction.bound.effects(transaction.state.setup)
    each = effects.sponsors_per_gain
    car = transaction.car(seat)
    course = transaction.course
    for _line, _slipped in paying_corners(transaction.bound, transaction.state.setup, transaction.roads, car):
        yield "press", each
    if effects.speed_sponsor_at and car.speed >= effects.speed_sponsor_at:
        yield "speed", each
    if effects.overtake_sponsor_at and _overtaken(transaction, seat) >= effects.overtake_sponsor_at:
        yield "overtaking", each
    first_lap = course.laps_done(car.start) == 0 < course.laps_done(car.at)
    if first_lap and _sooner_round(transaction, seat) < effects.first_lap_sponsor:
        yield "first_lap", each


class Driven(Protocol):
    """A car whose turn has been driven, in a state or in a view of one."""

    @property
    def start(self) -> Distance: ...
    @property
    def at(self) -> Distance: ...
    @property
    def speed(self) -> int: ...
    @property
    def slipped_from(self) -> Distance | None: ...


def paying_corners(bound: Bound, setup: Setup, roads: Roads, car: Driven) -> Iterator[tuple[Distance, bool]]:
    """The lines of the press corners that pay for a turn, each with whether its speed alone would not have earned it
    but the slipstream did. Own changes of the limit do not count, those of the road do."""
    press, below = bound.press(setup.event), bound.effects(setup).press_only_below_limit
    course = bound.course
    for line in course.lines(car.start, car.at, setup.laps * course.length):
        if line % course.length not in press:
            continue
        limit = roads.limit(line)
        if car.speed < limit if below else car.speed >= limit + OVER_LIMIT:
            yield line, False
        elif not below and car.slipped_from is not None and car.slipped_from < line:
            yield line, True


def _sooner_round(transaction: Transaction, seat: Seat) -> int:
    """Cars that completed the first lap before this one: in an earlier round, or in this one and ahead in the order."""
    state = transaction.state
    before = state.order[: state.order.index(seat)]
    return sum(
        bool(other.laps) and (other.laps[0] < state.round or place in before)
        for place, other in enumerate(state.cars)
        if place != seat
    )


def _overtaken(transaction: Transaction, seat: Seat) -> int:
    """Cars on spaces strictly between where the turn began and where the car is now."""
    car = transaction.car(seat)
    length = transaction.course.length
    return sum(
        other.status == "racing" and 0 < (other.at - car.start) % length < car.at - car.start
        for place, other in enumerate(transaction.state.cars)
        if place != seat
    )


def draw_sponsors(transaction: Transaction, seat: Seat, why: Earning, count: int) -> None:
    """Draw sponsor cards into the hand. A pile that runs out is made anew of those that were used."""
    if count <= 0:
        return
    state = transaction.state
    pile = state.sponsor_pile
    if len(pile) >= count or not state.sponsors_used:
        if pile:
            transaction.emit(SponsorsDrawn(seat, why=why, cards=pile[:count]))
        return
    more, n = transaction.table_shuffle(state.sponsors_used)
    transaction.emit(SponsorsDrawn(seat, why=why, cards=(*pile, *more)[:count], pile=more, n=n))


def spend_sponsors(transaction: Transaction, seat: Seat) -> None:
    """Sponsor cards that were played leave the driver's deck."""
    if spent := tuple([card for card in transaction.car(seat).play if card in transaction.bound.sponsors]):
        transaction.emit(SponsorsSpent(seat, cards=spent))

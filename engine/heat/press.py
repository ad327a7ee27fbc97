"""Sponsor cards: what a turn of a championship race earns, at the press corners and by the event."""

from collections.abc import Iterator

from engine.heat.events import SponsorsDrawn, SponsorsSpent
from engine.heat.state import Earning
from engine.heat.transaction import Transaction
from engine.kernel.seats import Seat

OVER_LIMIT = 2
"""A press corner pays a driver who drives through it at least this much faster than its limit."""


def gains(transaction: Transaction, seat: Seat) -> Iterator[tuple[Earning, int]]:
    """Why this turn earns sponsor cards, and how many each time. A turn with a spin-out earns none."""
    effects = transaction.bound.effects(transaction.state.setup)
    each = effects.sponsors_per_gain
    car = transaction.car(seat)
    course = transaction.course
    press = transaction.bound.press(transaction.state.setup.event)
    for line in course.lines(car.start, car.at, transaction.goal):
        if line % course.length in press and _pays(transaction, seat, line):
            yield "press", each
    if effects.speed_sponsor_at and car.speed >= effects.speed_sponsor_at:
        yield "speed", each
    if effects.overtake_sponsor_at and _overtaken(transaction, seat) >= effects.overtake_sponsor_at:
        yield "overtaking", each
    first_lap = course.laps_done(car.start) == 0 < course.laps_done(car.at)
    if first_lap and _sooner_round(transaction, seat) < effects.first_lap_sponsor:
        yield "first_lap", each


def _pays(transaction: Transaction, seat: Seat, line: int) -> bool:
    """Whether a press corner pays: own changes of the limit do not count, those of the road do."""
    car = transaction.car(seat)
    limit = transaction.roads.limit(line)
    if transaction.bound.effects(transaction.state.setup).press_only_below_limit:
        return car.speed < limit
    return car.speed >= limit + OVER_LIMIT or (car.slipped_from is not None and car.slipped_from < line)


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

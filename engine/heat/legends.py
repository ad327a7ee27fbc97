"""Legends: cars without a driver. One card a round tells all of them how to drive."""

from typing import NamedTuple

from engine.heat.bound import Bound
from engine.heat.decks import LegendRow
from engine.heat.events import LegendCardTurned, Moved
from engine.heat.state import State
from engine.heat.transaction import Transaction
from engine.heat.units import Distance
from engine.kernel.seats import Seat


class Plan(NamedTuple):
    """What a Legend is to do this round, as its card and its place have it."""

    row: LegendRow
    line: int
    """The next corner line, as a distance."""
    inside: bool
    """Whether it drives through the corner, by limit and slot; else it drives up to it, by the number."""
    distance: int
    stops_before: int | None
    """The corner line before which it stops whatever it is to drive; None where it drives freely."""
    stop: int
    """The place where it stops then, if that is free."""


def plan_of(bound: Bound, state: State, seat: Seat) -> Plan:
    """How a Legend drives, once the card of the round is turned."""
    setup, car, course = state.setup, state.cars[seat], bound.course
    row = bound.legend_cards[state.legend_card].rows[setup.entrants[seat].legend or ""]
    line = car.at + course.to_line[course.space(car.at)]
    corner = course.corner(line)
    goal = setup.laps * course.length
    inside = line - car.at <= corner.line - corner.legend_line
    if inside:
        distance = bound.roads(state.weather, state.tokens).limit(line) + row.slot
    else:
        distance = row.number + setup.legend_bonus
    at, _ = bound.landing(state.cars, car, distance)
    if inside:
        allowed = 1
        if setup.aggressive:
            allowed += line - car.at <= (corner.aggressive or 0)
            allowed += line - car.at <= (corner.double_aggressive or 0)
        further = list(course.lines(car.at, at, goal))[allowed:]
        held = further[0] if further else None
        return Plan(row, line, inside, distance, held, 0 if held is None else held - 1)
    free = goal < line or (car.at + distance < line and at < line)
    return Plan(row, line, inside, distance, None if free else line, line - 1 - row.slot)


def drive(transaction: Transaction, seat: Seat) -> None:
    """Move one Legend, at its place in the order. The first of the round turns the card."""
    if not transaction.state.legend_card:
        _turn_card(transaction)
    plan = plan_of(transaction.bound, transaction.state, seat)
    if plan.stops_before is None:
        transaction.move(seat, "legend", plan.distance)
    else:
        _go_to(transaction, seat, plan.distance, plan.stop)


def _turn_card(transaction: Transaction) -> None:
    pile = transaction.state.legend_pile
    if pile:
        transaction.emit(LegendCardTurned(card=pile[0]))
    else:
        pile, n = transaction.table_shuffle(transaction.bound.legend_cards)
        transaction.emit(LegendCardTurned(card=pile[0], pile=pile, n=n))


def _go_to(transaction: Transaction, seat: Seat, distance: int, place: int) -> None:
    """Stop at a place, or at the nearest free one behind it; never behind where the car stands."""
    car = transaction.car(seat)
    for at in range(place, car.at, -1):
        if lane := transaction.course.free_lane(transaction.state.cars, at, car):
            transaction.emit(Moved(seat, why="legend", distance=distance, at=Distance(at), lane=lane))
            return

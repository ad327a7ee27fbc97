"""Legends: cars without a driver. One card a round tells all of them how to drive."""

from engine.heat.decks import LegendRow
from engine.heat.events import LegendCardTurned, Moved
from engine.heat.transaction import Transaction


def drive(transaction: Transaction, seat: int) -> None:
    """Move one Legend, at its place in the order. The first of the round turns the card."""
    if not transaction.state.legend_card:
        _turn_card(transaction)
    setup = transaction.state.setup
    entrant = setup.entrants[seat]
    row = transaction.bound.legend_cards[transaction.state.legend_card].rows[entrant.legend or ""]
    car = transaction.car(seat)
    course = transaction.course
    line = car.at + course.to_line[course.space(car.at)]
    corner = course.corner(line)
    distance = line - car.at
    if distance <= corner.line - corner.legend_line:
        _in_the_corner(transaction, seat, row, line)
    else:
        _approaching(transaction, seat, row.number + setup.legend_bonus, line - 1 - row.slot, line)


def _turn_card(transaction: Transaction) -> None:
    pile = transaction.state.legend_pile
    if pile:
        transaction.emit(LegendCardTurned(pile[0]))
    else:
        pile, n = transaction.table_shuffle(transaction.bound.legend_cards)
        transaction.emit(LegendCardTurned(pile[0], pile, n))


def _in_the_corner(transaction: Transaction, seat: int, row: LegendRow, line: int) -> None:
    """Drive the limit and the slot, across as many corner lines as this Legend may cross, and no more."""
    car, course = transaction.car(seat), transaction.course
    corner = course.corner(line)
    distance = transaction.roads.limit(line) + row.slot
    allowed = 1
    if transaction.state.setup.aggressive:
        allowed += line - car.at <= (corner.aggressive or 0)
        allowed += line - car.at <= (corner.double_aggressive or 0)
    at, _ = course.landing(transaction.state.cars, car, distance, transaction.rules.blocked_space)
    crossed = list(course.lines(car.at, at, transaction.goal))
    if len(crossed) > allowed:
        _go_to(transaction, seat, distance, crossed[allowed] - 1)
    else:
        transaction.move(seat, "legend", distance)


def _approaching(transaction: Transaction, seat: int, number: int, place: int, line: int) -> None:
    """Drive the number, but not into the corner, unless the finish of the last lap comes first."""
    car = transaction.car(seat)
    if transaction.goal < line:
        transaction.move(seat, "legend", number)
        return
    at, _ = transaction.course.landing(transaction.state.cars, car, number, transaction.rules.blocked_space)
    if car.at + number < line and at < line:
        transaction.move(seat, "legend", number)
    else:
        _go_to(transaction, seat, number, place)


def _go_to(transaction: Transaction, seat: int, distance: int, place: int) -> None:
    """Stop at a place, or at the nearest free one behind it; never behind where the car stands."""
    car = transaction.car(seat)
    for at in range(place, car.at, -1):
        if lane := transaction.course.free_lane(transaction.state.cars, at, car):
            transaction.emit(Moved(seat, "legend", distance, at, lane))
            return

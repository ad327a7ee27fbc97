"""Legends: cars without a driver. One card a round tells all of them how to drive."""

from engine.heat.decks import LegendRow
from engine.heat.events import LegendCardTurned, Moved
from engine.heat.telling import Telling
from engine.kernel.chance import shuffled


def drive(telling: Telling, seat: int) -> None:
    """Move one Legend, at its place in the order. The first of the round turns the card."""
    if not telling.state.legend_card:
        _turn_card(telling)
    setup = telling.state.setup
    entrant = setup.entrants[seat]
    row = telling.game.legend_cards[telling.state.legend_card].rows[entrant.legend or ""]
    car = telling.car(seat)
    course = telling.course
    line = car.at + course.to_line[course.space(car.at)]
    corner = course.corner(line)
    distance = line - car.at
    if distance <= corner.line - corner.legend_line:
        _in_the_corner(telling, seat, row, line)
    else:
        _approaching(telling, seat, row.number + setup.legend_bonus, line - 1 - row.slot, line)


def _turn_card(telling: Telling) -> None:
    pile = telling.state.legend_pile
    if pile:
        telling.tell(LegendCardTurned(pile[0]))
    else:
        outcome, n = telling.table_draw()
        pile = shuffled(outcome, sorted(telling.game.legend_cards))
        telling.tell(LegendCardTurned(pile[0], pile, n))


def _in_the_corner(telling: Telling, seat: int, row: LegendRow, line: int) -> None:
    """Drive the limit and the slot, across as many corner lines as this Legend may cross, and no more."""
    car, course = telling.car(seat), telling.course
    corner = course.corner(line)
    distance = telling.roads.limit(line) + row.slot
    allowed = 1
    if telling.state.setup.aggressive:
        allowed += line - car.at <= (corner.aggressive or 0)
        allowed += line - car.at <= (corner.double_aggressive or 0)
    at, _ = course.landing(telling.state.cars, car, distance, telling.rules.blocked_space)
    crossed = list(course.lines(car.at, at, telling.goal))
    if len(crossed) > allowed:
        _go_to(telling, seat, distance, crossed[allowed] - 1)
    else:
        telling.move(seat, "legend", distance)


def _approaching(telling: Telling, seat: int, number: int, place: int, line: int) -> None:
    """Drive the number, but not into the corner, unless the finish of the last lap comes first."""
    car = telling.car(seat)
    if telling.goal < line:
        telling.move(seat, "legend", number)
        return
    at, _ = telling.course.landing(telling.state.cars, car, number, telling.rules.blocked_space)
    if car.at + number < line and at < line:
        telling.move(seat, "legend", number)
    else:
        _go_to(telling, seat, number, place)


def _go_to(telling: Telling, seat: int, distance: int, place: int) -> None:
    """Stop at a place, or at the nearest free one behind it; never behind where the car stands."""
    car = telling.car(seat)
    for at in range(place, car.at, -1):
        if lane := telling.course.free_lane(telling.state.cars, at, car):
            telling.tell(Moved(seat, "legend", distance, at, lane))
            return

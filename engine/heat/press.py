"""Sponsor cards: what a turn of a championship race earns, at the press corners and by the event."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.heat.events import SponsorsDrawn, SponsorsSpent
from engine.heat.telling import Telling
from engine.kernel.chance import shuffled

if TYPE_CHECKING:
    from engine.heat.game import Heat

OVER_LIMIT = 2
"""A press corner pays whoever drives through so much faster than its limit."""


def press_lines(game: "Heat", event: str) -> frozenset[int]:
    """The corner lines at which the press waits."""
    track = game.content.track
    order = track.press_lines()
    if game.content.rules.press == "every_corner" or not event:
        return frozenset(order)
    return frozenset(order[corner % len(order)] for corner in game.events[event].press)


def gains(telling: Telling, seat: int) -> Iterator[tuple[str, int]]:
    """Why this turn earns sponsor cards, and how many each time. A turn with a spin-out earns none."""
    effects = telling.game.effects(telling.state.setup)
    each = effects.sponsors_per_gain
    car = telling.car(seat)
    course = telling.course
    press = telling.game.press(telling.state.setup.event)
    for line in course.lines(car.start, car.at, telling.goal):
        if line % course.length in press and _pays(telling, seat, line):
            yield "press", each
    if effects.speed_sponsor_at and car.speed >= effects.speed_sponsor_at:
        yield "speed", each
    if effects.overtake_sponsor_at and _overtaken(telling, seat) >= effects.overtake_sponsor_at:
        yield "overtaking", each
    if effects.first_lap_sponsor and course.laps_done(car.start) == 0 < course.laps_done(car.at):
        yield from [("first_lap", each)] * (_sooner_round(telling, seat) < effects.first_lap_sponsor)


def _pays(telling: Telling, seat: int, line: int) -> bool:
    """Whether a press corner pays: own changes of the limit do not count, those of the road do."""
    car = telling.car(seat)
    limit = telling.roads.limit(line)
    if telling.game.effects(telling.state.setup).press_only_below_limit:
        return car.speed < limit
    return car.speed >= limit + OVER_LIMIT or (car.slipped_from is not None and car.slipped_from < line)


def _sooner_round(telling: Telling, seat: int) -> int:
    """Cars that completed the first lap before this one: in an earlier round, or in this one and ahead in the order."""
    state = telling.state
    before = state.order[: state.order.index(seat)]
    return sum(
        bool(other.laps) and (other.laps[0] < state.round or place in before)
        for place, other in enumerate(state.cars)
        if place != seat
    )


def _overtaken(telling: Telling, seat: int) -> int:
    """Cars on spaces strictly between where the turn began and where the car is now."""
    car = telling.car(seat)
    length = telling.course.length
    return sum(
        other.status == "racing" and 0 < (other.at - car.start) % length < car.at - car.start
        for place, other in enumerate(telling.state.cars)
        if place != seat
    )


def draw_sponsors(telling: Telling, seat: int, why: str, count: int) -> None:
    """Draw sponsor cards into the hand. A pile that runs out is made anew of those that were used."""
    if count <= 0:
        return
    state = telling.state
    pile = state.sponsor_pile
    if len(pile) >= count or not state.sponsors_used:
        if pile:
            telling.tell(SponsorsDrawn(seat, why, pile[:count]))
        return
    outcome, n = telling.table_draw()
    more = shuffled(outcome, sorted(state.sponsors_used))
    telling.tell(SponsorsDrawn(seat, why, (*pile, *more)[:count], more, n))


def spend_sponsors(telling: Telling, seat: int) -> None:
    """Sponsor cards that were played leave the driver's deck."""
    if spent := tuple([card for card in telling.car(seat).play if card in telling.game.sponsors]):
        telling.tell(SponsorsSpent(seat, spent))

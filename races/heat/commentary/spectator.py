"""The race as a spectator sees it at one moment: what log lines are made from, so that none can hold a secret."""

from collections.abc import Iterator

from engine.heat import Heat, State
from engine.heat.cards import Card
from engine.heat.corners import Bill, corner_bill, limit_parts
from engine.heat.course import Course
from engine.heat.events import Event
from engine.heat.legends import Plan, plan_of
from engine.heat.masking import Seen
from engine.heat.modifiers import limit_change
from engine.heat.moves.value import open_values
from engine.heat.press import paying_corners
from engine.heat.roads import Roads
from engine.heat.units import Distance, Lane
from engine.heat.views import CarView, car_view
from engine.kernel.seats import Seat, by_seat


class Spectator:
    """The race at one moment. It goes on with each event, and shows a car only as a viewer without a seat knows it."""

    def __init__(self, game: Heat, state: State | None) -> None:
        self._state = state
        self.game = game
        self.course: Course = game.course

    def sees(self, event: Event) -> Seen:
        return self.game.see(event, None)

    def goes_on(self, event: Event) -> None:
        self._state = self.game.evolve(self._state, event)

    @property
    def _now(self) -> State:
        assert self._state is not None, "the first event starts the race"
        return self._state

    def car(self, seat: Seat) -> CarView:
        return car_view(self.game, self._now, seat)

    def place(self, seat: Seat) -> tuple[Distance, Lane]:
        """How far along the race a car is, and in which lane."""
        car = self._now.cars[seat]
        return car.at, car.lane

    def turn(self, seat: Seat) -> int:
        """The place of a car in the order of this round, counted from 0."""
        order = self._now.order
        return order.index(seat) if seat in order else 0

    def racing(self) -> Iterator[tuple[Seat, Distance, Lane]]:
        """The cars on the track: seat, distance, lane."""
        for seat, car in by_seat(self._now.cars):
            if car.status == "racing":
                yield seat, car.at, car.lane

    def has_open_value(self, seat: Seat) -> bool:
        """Whether the driver has still to choose what a card in play counts."""
        car = self.car(seat)
        return bool(open_values(self.game.cards, car.play, car.worth))

    def lap_done(self, start: int, at: int) -> tuple[int | None, int | None]:
        """The laps that a move completes: first those on the way, then those of the whole race."""
        laps = self.course.laps_done(at)
        if laps <= self.course.laps_done(start):
            return None, None
        return (None, laps) if at >= self.goal else (laps, None)

    def card(self, face: str) -> Card:
        return self.game.cards[face]

    @property
    def _roads(self) -> Roads:
        return self.game.roads(self._now.weather, self._now.tokens)

    def limit(self, line: int) -> int:
        """The limit at a corner line, as weather and road have it."""
        return self._roads.limit(line)

    def limit_parts(self, seat: Seat, line: int) -> tuple[tuple[str, int], ...]:
        """The limit that holds for a car: what is printed, and what road and cards change."""
        return limit_parts(self.course, self._roads, self.game.cards, line, self.car(seat).play)

    def bill(self, seat: Seat, line: int, speed: int) -> Bill:
        """What a car owes that crosses a corner line at this speed."""
        return corner_bill(self._roads, line, speed, limit_change(self.game.cards, self.car(seat).play))

    def paying_corners(self, seat: Seat) -> list[tuple[Distance, bool]]:
        """The press corners that pay for a car's turn, each with whether a slipstream earned it."""
        return list(paying_corners(self.game, self._now.setup, self._roads, self.car(seat)))

    def weather_cooldown(self, at: int) -> int:
        cooldown: int = self._roads.cooldown[self.course.space(at)]
        return cooldown

    @property
    def goal(self) -> int:
        """The finish of the last lap, as a distance."""
        return self._now.setup.laps * self.course.length

    def legend_plan(self, seat: Seat) -> Plan:
        """How a Legend drives this round."""
        return plan_of(self.game, self._now, seat)

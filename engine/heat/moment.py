"""The moment in which a driver chooses: the car, the hand, the road, and all other public facts."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from engine.heat.bound import Bound
from engine.heat.course import Course, Placed
from engine.heat.roads import Roads
from engine.heat.state import Car, Item, State, Status
from engine.heat.units import Distance, Lane, Space
from engine.heat.views import CarView, View
from engine.kernel.seats import Seat


class PublicCar(Placed, Protocol):
    """The public facts of a car in its turn: neither its hand nor its draw pile."""

    @property
    def gear(self) -> int: ...
    @property
    def status(self) -> Status: ...
    @property
    def engine(self) -> int: ...
    @property
    def discard(self) -> tuple[str, ...]: ...
    @property
    def stock(self) -> tuple[str, ...]: ...
    @property
    def start(self) -> int: ...
    @property
    def play(self) -> tuple[str, ...]: ...
    @property
    def worth(self) -> tuple[int, ...]: ...
    @property
    def weathered(self) -> tuple[int, ...]: ...
    @property
    def speed(self) -> int: ...
    @property
    def flips(self) -> int: ...
    @property
    def items(self) -> tuple[Item, ...]: ...


class PublicMoment(Protocol):
    """The public facts of a moment. A function that takes one cannot look at a hand: the type has none."""

    @property
    def course(self) -> Course: ...
    @property
    def roads(self) -> Roads: ...
    @property
    def space(self) -> Space: ...
    @property
    def in_tunnel(self) -> bool: ...
    @property
    def flooded(self) -> bool: ...
    @property
    def car(self) -> PublicCar: ...
    @property
    def cars(self) -> Sequence[PublicCar]: ...
    def landing(self, distance: int) -> tuple[Distance, Lane]: ...
    def items(self, kind: str) -> tuple[Item, ...]: ...
    def sources(self, kind: str) -> tuple[str, ...]: ...
    def total(self, kind: str) -> int: ...


class Moment(Struct):
    """One driver before a choice, in a state or in the driver's own view of it."""

    bound: Bound
    position: State | View
    seat: Seat
    car: Car | CarView
    hand: tuple[str, ...]
    looked_up: Roads | None = None
    """The roads, once they were asked for."""

    @property
    def course(self) -> Course:
        return self.bound.course

    @property
    def space(self) -> Space:
        return self.bound.course.space(self.car.at)

    @property
    def cars(self) -> Sequence[Car | CarView]:
        return self.position.cars

    @property
    def roads(self) -> Roads:
        """The road as weather and tokens have changed it."""
        roads = self.looked_up
        if roads is None:
            roads = self.looked_up = self.bound.roads(self.position.weather, self.position.tokens)
        return roads

    @property
    def in_tunnel(self) -> bool:
        return self.bound.course.is_tunnel(self.car.at, self.car.lane)

    @property
    def flooded(self) -> bool:
        return self.bound.course.is_flooded(self.car.at, self.car.lane)

    def landing(self, distance: int) -> tuple[Distance, Lane]:
        """Where a move of the car by so many spaces comes to rest, by the rule of the race for full spaces."""
        return self.bound.landing(self.cars, self.car, distance)

    def items(self, kind: str) -> tuple[Item, ...]:
        """The open items of a kind that are not locked behind a card's unpaid Heat."""
        found = [item for item in self.car.items if item.kind == kind]
        if kind not in self.bound.vocabulary.before_paying:
            for item in self.car.items:
                if item.kind == "heat":
                    locked = next((other for other in found if other.source == item.source), None)
                    if locked is not None:
                        found.remove(locked)
        return tuple(found)

    def sources(self, kind: str) -> tuple[str, ...]:
        """The cards whose items of a kind can be used, each once."""
        return tuple(dict.fromkeys([item.source for item in self.items(kind)]))

    def total(self, kind: str) -> int:
        amounts: list[int] = [item.amount for item in self.items(kind)]
        return sum(amounts)


def moment_of(bound: Bound, state: State, seat: Seat) -> Moment:
    """The present moment of a seat."""
    car = state.cars[seat]
    return Moment(bound, state, seat, car, car.hand)

"""A command being carried out: the events told so far, the state that they fold to, and the draws made for them."""

from collections.abc import Iterable, Iterator

from engine.heat.bound import Bound
from engine.heat.cards import Card
from engine.heat.course import Course
from engine.heat.events import Drew, Event, Flipped, Moved, Reshuffled
from engine.heat.folds.common import Folds
from engine.heat.roads import Roads
from engine.heat.rules import Ruleset, Stage
from engine.heat.state import Car, State
from engine.kernel.chance import TABLE, draw, shuffle
from engine.kernel.seats import Seat


class Transaction:
    """Collects events and folds each at once, so that what follows is always judged on the present state."""

    __slots__ = ("bound", "cards", "course", "events", "folds", "opening_stage", "rules", "state")

    def __init__(self, bound: Bound, state: State) -> None:
        self.bound = bound
        self.course: Course = bound.course
        self.rules: Ruleset = bound.content.rules
        self.folds: Folds = bound.folds
        self.cards: dict[str, Card] = bound.cards
        self.state = state
        self.events: list[Event] = []
        self.opening_stage = 0
        """The stage that the walk is about to begin."""

    def emit(self, event: Event) -> None:
        self.state = self.folds[type(event)](self.course, self.state, event)
        self.events.append(event)

    def car(self, seat: Seat) -> Car:
        return self.state.cars[seat]

    def racing(self) -> Iterator[Seat]:
        """The seats still in the race, in this round's order."""
        cars = self.state.cars
        return (seat for seat in self.state.order if cars[seat].status == "racing")

    @property
    def goal(self) -> int:
        """The finish of the last lap, as a distance."""
        return self.state.setup.laps * self.course.length

    @property
    def roads(self) -> Roads:
        """The road as weather and tokens have changed it."""
        return self.bound.roads(self.state.weather, self.state.tokens)

    @property
    def schedule(self) -> tuple[Stage, ...]:
        """The stages of this round: those of the draft before round 1, then the rule set's."""
        return self.bound.schedule(self.state)

    # Chance

    def seat_draw(self, seat: Seat) -> tuple[int, int]:
        """The next outcome of a seat's stream, and its number for the event that will record it."""
        n = self.car(seat).drawn
        return draw(self.state.seed, seat, n), n

    def table_draw(self) -> tuple[int, int]:
        """The next outcome of the table's stream, and its number for the event that will record it."""
        n = self.state.drawn
        return draw(self.state.seed, TABLE, n), n

    def seat_shuffle(self, seat: Seat, cards: Iterable[str]) -> tuple[tuple[str, ...], int]:
        """The cards shuffled by the next outcome of a seat's stream, and its number."""
        n = self.car(seat).drawn
        return shuffle(self.state.seed, seat, n, sorted(cards)), n

    def table_shuffle(self, cards: Iterable[str]) -> tuple[tuple[str, ...], int]:
        """The cards shuffled by the next outcome of the table's stream, and its number."""
        n = self.state.drawn
        return shuffle(self.state.seed, TABLE, n, sorted(cards)), n

    # Cards

    def reshuffle(self, seat: Seat) -> None:
        """The discard pile becomes the draw pile."""
        pile, n = self.seat_shuffle(seat, self.car(seat).discard)
        self.emit(Reshuffled(seat, pile=pile, n=n))

    def flip(self, seat: Seat, counts: bool = True) -> int:
        """Turn cards until a Speed card shows; it counts, the others are discarded. 0 if there is none anywhere."""
        while True:
            car = self.car(seat)
            for place, face in enumerate(car.draw):
                if self.cards[face].kind == "speed":
                    worth = self.cards[face].worth[0]
                    self.emit(Flipped(seat, cards=car.draw[: place + 1], worth=worth, counts=counts))
                    return worth
            if not any(self.cards[face].kind == "speed" for face in car.discard):
                self.emit(Flipped(seat, cards=car.draw, worth=0, counts=counts))
                return 0
            if car.draw:
                self.emit(Flipped(seat, cards=car.draw))
            self.reshuffle(seat)

    def fill_hand(self, seat: Seat) -> None:
        """Draw up to the hand limit. A pile that runs out is made anew from the discard pile on the way."""
        while True:
            car = self.car(seat)
            missing = self.bound.hand_limit(self.state.setup) - len(car.hand)
            if missing <= 0:
                return
            if car.draw:
                self.emit(Drew(seat, cards=tuple(sorted(car.draw[:missing]))))
            elif car.discard:
                self.reshuffle(seat)
            else:
                return

    # Moves

    def move(self, seat: Seat, why: str, distance: int) -> None:
        """Move the car by the rules for full spaces. A move of 0 stays where it is."""
        if distance <= 0:
            return
        car = self.car(seat)
        at, lane = self.bound.landing(self.state.cars, car, distance)
        self.emit(Moved(seat, why=why, distance=distance, at=at, lane=lane))

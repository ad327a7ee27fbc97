"""A driver's own view as a bot looks at it: what a speed, a place and a store of Heat would lead to."""

from functools import lru_cache
from itertools import combinations

from engine.heat.bots.pace import SPIN_OUT, Pace, pace
from engine.heat.cards import HEAT
from engine.heat.explain import flip_sums
from engine.heat.game import Heat
from engine.heat.phases.corners import STRESS_OF_GEAR
from engine.heat.views import CarView, Mine, View


class Outlook:
    """One driver's view, unpacked."""

    def __init__(self, game: Heat, view: View) -> None:
        assert view.mine is not None, "a bot drives a car with a deck"
        self.game = game
        self.view = view
        self.mine: Mine = view.mine
        self.car: CarView = view.cars[view.mine.seat]
        self.course = game.course
        self._flips: dict[int, dict[int, float]] = {0: {0: 1.0}}
        self.ahead: dict[tuple[int, int, int, int], float] = {}
        """Rounds to go after a coming round, by its start, speed, gear and Heat: for bots that look that far."""
        self.goal = view.setup.laps * game.course.length
        self.pace: Pace = pace(
            game.course, self.goal, min(12, self.car.stock.count(HEAT)), game.content.rules.boost_gears
        )

    def land(self, moves: int) -> int:
        """Where a move would come to rest, on the positions as they are."""
        return self.course.landing(self.view.cars, self.car, moves, self.game.content.rules.blocked_space)[0]

    def rounds_after(self, start: int, at: int, speed: int, gear: int, engine: int) -> float:
        """Rounds to go once the corners between start and place are paid, or the car has spun out there."""
        course = self.course
        line = start + course.to_line[start % course.length]
        while line <= at and line < self.goal:
            owed = speed - course.corners[line % course.length].limit
            if owed > 0:
                engine -= owed
                if engine < 0:
                    return self.pace.rounds(line - 1, 1, 0) + SPIN_OUT * STRESS_OF_GEAR[gear]
            line += course.to_line[line % course.length]
        return self.pace.rounds(at, gear, engine)

    def bill(self, start: int, at: int, speed: int) -> int:
        """The Heat that the corners between start and place ask for."""
        course = self.course
        owed = 0
        line = start + course.to_line[start % course.length]
        while line <= at and line < self.goal:
            owed += max(0, speed - course.corners[line % course.length].limit)
            line += course.to_line[line % course.length]
        return owed

    def flips(self, count: int) -> dict[int, float]:
        """What so many flips may come to, each sum with its chance."""
        if count not in self._flips:
            sums = flip_sums(self.game, self.mine.draw, self.car.discard, count)
            self._flips[count] = {worth: float(chance) for worth, chance in sums.items()}
        return self._flips[count]

    def worth(self, cards: tuple[str, ...]) -> tuple[int, int]:
        """What cards count for certain, and how many flips they bring."""
        return worth_of(self.game, cards)


@lru_cache(maxsize=1 << 16)
def worth_of(game: Heat, cards: tuple[str, ...]) -> tuple[int, int]:
    faces = [game.cards[card] for card in cards]
    return sum(face.worth[-1] for face in faces), sum(face.symbols.get("plus", 0) for face in faces)


@lru_cache(maxsize=1 << 16)
def hands(cards: tuple[str, ...], count: int) -> tuple[tuple[str, ...], ...]:
    """Every different way to play so many of these cards, in card order; copies of a face are one."""
    return tuple(dict.fromkeys(combinations(cards, count)))


@lru_cache(maxsize=1 << 16)
def playable(game: Heat, hand: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(card for card in hand if card not in game.heats)


@lru_cache(maxsize=1 << 16)
def without(cards: tuple[str, ...], gone: tuple[str, ...]) -> tuple[str, ...]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)

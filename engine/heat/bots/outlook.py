"""A driver's own view as a bot looks at it: what a speed, a place and a store of Heat would lead to."""

from functools import cached_property, lru_cache
from itertools import combinations

from engine.heat.bots.pace import SPIN_OUT, Pace, pace
from engine.heat.bots.symbols import way_of
from engine.heat.cards import HEAT
from engine.heat.corners import STRESS_OF_GEAR, corner_bill
from engine.heat.forecast import flip_sums
from engine.heat.game import Heat
from engine.heat.moves.slipstream import DISTANCE, SLIPSTREAM
from engine.heat.phases.adrenaline import has_adrenaline
from engine.heat.views import CarView, Mine, View

MOST_HEAT = 12
"""More Heat than that makes no difference to the table of the pace."""

OUT = 50.0
"""What a spin-out costs, in rounds, where it ends the race."""

Pile = tuple[str, ...]


class Outlook:
    """One driver's view, unpacked."""

    def __init__(self, game: Heat, view: View) -> None:
        assert view.mine is not None, "a bot drives a car with a deck"
        self.game = game
        self.view = view
        self.mine: Mine = view.mine
        self.car: CarView = view.cars[view.mine.seat]
        self.course = game.course
        self.roads = game.roads(view.weather, view.tokens)
        self._flips: dict[int, dict[int, float]] = {0: {0: 1.0}}
        self.ahead: dict[tuple[int, int, int, int, int, int], float] = {}
        """Rounds to go after a coming round, by start, speed, gear, Heat, limit, flips: for bots that look so far."""
        self.least: dict[tuple[int, int, int, Pile], float] = {}
        """The fewest rounds to go after a coming round, by place, gear, Heat and hand: for bots that look so far."""
        self.goal = view.setup.laps * game.course.length
        self.effects = game.effects(view.setup)

    @cached_property
    def pace(self) -> Pace:
        heat = min(MOST_HEAT, self.car.stock.count(HEAT))
        return pace(self.course, self.roads, self.goal, heat, self.game.content.rules.boost_gears)

    def land(self, moves: int) -> int:
        """Where a move would come to rest, on the positions as they are."""
        return self.game.landing(self.view.cars, self.car, moves)[0]

    def cooling(self, cooldown: int, heats: int, at: int | None = None) -> int:
        """How much Heat of the hand so much cooldown would bring back, with what the sector adds or forbids."""
        space = self.car.space if at is None else self.course.space(at)
        if self.roads.no_cooldown[space]:
            return 0
        more: int = self.roads.cooldown[space]
        return min(cooldown + more, heats)

    def rounds_after(self, start: int, at: int, speed: int, gear: int, engine: int, limit: int = 0) -> float:
        """Rounds to go once the corners between start and place are paid, or the car has spun out there.

        `limit` is what own cards in play add to every corner's limit.
        """
        roads = self.roads
        for line in self.course.lines(start, at, self.goal):
            engine -= corner_bill(roads, line, speed, limit).heat
            if engine < 0:
                ends = OUT if self.effects.spin_out_eliminates else 0
                return self.pace.rounds(line - 1, 1, 0) + SPIN_OUT * STRESS_OF_GEAR[gear] + ends
        return self.pace.rounds(at, gear, engine)

    def bill(self, start: int, at: int, speed: int, limit: int = 0) -> int:
        """The Heat that the corners between start and place ask for."""
        roads = self.roads
        return sum([corner_bill(roads, line, speed, limit).heat for line in self.course.lines(start, at, self.goal)])

    @cached_property
    def has_adrenaline(self) -> bool:
        return not self.effects.no_adrenaline and has_adrenaline(self.view, self.mine.seat)

    def slipstreams(self, at: int, play: Pile) -> list[int]:
        """Where a car that has come to rest here may slip up to, with these cards in play and the others where they
        are."""
        rules, space = self.game.content.rules, self.course.space(at)
        if self.roads.no_slipstream[space] or self.car.gear < self.effects.slipstream_min_gear:
            return []
        others = [car for car in self.view.cars if car.seat != self.car.seat and car.status == "racing"]
        if not any((car.at - at) % self.course.length <= rules.slipstream_reach for car in others):
            return []
        more = sum([self.game.cards[card].symbols.get(SLIPSTREAM.name, 0) for card in play])
        found = {self.land(at - self.car.at + far) for far in (DISTANCE, DISTANCE + more)}
        return [there for there in found if at < there < self.goal]

    def flips(self, count: int) -> dict[int, float]:
        """What so many flips may come to, each sum with its chance."""
        if count not in self._flips:
            sums = flip_sums(self.game, self.mine.draw, self.car.discard, count)
            self._flips[count] = {worth: float(chance) for worth, chance in sums.items()}
        return self._flips[count]

    def limit_now(self) -> int:
        """What the cards in play add to every corner's limit."""
        return way_of(self.game, self.car.play).limit

    def costs_now(self) -> int:
        """The Heat that cards in play still ask for."""
        return sum(item.amount for item in self.car.items if item.kind == "heat")


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

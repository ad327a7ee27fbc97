"""What a choice may lead to, every number itemised: from the view alone, never the state.

A forecast counts ways: of the cards that the driver's own draw pile still holds, any may come first. It is taken on
the positions as they are; cars that move before the driver may change it.
"""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import lcm

from msgspec import Struct
from msgspec.structs import replace

from engine.heat.bound import Bound
from engine.heat.choices import Choice
from engine.heat.corners import STRESS_OF_GEAR, corner_bill, limit_parts
from engine.heat.modifiers import limit_change
from engine.heat.turns import turn_start
from engine.heat.views import CarView, Mine, View
from engine.kernel.refusals import Refusal


class Term(Struct, frozen=True, order=True):
    """One item of a number: where it comes from, and how much it is."""

    source: str
    amount: int


class CornerForecast(Struct, frozen=True):
    """A corner line that would be crossed: its limit item by item, and the Heat that would be owed there."""

    line: int
    limit: tuple[Term, ...]
    owed: int
    overheat: int = 0
    """How much of that is a road token's."""
    spin_out: bool = False


class Outcome(Struct, frozen=True, kw_only=True):
    """One way that it may go: `weight` in `Explanation.ways` ways, for each choice of values by itself."""

    weight: int
    values: tuple[Term, ...] = ()
    """What the driver lets cards count that have a choice."""
    speed: int
    at: int
    lane: int
    corners: tuple[CornerForecast, ...] = ()
    heat: int = 0
    """Heat paid at corners; a spin-out pays all that is there."""
    stress: int = 0
    spin_out: bool = False
    cannot_pay: bool = False
    """Whether the Heat that cards in play cost is more than the engine would hold."""


class Explanation(Struct, frozen=True, kw_only=True):
    """A choice, explained. `refused` says why it is not offered; then there is nothing else."""

    choice: Choice
    refused: Refusal | None = None
    heat: tuple[Term, ...] = ()
    """What the choice itself costs, item by item."""
    speed: tuple[Term, ...] = ()
    """What speed is made of as far as it is certain, item by item."""
    flips: int = 0
    ways: int = 1
    outcomes: tuple[Outcome, ...] = ()
    """What may come of it if nothing else is done this turn; none for choices that move nothing."""


class Forecast:
    """The present moment of one driver, from which a choice is followed to the corner check of this turn."""

    def __init__(self, bound: Bound, view: View, mine: Mine) -> None:
        self.bound = bound
        self.view = view
        self.mine = mine
        self.car: CarView = view.cars[mine.seat]
        self.roads = bound.roads(view.weather, view.tokens)
        self.moving = view.phase not in {"gears", "cards"}
        self.start = self.car.start if self.moving else self.car.at
        """Where the turn begins, and corners are counted from."""

    def speed_now(self) -> tuple[Term, ...]:
        """Today's speed: each card in play, and what is on no card."""
        car = self.car
        terms = [Term(card, worth) for card, worth in zip(car.play, car.worth, strict=True)]
        terms += [Term("adrenaline", car.bonus)] * bool(car.bonus)
        terms += [Term("accelerate", car.accelerated)] * bool(car.accelerated)
        return tuple(terms)

    def costs(self, cards: tuple[str, ...]) -> tuple[Term, ...]:
        """The Heat that cards cost when they come into play."""
        symbols = {card: self.bound.cards[card].symbols for card in cards}
        return tuple(Term(card, heat) for card in cards if (heat := symbols[card].get("heat", 0)))

    def open_costs(self) -> int:
        return sum(item.amount for item in self.car.items if item.kind == "heat")

    def follow(
        self,
        choice: Choice,
        *,
        speed: tuple[Term, ...],
        moves: int,
        flips: int = 0,
        heat: tuple[Term, ...] = (),
        engine: int | None = None,
        owed: int = 0,
        play: tuple[str, ...] | None = None,
        values: tuple[tuple[Term, ...], ...] = ((),),
    ) -> Explanation:
        """What comes of a choice that moves the car `moves` spaces, and by each flip and each chosen value further.

        `engine` is what it would then hold, `owed` what cards in play still cost, `play` the cards then in play.
        """
        certain = sum(term.amount for term in speed)
        ways, sums = flip_ways(self.bound, self.mine.draw, self.car.discard, flips)
        holds = (self.car.engine if engine is None else engine) - owed
        outcomes = []
        for chosen in values:
            worth = sum(term.amount for term in chosen)
            for flipped, weight in sums:
                more = worth + flipped
                landing = self.land(moves + more)
                outcome = self.check_corners(
                    landing, certain + more, max(0, holds), self.car.play if play is None else play
                )
                outcomes.append(replace(outcome, weight=weight, values=chosen, cannot_pay=holds < 0))
        return Explanation(choice=choice, heat=heat, speed=speed, flips=flips, ways=ways, outcomes=tuple(outcomes))

    def land(self, moves: int) -> tuple[int, int]:
        return self.bound.landing(self.view.cars, self.car, moves)

    def start_anew(self) -> None:
        """Put the car where it drives its turn anew."""
        at, lane = turn_start(self.bound.course, self.view.cars, self.car)
        again = replace(self.car, at=at, lane=lane)
        cars = tuple(again if other is self.car else other for other in self.view.cars)
        self.view, self.car, self.start = replace(self.view, cars=cars), again, at

    def check_corners(self, landing: tuple[int, int], speed: int, engine: int, play: tuple[str, ...]) -> Outcome:
        """The corner check of this turn, if the car came to rest there at this speed."""
        course = self.bound.course
        (at, lane), left = landing, engine
        corners: list[CornerForecast] = []
        stress = 0
        change = limit_change(self.bound.cards, play)
        for line in course.lines(self.start, at, self.view.setup.laps * course.length):
            bill = corner_bill(self.roads, line, speed, change)
            spin_out = bill.heat > left
            corners.append(CornerForecast(line, self.limit_terms(line, play), bill.heat, bill.overheat, spin_out))
            if spin_out:
                left, stress = 0, STRESS_OF_GEAR[self.car.gear]
                at, lane = course.back_before(self.view.cars, self.car, line)
                break
            left -= bill.heat
        return Outcome(
            weight=1,
            speed=speed,
            at=at,
            lane=lane,
            corners=tuple(corners),
            heat=engine - left,
            stress=stress,
            spin_out=bool(stress),
        )

    def limit_terms(self, line: int, play: tuple[str, ...]) -> tuple[Term, ...]:
        """A corner's limit: what is printed, what the road changes, what own cards change."""
        parts = limit_parts(self.bound.course, self.roads, self.bound.cards, line, play)
        return tuple(Term(source, amount) for source, amount in parts)


def costs_only(now: Forecast, choice: Choice) -> Explanation:
    """Of a choice that moves nothing and costs nothing there is nothing to tell."""
    return Explanation(choice=choice)


def as_it_stands(now: Forecast, choice: Choice) -> Explanation:
    """A choice that moves nothing: what would come of the turn as it stands."""
    if not now.view.round:
        return Explanation(choice=choice)
    return now.follow(choice, speed=now.speed_now(), moves=0, owed=now.open_costs())


def flip_sums(bound: Bound, draw: tuple[str, ...], discard: tuple[str, ...], flips: int) -> dict[int, Fraction]:
    """What so many flips come to, each sum with its chance: Speed cards of the draw pile, then of the discard pile."""

    def speeds(cards: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(sorted(bound.cards[card].worth[0] for card in cards if bound.cards[card].kind == "speed"))

    return dict(_sums(speeds(draw), speeds(discard), flips))


@lru_cache(maxsize=4096)
def flip_ways(
    bound: Bound, draw: tuple[str, ...], discard: tuple[str, ...], flips: int
) -> tuple[int, tuple[tuple[int, int], ...]]:
    """The same in whole numbers: in how many ways the cards may come, and each sum, ascending, with how many of them
    lead to it. Every choice of a question asks for it."""
    sums = flip_sums(bound, draw, discard, flips)
    ways = lcm(*(chance.denominator for chance in sums.values()))
    return ways, tuple([(flipped, int(chance * ways)) for flipped, chance in sorted(sums.items())])


@lru_cache(maxsize=4096)
def _sums(first: tuple[int, ...], then: tuple[int, ...], flips: int) -> tuple[tuple[int, Fraction], ...]:
    """Draw without putting back, from the first pile until it is empty, then from the other."""
    if not first:
        first, then = then, ()
    if not flips or not first:
        return ((0, Fraction(1)),)
    chances: dict[int, Fraction] = {}
    for worth, copies in Counter(first).items():
        place = first.index(worth)
        for rest, chance in _sums(first[:place] + first[place + 1 :], then, flips - 1):
            chances[worth + rest] = chances.get(worth + rest, Fraction(0)) + chance * Fraction(copies, len(first))
    return tuple(chances.items())

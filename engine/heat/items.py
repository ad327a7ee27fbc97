"""What lies open in React: items, where they come from, and the ways in which each kind can be used.

The items are data: the gear, adrenaline and symbols on cards give them. What can be done with a kind of item is one
row of `USES`: whether everybody can see that it may be usable, the ways to use it, and whether it must be used.
"""

from collections.abc import Callable, Sequence
from itertools import combinations

from msgspec import Struct

from engine.heat import choices as c
from engine.heat.bound import Bound
from engine.heat.cards import HEAT, STRESS
from engine.heat.choices import Choice
from engine.heat.course import Course
from engine.heat.roads import Roads
from engine.heat.state import Car, Item, State
from engine.heat.views import CarView

GEAR_COOLDOWN = {1: 3, 2: 1}
BOOST_COST = 1

SOURCES_FIRST = ("gear", "adrenaline")
"""Cooldown of these sources is spent before that of cards."""

BEFORE_PAYING = frozenset({"heat", "cooldown", "super_cool", "boost", "adrenaline", "draft"})
"""What can be used of a card before its Heat is paid; the rest of it is locked until then."""

DRAFT_REACH = 20
"""So many spaces ahead a draft looks for the next car."""


class Moment(Struct, frozen=True):
    """The moment in which a driver reacts: the car, the road, and who else is on it."""

    bound: Bound
    car: Car | CarView
    hand: tuple[str, ...]
    cars: Sequence[Car | CarView]
    roads: Roads

    @property
    def course(self) -> Course:
        return self.bound.course

    @property
    def space(self) -> int:
        return self.bound.course.space(self.car.at)

    def items(self, kind: str) -> tuple[Item, ...]:
        """The open items of a kind that are not locked behind a card's unpaid Heat."""
        found = [item for item in self.car.items if item.kind == kind]
        if kind not in BEFORE_PAYING:
            for item in self.car.items:
                if item.kind == "heat":
                    locked = next((other for other in found if other.source == item.source), None)
                    if locked is not None:
                        found.remove(locked)
        return tuple(found)

    def total(self, kind: str) -> int:
        amounts: list[int] = [item.amount for item in self.items(kind)]
        return sum(amounts)

    def weather_cooldown(self) -> int:
        """Cooldown that the sector gives once, while the car stands in it."""
        cooldown: int = self.roads.cooldown[self.space]
        if not cooldown or self.roads.weather_sector(self.car.at) in self.car.weathered:
            return 0
        return cooldown

    def boost_cost(self) -> int:
        return 0 if self.roads.free_boost[self.space] else BOOST_COST


class Use(Struct, frozen=True):
    """What can be done with a kind of item."""

    visible: Callable[[Moment], bool]
    """Whether it may be usable, as far as everybody can see."""
    ways: Callable[[Moment], tuple[Choice, ...]]
    """The ways to use it."""
    mandatory: bool = False


def _cooldown_visible(moment: Moment) -> bool:
    if moment.roads.no_cooldown[moment.space]:
        return False
    return bool(moment.total("cooldown") or moment.weather_cooldown())


def cooldowns(moment: Moment) -> tuple[Choice, ...]:
    if moment.roads.no_cooldown[moment.space]:
        return ()
    most = min(moment.total("cooldown") + moment.weather_cooldown(), moment.hand.count(HEAT))
    return tuple([c.Cool(heat) for heat in range(1, most + 1)])


def _boost_visible(moment: Moment) -> bool:
    return moment.car.engine >= moment.boost_cost()


def _boosts(moment: Moment) -> tuple[Choice, ...]:
    return (c.Boost(),) if _boost_visible(moment) else ()


def _payable(moment: Moment) -> tuple[Choice, ...]:
    sources = dict.fromkeys(item.source for item in moment.items("heat") if item.amount <= moment.car.engine)
    return tuple([c.PayHeat(source) for source in sources])


def _scraps(moment: Moment) -> tuple[Choice, ...]:
    return tuple([c.Scrap(source) for source in dict.fromkeys(item.source for item in moment.items("scrap"))])


def _in_tunnel(moment: Moment) -> bool:
    return moment.course.is_tunnel(moment.car.at, moment.car.lane)


def _stress(moment: Moment) -> tuple[Choice, ...]:
    if _in_tunnel(moment):
        return ()
    most = min(moment.total("reduce_stress"), moment.hand.count(STRESS))
    return tuple([c.ReduceStress(stress) for stress in range(1, most + 1)])


def _super_cools(moment: Moment) -> tuple[Choice, ...]:
    most = min(moment.total("super_cool"), moment.car.discard.count(HEAT))
    return tuple([c.SuperCool(heat) for heat in range(1, most + 1)])


def _accelerations(moment: Moment) -> tuple[Choice, ...]:
    if not moment.car.flips:
        return ()
    return tuple([c.Accelerate(source) for source in dict.fromkeys(item.source for item in moment.items("accelerate"))])


def draft_gap(moment: Moment) -> int:
    """The empty spaces up to the next space with a car in it; 0 if there is none near."""
    length = moment.course.length
    ahead = [
        (car.at - moment.car.at) % length for car in moment.cars if car.status == "racing" and car is not moment.car
    ]
    return min((distance for distance in ahead if 0 < distance <= DRAFT_REACH), default=1) - 1


def _drafts(moment: Moment) -> tuple[Choice, ...]:
    gap = draft_gap(moment)
    return (c.DraftMove(gap),) if 1 <= gap <= moment.total("draft") else ()


def _some(kind: str) -> Callable[[Moment], bool]:
    return lambda moment: bool(moment.items(kind))


USES: dict[str, Use] = {
    "cooldown": Use(_cooldown_visible, cooldowns),
    "heat": Use(_some("heat"), _payable, mandatory=True),
    "scrap": Use(_some("scrap"), _scraps, mandatory=True),
    "reduce_stress": Use(lambda moment: bool(moment.items("reduce_stress")) and not _in_tunnel(moment), _stress),
    "super_cool": Use(lambda moment: bool(_super_cools(moment)), _super_cools),
    "salvage": Use(lambda moment: bool(moment.items("salvage") and moment.car.discard), lambda moment: ()),
    "accelerate": Use(lambda moment: bool(_accelerations(moment)), _accelerations),
    "draft": Use(lambda moment: bool(_drafts(moment)), _drafts),
    "boost": Use(_boost_visible, _boosts),
    "adrenaline": Use(_some("adrenaline"), lambda moment: (c.Adrenaline(),)),
}
"""Every kind of item, in the order in which its choices are listed. Salvage is a choice of cards of its own."""


def card_items(symbols: dict[str, int], card: str) -> tuple[Item, ...]:
    """What can be used of a card in play."""
    return tuple(Item(kind, amount, card) for kind, amount in sorted(symbols.items()) if kind in USES)


def gear_items(gear: int, boost_gears: tuple[int, ...]) -> tuple[Item, ...]:
    """What the gear gives: cooldown in the low gears, and a boost where the rule set has one."""
    items: tuple[Item, ...] = ()
    if cooldown := GEAR_COOLDOWN.get(gear):
        items += (Item("cooldown", cooldown, "gear"),)
    if gear in boost_gears:
        items += (Item("boost", 1, "gear"),)
    return items


def sources_for(items: tuple[Item, ...], amount: int) -> tuple[Item, ...]:
    """The sources that an amount spends: no more of them than it takes, the free ones first, and the least to waste."""
    items = tuple(sorted(items, key=_spent_first))
    for size in range(1, len(items)):
        if enough := [some for some in combinations(items, size) if sum([one.amount for one in some]) >= amount]:
            return min(enough, key=lambda some: (sum(map(_spent_first, some)), sum([one.amount for one in some])))
    return items


def _spent_first(item: Item) -> int:
    return SOURCES_FIRST.index(item.source) if item.source in SOURCES_FIRST else len(SOURCES_FIRST)


def kept_sets(moment: Moment) -> tuple[Choice, ...]:
    """Where the open costs exceed the engine: every set of cards, as many as it can cover, that it can pay."""
    open_costs = moment.items("heat")
    engine = moment.car.engine
    if sum([item.amount for item in open_costs]) <= engine:
        return ()
    left, count = engine, 0
    for item in sorted(open_costs, key=lambda item: item.amount):
        if item.amount > left:
            break
        left, count = left - item.amount, count + 1
    sets = {
        tuple(sorted(item.source for item in kept))
        for kept in combinations(open_costs, count)
        if sum(item.amount for item in kept) <= engine
    }
    return tuple(c.Forgo(keep) for keep in sorted(sets))


def turn_start(course: Course, cars: Sequence[Car | CarView], car: Car | CarView) -> tuple[int, int]:
    """Where a car drives its turn anew: its old lane if that is free, else another, else the nearest space behind."""
    space = course.space(car.start)
    taken = any(
        other.status == "racing" and course.space(other.at) == space and other.lane == car.start_lane
        for other in cars
        if other is not car
    )
    return course.back_before(cars, car, car.start + 1) if taken else (car.start, car.start_lane)


def moment_of(bound: Bound, state: State, seat: int) -> Moment:
    """The present moment of a seat."""
    car = state.cars[seat]
    return Moment(bound, car, car.hand, state.cars, bound.roads(state.weather, state.tokens))

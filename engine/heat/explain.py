"""What a choice costs and may lead to, every number itemised: from the view alone, never the state.

A forecast counts ways: of the cards that the driver's own draw pile still holds, any may come first. It is taken on
the positions as they are; cars that move before the driver may change it.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import choices as c
from engine.heat.bound import Bound
from engine.heat.cards import HEAT
from engine.heat.folds.common import out_of_play
from engine.heat.items import BOOST_COST, turn_start
from engine.heat.phases import PHASES
from engine.heat.phases.corners import STRESS_OF_GEAR
from engine.heat.phases.gears import shift_cost
from engine.heat.state import State
from engine.heat.views import CarView, Mine, View
from engine.heat.why import PHASES_OF, why_not
from engine.kernel.chance import Seed
from engine.kernel.refusals import Refusal, refusal

_ANY_CHANCE = Seed("00" * 16)


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

    choice: c.Choice
    refused: Refusal | None = None
    heat: tuple[Term, ...] = ()
    """What the choice itself costs, item by item."""
    speed: tuple[Term, ...] = ()
    """What speed is made of as far as it is certain, item by item."""
    flips: int = 0
    ways: int = 1
    outcomes: tuple[Outcome, ...] = ()
    """What may come of it if nothing else is done this turn; none for choices that move nothing."""


def explain(bound: Bound, view: View, choice: c.Choice, dealt: Callable[[View, Seed], State]) -> Explanation:
    """Explain a choice that answers the viewer's open question, or say why it does not.

    `dealt` makes a whole race that fits the view, as `imagine` does.
    """
    mine = view.mine
    if mine is None or mine.question is None:
        return Explanation(choice=choice, refused=refusal("not_asked", mine.seat if mine else None))
    choice = c.in_card_order(choice)
    if view.phase not in PHASES_OF[type(choice)] or not _is_offered(bound, dealt(view, _ANY_CHANCE), mine.seat, choice):
        return Explanation(choice=choice, refused=why_not(bound, view, choice))
    told = _TOLD.get(type(choice))
    return told(_Forecast(bound, view, mine), choice) if told else Explanation(choice=choice)


def _is_offered(bound: Bound, dealt: State, seat: int, choice: c.Choice) -> bool:
    """Asked of a race imagined from the view: what is offered depends on nothing that the driver does not know."""
    return choice in PHASES[dealt.phase].choices(bound, dealt, seat)


class _Forecast:
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
        choice: c.Choice,
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
        sums = flip_sums(self.bound, self.mine.draw, self.car.discard, flips)
        ways = lcm(*(chance.denominator for chance in sums.values()))
        holds = (self.car.engine if engine is None else engine) - owed
        outcomes = []
        for chosen in values:
            worth = sum(term.amount for term in chosen)
            for flipped, chance in sorted(sums.items()):
                more = worth + flipped
                landing = self.land(moves + more)
                outcome = self.check_corners(
                    landing, certain + more, max(0, holds), self.car.play if play is None else play
                )
                outcomes.append(replace(outcome, weight=int(chance * ways), values=chosen, cannot_pay=holds < 0))
        return Explanation(choice=choice, heat=heat, speed=speed, flips=flips, ways=ways, outcomes=tuple(outcomes))

    def land(self, moves: int) -> tuple[int, int]:
        return self.bound.course.landing(self.view.cars, self.car, moves, self.bound.content.rules.blocked_space)

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
        for line in course.lines(self.start, at, self.view.setup.laps * course.length):
            limit = self.limit_terms(line, play)
            owed = max(0, speed - sum(term.amount for term in limit))
            overheat = self.roads.overheat(line) if owed else 0
            owed += overheat
            spin_out = owed > left
            corners.append(CornerForecast(line, limit, owed, overheat, spin_out))
            if spin_out:
                left, stress = 0, STRESS_OF_GEAR[self.car.gear]
                at, lane = course.back_before(self.view.cars, self.car, line)
                break
            left -= owed
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
        printed = self.bound.course.corner(line).limit
        terms = [Term("limit", printed)]
        if change := self.roads.limit(line) - printed:
            terms.append(Term("road", change))
        for card in play:
            if change := self.bound.cards[card].symbols.get("adjust_limit", 0):
                terms.append(Term(card, change))
        return tuple(terms)


# One teller a kind of choice


def _gear(now: _Forecast, choice: c.Gear) -> Explanation:
    car = now.car
    dry = shift_cost(car.gear, choice.gear, flooded=False)
    wet = shift_cost(car.gear, choice.gear, now.bound.course.is_flooded(car.at, car.lane)) - dry
    terms = tuple(term for term in (Term("two_gears", dry), Term("flooded", wet)) if term.amount)
    return Explanation(choice=choice, heat=terms)


def _mulligan(now: _Forecast, choice: c.Mulligan) -> Explanation:
    return Explanation(choice=choice, heat=(Term("mulligan", 1),))


def _play(now: _Forecast, choice: c.Play) -> Explanation:
    if now.bound.playable(choice.cards) < now.car.gear:
        return Explanation(choice=choice)
    faces = [now.bound.cards[card] for card in choice.cards]
    certain = tuple(Term(face.id, face.worth[0] if len(face.worth) == 1 else 0) for face in faces)
    open_values = [face for face in faces if len(face.worth) > 1]
    values = tuple(
        dict.fromkeys(
            tuple(sorted(Term(face.id, worth) for face, worth in zip(open_values, worths, strict=True)))
            for worths in product(*(face.worth for face in open_values))
        )
    )
    costs = now.costs(choice.cards)
    return now.follow(
        choice,
        speed=certain,
        moves=sum(term.amount for term in certain),
        flips=sum(face.symbols.get("plus", 0) for face in faces),
        heat=costs,
        owed=sum(term.amount for term in costs),
        play=choice.cards,
        values=values,
    )


def _value(now: _Forecast, choice: c.Value) -> Explanation:
    """The cards that are chosen for later count their least here."""
    car, cards = now.car, now.bound.cards
    later = [card for card, worth in zip(car.play, car.worth, strict=True) if not worth and len(cards[card].worth) > 1]
    later.remove(choice.card)
    speed = (
        *(term for term in now.speed_now() if term.amount),
        Term(choice.card, choice.worth),
        *(Term(card, cards[card].worth[0]) for card in later),
    )
    owed = sum(term.amount for term in now.costs(car.play))
    return now.follow(choice, speed=speed, moves=sum(term.amount for term in speed), owed=owed)


def _stay(now: _Forecast, choice: c.Choice) -> Explanation:
    """A choice that moves nothing: what would come of the turn as it stands."""
    if not now.view.round:
        return Explanation(choice=choice)
    return now.follow(choice, speed=now.speed_now(), moves=0, owed=now.open_costs())


def _cool(now: _Forecast, choice: c.Cool | c.SuperCool) -> Explanation:
    engine = now.car.engine + choice.heat
    return now.follow(choice, speed=now.speed_now(), moves=0, engine=engine, owed=now.open_costs())


def _pay_heat(now: _Forecast, choice: c.PayHeat) -> Explanation:
    cost = now.costs((choice.card,))
    return now.follow(choice, speed=now.speed_now(), moves=0, heat=cost, owed=now.open_costs())


def _forgo(now: _Forecast, choice: c.Forgo) -> Explanation:
    car = now.car
    lost = [item.source for item in car.items if item.kind == "heat"]
    for card in choice.keep:
        lost.remove(card)
    play, worths = out_of_play(car, tuple(lost))
    kept = [Term(card, worth) for card, worth in zip(play, worths, strict=True)]
    kept += [Term("adrenaline", car.bonus)] * bool(car.bonus)
    costs = now.costs(choice.keep)
    now.start_anew()
    return now.follow(
        choice,
        speed=tuple(kept),
        moves=sum(term.amount for term in kept),
        flips=len(lost),
        heat=costs,
        owed=sum(term.amount for term in costs),
        play=play,
    )


def _direct_play(now: _Forecast, choice: c.DirectPlay) -> Explanation:
    """The card's Heat, if it costs any, is settled with the card's own cooldown where it must be."""
    symbols = now.bound.cards[choice.card].symbols
    heat = symbols.get("heat", 0)
    engine = now.car.engine
    if heat > engine and not now.roads.no_cooldown[now.bound.course.space(now.car.at)]:
        engine += min(symbols.get("cooldown", 0), now.mine.hand.count(HEAT))
    return now.follow(
        choice,
        speed=(*now.speed_now(), Term(choice.card, choice.worth)),
        moves=choice.worth,
        flips=symbols.get("plus", 0),
        heat=now.costs((choice.card,)),
        engine=engine,
        owed=now.open_costs() + heat,
        play=(*now.car.play, choice.card),
    )


def _accelerate(now: _Forecast, choice: c.Accelerate) -> Explanation:
    speed = (*now.speed_now(), Term(choice.card, now.car.flips))
    return now.follow(choice, speed=speed, moves=now.car.flips, owed=now.open_costs())


def _draft_move(now: _Forecast, choice: c.DraftMove) -> Explanation:
    return now.follow(choice, speed=now.speed_now(), moves=choice.gap, owed=now.open_costs())


def _boost(now: _Forecast, choice: c.Boost) -> Explanation:
    cost = 0 if now.roads.free_boost[now.bound.course.space(now.car.at)] else BOOST_COST
    return now.follow(
        choice,
        speed=now.speed_now(),
        moves=0,
        flips=1,
        heat=(Term("boost", cost),) if cost else (),
        engine=now.car.engine - cost,
        owed=now.open_costs(),
    )


def _adrenaline(now: _Forecast, choice: c.Adrenaline) -> Explanation:
    speed = (*now.speed_now(), Term("adrenaline", 1))
    return now.follow(choice, speed=speed, moves=1, owed=now.open_costs())


def _slipstream(now: _Forecast, choice: c.Slipstream) -> Explanation:
    return now.follow(choice, speed=now.speed_now(), moves=choice.distance)


_TOLD: dict[type, Callable[[_Forecast, Any], Explanation]] = {
    c.Gear: _gear,
    c.Mulligan: _mulligan,
    c.Play: _play,
    c.Value: _value,
    c.Cool: _cool,
    c.SuperCool: _cool,
    c.PayHeat: _pay_heat,
    c.Forgo: _forgo,
    c.Pass: _stay,
    c.Scrap: _stay,
    c.ReduceStress: _stay,
    c.Salvage: _stay,
    c.DirectPlay: _direct_play,
    c.Accelerate: _accelerate,
    c.DraftMove: _draft_move,
    c.Boost: _boost,
    c.Adrenaline: _adrenaline,
    c.Slipstream: _slipstream,
}
"""The choices of which something comes this turn. The others are what they say."""


def flip_sums(bound: Bound, draw: tuple[str, ...], discard: tuple[str, ...], flips: int) -> dict[int, Fraction]:
    """What so many flips come to, each sum with its chance: Speed cards of the draw pile, then of the discard pile."""

    def speeds(cards: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(sorted(bound.cards[card].worth[0] for card in cards if bound.cards[card].kind == "speed"))

    return dict(_sums(speeds(draw), speeds(discard), flips))


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

"""What a choice costs and may lead to, every number itemised: from the view alone, never the state.

A forecast counts ways: of the cards that the driver's own draw pile still holds, any may come first. It is taken on
the positions as they are; cars that move before the driver may change it.
"""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING

from msgspec import Struct

from engine.heat import choices as c
from engine.heat.phases.corners import STRESS_OF_GEAR
from engine.heat.phases.gears import shift_cost
from engine.heat.phases.react import BOOST_COST
from engine.heat.views import CarView, Mine, View
from engine.heat.why import PHASE_OF, why_not
from engine.kernel.chance import Seed
from engine.kernel.refusals import Refusal, refusal

if TYPE_CHECKING:
    from engine.heat.game import Heat

_ANY_CHANCE = Seed("00" * 16)


class Term(Struct, frozen=True):
    """One item of a number: where it comes from, and how much it is."""

    source: str
    amount: int


class CornerForecast(Struct, frozen=True):
    """A corner line that would be crossed: the limit, and the Heat that would be owed there."""

    line: int
    limit: tuple[Term, ...]
    owed: int
    spin_out: bool = False


class Outcome(Struct, frozen=True, kw_only=True):
    """One way that it may go: `weight` in `Explanation.ways` ways."""

    weight: int
    speed: int
    at: int
    lane: int
    corners: tuple[CornerForecast, ...] = ()
    heat: int = 0
    """Heat paid at corners; a spin-out pays all that is there."""
    stress: int = 0
    spin_out: bool = False


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


def explain(game: "Heat", view: View, choice: c.Choice) -> Explanation:
    """Explain a choice that answers the viewer's open question, or say why it does not."""
    mine = view.mine
    if mine is None or mine.question is None:
        return Explanation(choice=choice, refused=refusal("not_asked", mine.seat if mine else None))
    choice = c.in_card_order(choice)
    if PHASE_OF.get(type(choice), view.phase) != view.phase or not _is_offered(game, view, choice):
        return Explanation(choice=choice, refused=why_not(game, view, choice))
    car = view.cars[mine.seat]
    if isinstance(choice, c.Gear):
        return Explanation(choice=choice, heat=_shift_terms(game, car, choice.gear))
    if isinstance(choice, c.Mulligan):
        return Explanation(choice=choice, heat=(Term("mulligan", 1),))
    if isinstance(choice, c.Play):
        return _play(game, view, mine, car, choice)
    if isinstance(choice, c.Boost):
        terms = _speed_terms(car)
        return _forecast(
            game, view, mine, car, choice, heat=(Term("boost", BOOST_COST),), speed=terms, flips=1, moves=0
        )
    if isinstance(choice, c.Adrenaline):
        terms = (*_speed_terms(car), Term("adrenaline", 1))
        return _forecast(game, view, mine, car, choice, speed=terms, moves=1)
    if isinstance(choice, c.Slipstream):
        return _forecast(game, view, mine, car, choice, speed=_speed_terms(car), moves=choice.distance)
    if isinstance(choice, c.Pass | c.Cool):
        cooled = choice.heat if isinstance(choice, c.Cool) else 0
        return _forecast(game, view, mine, car, choice, speed=_speed_terms(car), moves=0, cooled=cooled)
    return Explanation(choice=choice)


def _is_offered(game: "Heat", view: View, choice: c.Choice) -> bool:
    """Asked of a race imagined from the view: what is offered depends on nothing that the driver does not know."""
    assert view.mine is not None
    return choice in game.legal(game.imagine(view, _ANY_CHANCE), view.mine.seat)


def _shift_terms(game: "Heat", car: CarView, to: int) -> tuple[Term, ...]:
    dry = shift_cost(car.gear, to, flooded=False)
    wet = shift_cost(car.gear, to, game.course.is_flooded(car.at, car.lane)) - dry
    return tuple(term for term in (Term("two_gears", dry), Term("flooded", wet)) if term.amount)


def _speed_terms(car: CarView) -> tuple[Term, ...]:
    """Today's speed: each card in play, and what is on no card."""
    cards = tuple(Term(card, worth) for card, worth in zip(car.play, car.worth, strict=True))
    return (*cards, Term("adrenaline", car.bonus)) if car.bonus else cards


def _play(game: "Heat", view: View, mine: Mine, car: CarView, choice: c.Play) -> Explanation:
    faces = [game.cards[card] for card in choice.cards]
    if game.playable(choice.cards) < car.gear:
        return Explanation(choice=choice)
    speed = tuple(Term(face.id, face.worth[0] if len(face.worth) == 1 else 0) for face in faces)
    flips = sum(face.symbols.get("plus", 0) for face in faces)
    return _forecast(game, view, mine, car, choice, speed=speed, flips=flips, moves=sum(term.amount for term in speed))


def _forecast(
    game: "Heat",
    view: View,
    mine: Mine,
    car: CarView,
    choice: c.Choice,
    *,
    heat: tuple[Term, ...] = (),
    speed: tuple[Term, ...],
    flips: int = 0,
    moves: int,
    cooled: int = 0,
) -> Explanation:
    """What comes of a choice that moves the car `moves` spaces, and by each flip further."""
    certain = sum(term.amount for term in speed)
    engine = car.engine + cooled - sum(term.amount for term in heat)
    sums = flip_sums(game, mine.draw, car.discard, flips)
    ways = lcm(*(chance.denominator for chance in sums.values()))
    outcomes = tuple(
        _outcome(game, view, car, int(chance * ways), certain + flipped, moves + flipped, engine)
        for flipped, chance in sorted(sums.items())
    )
    return Explanation(choice=choice, heat=heat, speed=speed, flips=flips, ways=ways, outcomes=outcomes)


def _outcome(game: "Heat", view: View, car: CarView, weight: int, speed: int, moves: int, engine: int) -> Outcome:
    course = game.course
    goal = view.setup.laps * course.length
    start = car.at if view.phase == "cards" else car.start
    at, lane = course.landing(view.cars, car, moves, game.content.rules.blocked_space)
    corners: list[CornerForecast] = []
    paid = stress = 0
    for line in course.lines(start, at, goal):
        limit = course.corner(line).limit
        owed = max(0, speed - limit)
        spin_out = owed > engine - paid
        corners.append(CornerForecast(line, (Term("limit", limit),), owed, spin_out))
        if spin_out:
            paid, stress = engine, STRESS_OF_GEAR[car.gear]
            at, lane = course.back_before(view.cars, car, line)
            break
        paid += owed
    return Outcome(
        weight=weight,
        speed=speed,
        at=at,
        lane=lane,
        corners=tuple(corners),
        heat=paid,
        stress=stress,
        spin_out=bool(stress),
    )


def flip_sums(game: "Heat", draw: tuple[str, ...], discard: tuple[str, ...], flips: int) -> dict[int, Fraction]:
    """What so many flips come to, each sum with its chance: Speed cards of the draw pile, then of the discard pile."""

    def speeds(cards: tuple[str, ...]) -> tuple[int, ...]:
        return tuple(sorted(game.cards[card].worth[0] for card in cards if game.cards[card].kind == "speed"))

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

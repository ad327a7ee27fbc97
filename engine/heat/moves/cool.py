"""Cool down: Heat of the hand goes back to the engine. Gear, adrenaline, weather and cards give cooldown."""

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.cards import HEAT
from engine.heat.case import Case
from engine.heat.choices import Choice, Choices
from engine.heat.course import Course
from engine.heat.events import CarEvent
from engine.heat.folds.common import spend, times, without
from engine.heat.forecast import Explanation, Forecast
from engine.heat.items import SOURCES_FIRST, sources_for
from engine.heat.moment import Moment, PublicMoment, moment_of
from engine.heat.moves.move import Happening, ItemUse, Move, Notation
from engine.heat.state import Item, State, with_car
from engine.heat.symbols import Symbol
from engine.heat.transaction import Transaction
from engine.kernel.bounds import Few, Number
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat


class Cool(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="cool"):
    """Move so much Heat from the hand back to the engine."""

    heat: Number


class Cooled(CarEvent, frozen=True, kw_only=True):
    """Heat went from the hand to the engine; these items are spent."""

    heat: Number
    spent: Few[Item]
    sector: Number | None = None
    """The sector whose weather gave some of the cooldown."""


def weather_cooldown(moment: PublicMoment) -> int:
    """Cooldown that the sector gives once, while the car stands in it."""
    cooldown: int = moment.roads.cooldown[moment.space]
    if not cooldown or moment.roads.weather_sector(moment.car.at) in moment.car.weathered:
        return 0
    return cooldown


def _cooldown(moment: PublicMoment) -> int:
    """All the cooldown there is; none where the weather forbids it."""
    if moment.roads.no_cooldown[moment.space]:
        return 0
    return moment.total("cooldown") + weather_cooldown(moment)


@lru_cache(maxsize=64)
def _up_to(most: int) -> Choices:
    return Choices(tuple([Cool(heat) for heat in range(1, most + 1)]))


def offers(moment: Moment) -> Choices:
    return _up_to(min(_cooldown(moment), moment.hand.count(HEAT)))


def _do(transaction: Transaction, seat: Seat, choice: Cool) -> bool:
    """Cooldown of gear, adrenaline and weather goes first, then that of cards."""
    moment = moment_of(transaction.bound, transaction.state, seat)
    free = tuple(item for item in moment.items("cooldown") if item.source in SOURCES_FIRST)
    carded = tuple(item for item in moment.items("cooldown") if item.source not in SOURCES_FIRST)
    spent: tuple[Item, ...] = ()
    left, sector = choice.heat, None
    for pool in (free, None, carded):
        if left <= 0:
            break
        if pool is None:
            if weather := weather_cooldown(moment):
                left, sector = left - weather, moment.roads.weather_sector(moment.car.at)
        elif pool:
            used = sources_for(pool, left)
            spent, left = spent + used, left - sum(item.amount for item in used)
    transaction.emit(Cooled(seat, heat=choice.heat, spent=spent, sector=sector))
    return False


def _cooled(course: Course, state: State, event: Cooled) -> State:
    car = state.cars[event.seat]
    if event.sector is not None:
        car = replace(car, weathered=(*car.weathered, event.sector))
    car = replace(
        car,
        hand=without(car.hand, times(HEAT, event.heat)),
        engine=car.engine + event.heat,
        items=spend(car.items, *event.spent),
        asked=False,
    )
    return with_car(state, event.seat, car)


def _refuse(case: Case, choice: Cool) -> Refusal | None:
    if case.moment.roads.no_cooldown[case.moment.space]:
        return case.no("cooldown_weather")
    most = _cooldown(case.moment)
    if not most:
        return case.no("no_cooldown")
    if not 1 <= choice.heat <= most:
        return case.no("too_little_cooldown", most=most, heat=choice.heat)
    return case.no("too_little_heat", heat=choice.heat)


def _explain(now: Forecast, choice: Cool) -> Explanation:
    engine = now.car.engine + choice.heat
    return now.follow(choice, speed=now.speed_now(), moves=0, engine=engine, owed=now.open_costs())


def _written(event: Cooled, course: Course) -> str:
    sector = "" if event.sector is None else f" sector {event.sector}"
    return f"cooled {event.heat} by {w.items(event.spent)}{sector}"


MOVE = Move(
    choice=Cool,
    phases=frozenset({"react"}),
    offers=offers,
    do=_do,
    settle=None,
    refuse=_refuse,
    sentences={
        "no_cooldown": "You have no cooldown to use.",
        "cooldown_weather": "The weather allows no cooldown in this sector.",
        "too_little_cooldown": "Your cooldown moves 1 to {most} Heat, not {heat}.",
        "too_little_heat": "Your hand does not hold {heat} Heat.",
    },
    explain=_explain,
    notation=Notation("cool", lambda choice: str(choice.heat), lambda text: Cool(w.whole()(text))),
    menu=lambda choice, describe: f"cool {choice.heat} Heat",
    moved={},
    happenings=(
        Happening(
            event=Cooled,
            fold=_cooled,
            mask=None,
            written=_written,
            sentence=lambda event, who, course: f"{who} cools {event.heat} Heat.",
        ),
    ),
    symbols=(Symbol("cooldown", "cooldown {}"),),
    item=ItemUse(kind="cooldown", visible=lambda moment: bool(_cooldown(moment)), must=None, before_paying=True),
)

"""Boost: 1 Heat for a flip that adds to speed and moves the car."""

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.choices import NONE, Choice, Choices
from engine.heat.course import Course
from engine.heat.events import CarEvent
from engine.heat.folds.common import pay, spend
from engine.heat.forecast import Explanation, Forecast, Term
from engine.heat.items import open_item
from engine.heat.moment import PublicMoment, moment_of
from engine.heat.moves.move import Happening, ItemUse, Move, Notation
from engine.heat.roads import Roads
from engine.heat.state import Item, State, with_car
from engine.heat.transaction import Transaction
from engine.heat.units import Space
from engine.kernel.bounds import Number
from engine.kernel.seats import Seat


class Boost(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="boost"):
    """Pay 1 Heat for a flip that adds to speed and moves the car."""


class Boosted(CarEvent, frozen=True, kw_only=True):
    """The driver used the boost, for so much Heat; the flip follows."""

    heat: Number
    spent: Item


BOOST_COST = 1
ONCE = Choices((Boost(),))


def boost_cost(roads: Roads, space: Space) -> int:
    """The Heat that a boost costs here: none where the weather gives it."""
    return 0 if roads.free_boost[space] else BOOST_COST


def _can_pay(moment: PublicMoment) -> bool:
    return moment.car.engine >= boost_cost(moment.roads, moment.space)


def _do(transaction: Transaction, seat: Seat, choice: Boost) -> bool:
    moment = moment_of(transaction.bound, transaction.state, seat)
    cost = boost_cost(moment.roads, moment.space)
    transaction.emit(Boosted(seat, heat=cost, spent=open_item(transaction, seat, "boost")))
    transaction.move(seat, "boost", transaction.flip(seat))
    return False


def _boosted(course: Course, state: State, event: Boosted) -> State:
    car = pay(state.cars[event.seat], event.heat)
    return with_car(state, event.seat, replace(car, items=spend(car.items, event.spent), asked=False))


def _explain(now: Forecast, choice: Boost) -> Explanation:
    cost = boost_cost(now.roads, now.bound.course.space(now.car.at))
    return now.follow(
        choice,
        speed=now.speed_now(),
        moves=0,
        flips=1,
        heat=(Term("boost", cost),) if cost else (),
        engine=now.car.engine - cost,
        owed=now.open_costs(),
    )


MOVE = Move(
    choice=Boost,
    phases=frozenset({"react"}),
    offers=lambda moment: ONCE if _can_pay(moment) else NONE,
    do=_do,
    settle=None,
    refuse=lambda case, choice: case.no("engine_empty" if case.moment.items("boost") else "no_boost"),
    sentences={
        "no_boost": "There is no boost to use.",
    },
    explain=_explain,
    notation=Notation("boost", None, lambda text: Boost()),
    menu=lambda choice, describe: "boost: pay 1 Heat, flip for speed",
    moved={"boost": " by the boost"},
    happenings=(
        Happening(
            event=Boosted,
            fold=_boosted,
            mask=None,
            written=lambda event, course: f"boosted{w.pays(event.heat)} by {w.items((event.spent,))}",
            sentence=lambda event, who, course: f"{who} boosts.",
        ),
    ),
    symbols=(),
    item=ItemUse(kind="boost", visible=_can_pay, must=None, before_paying=True),
)

"""Adrenaline: the extra speed of the last cars."""

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.choices import Choice, Choices
from engine.heat.course import Course
from engine.heat.events import CarEvent
from engine.heat.folds.common import spend
from engine.heat.forecast import Explanation, Forecast, Term
from engine.heat.items import open_item
from engine.heat.moves.move import Happening, ItemUse, Move, Notation
from engine.heat.state import Item, State, with_car
from engine.heat.transaction import Transaction
from engine.kernel.bounds import Number
from engine.kernel.seats import Seat


class Adrenaline(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="adrenaline"):
    """Take the extra speed that adrenaline gives."""


class AdrenalineUsed(CarEvent, frozen=True, kw_only=True):
    """Adrenaline added to speed; the move follows."""

    worth: Number
    spent: Item


ONCE = Choices((Adrenaline(),))


def _do(transaction: Transaction, seat: Seat, choice: Adrenaline) -> bool:
    item = open_item(transaction, seat, "adrenaline")
    transaction.emit(AdrenalineUsed(seat, worth=item.amount, spent=item))
    transaction.move(seat, "adrenaline", item.amount)
    return False


def _adrenaline_used(course: Course, state: State, event: AdrenalineUsed) -> State:
    car = state.cars[event.seat]
    car = replace(car, bonus=car.bonus + event.worth, items=spend(car.items, event.spent), asked=False)
    return with_car(state, event.seat, car)


def _explain(now: Forecast, choice: Adrenaline) -> Explanation:
    speed = (*now.speed_now(), Term("adrenaline", 1))
    return now.follow(choice, speed=speed, moves=1, owed=now.open_costs())


MOVE = Move(
    choice=Adrenaline,
    phases=frozenset({"react"}),
    offers=lambda moment: ONCE,
    do=_do,
    settle=None,
    refuse=lambda case, choice: case.no("no_adrenaline"),
    sentences={
        "no_adrenaline": "You have no adrenaline to use.",
    },
    explain=_explain,
    notation=Notation("adrenaline", None, lambda text: Adrenaline()),
    menu=lambda choice, describe: "adrenaline: 1 more speed",
    moved={"adrenaline": " by adrenaline"},
    happenings=(
        Happening(
            event=AdrenalineUsed,
            fold=_adrenaline_used,
            mask=None,
            written=lambda event, course: f"adrenaline {event.worth} by {w.items((event.spent,))}",
            sentence=None,  # the sentence of `Moved` says it
        ),
    ),
    symbols=(),
    item=ItemUse(
        kind="adrenaline", visible=lambda moment: bool(moment.items("adrenaline")), must=None, before_paying=True
    ),
)

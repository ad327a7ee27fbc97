"""Accelerate: the flips of this turn add to speed, by a card in play."""

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.case import Case
from engine.heat.choices import NONE, Choice, Choices
from engine.heat.course import Course
from engine.heat.events import CarEvent
from engine.heat.folds.common import spend
from engine.heat.forecast import Explanation, Forecast, Term
from engine.heat.items import open_item
from engine.heat.moment import PublicMoment
from engine.heat.moves.move import Happening, ItemUse, Move, Notation
from engine.heat.state import Item, State, with_car
from engine.heat.symbols import Symbol
from engine.heat.transaction import Transaction
from engine.kernel.bounds import Number, Word
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat


class Accelerate(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="accelerate"):
    """Add the flips of this turn to speed, by a card in play."""

    card: Word


class Accelerated(CarEvent, frozen=True, kw_only=True):
    """The flips of this turn added to speed; the move follows."""

    worth: Number
    spent: Item


def _offers(moment: PublicMoment) -> Choices:
    if not moment.car.flips:
        return NONE
    return Choices(tuple([Accelerate(source) for source in moment.sources("accelerate")]))


def _do(transaction: Transaction, seat: Seat, choice: Accelerate) -> bool:
    worth = transaction.car(seat).flips
    transaction.emit(Accelerated(seat, worth=worth, spent=open_item(transaction, seat, "accelerate", choice.card)))
    transaction.move(seat, "accelerate", worth)
    return False


def _accelerated(course: Course, state: State, event: Accelerated) -> State:
    car = state.cars[event.seat]
    items = spend(car.items, event.spent)
    return with_car(
        state, event.seat, replace(car, accelerated=car.accelerated + event.worth, items=items, asked=False)
    )


def _refuse(case: Case, choice: Accelerate) -> Refusal | None:
    return case.missing_item("accelerate", choice.card) or case.no("no_flips")


def _explain(now: Forecast, choice: Accelerate) -> Explanation:
    speed = (*now.speed_now(), Term(choice.card, now.car.flips))
    return now.follow(choice, speed=speed, moves=now.car.flips, owed=now.open_costs())


MOVE = Move(
    choice=Accelerate,
    phases=frozenset({"react"}),
    offers=_offers,
    do=_do,
    settle=None,
    refuse=_refuse,
    sentences={
        "no_flips": "You have flipped no card this turn.",
    },
    explain=_explain,
    notation=Notation("accelerate", lambda choice: w.name(choice.card), lambda text: Accelerate(w.read_name(text))),
    menu=lambda choice, describe: f"accelerate: add this turn's flips, by {choice.card}",
    moved={"accelerate": " by accelerating"},
    happenings=(
        Happening(
            event=Accelerated,
            fold=_accelerated,
            mask=None,
            written=lambda event, course: f"accelerates {event.worth} by {w.items((event.spent,))}",
            sentence=lambda event, who, course: f"{who} accelerates by {event.worth}.",
        ),
    ),
    symbols=(Symbol("accelerate", "adds the flips"),),
    item=ItemUse(
        kind="accelerate", visible=lambda moment: bool(_offers(moment).others), must=None, before_paying=False
    ),
)

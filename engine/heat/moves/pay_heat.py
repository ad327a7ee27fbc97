"""Pay the Heat that a card in play costs: it must be paid, and other symbols of the card wait for it."""

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.case import Case
from engine.heat.choices import Choice, Choices
from engine.heat.course import Course
from engine.heat.events import CarEvent
from engine.heat.folds.common import pay, spend
from engine.heat.forecast import Explanation, Forecast
from engine.heat.items import open_item
from engine.heat.moment import Moment
from engine.heat.moves.move import Happening, ItemUse, Move, Notation
from engine.heat.state import Item, State, with_car
from engine.heat.symbols import Symbol
from engine.heat.transaction import Transaction
from engine.kernel.bounds import Number, Word
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat


class PayHeat(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="pay_heat"):
    """Pay the Heat that a card in play costs."""

    card: Word


class PaidHeat(CarEvent, frozen=True, kw_only=True):
    """The driver paid the Heat that a card in play costs."""

    card: Word
    heat: Number


def _offers(moment: Moment) -> Choices:
    sources = dict.fromkeys(item.source for item in moment.items("heat") if item.amount <= moment.car.engine)
    return Choices(tuple([PayHeat(source) for source in sources]))


def pay_for(transaction: Transaction, seat: Seat, choice: PayHeat) -> bool:
    transaction.emit(PaidHeat(seat, card=choice.card, heat=open_item(transaction, seat, "heat", choice.card).amount))
    return False


def _paid_heat(course: Course, state: State, event: PaidHeat) -> State:
    car = state.cars[event.seat]
    items = spend(car.items, Item("heat", event.heat, event.card))
    return with_car(state, event.seat, replace(pay(car, event.heat), items=items, asked=False))


def _refuse(case: Case, choice: PayHeat) -> Refusal | None:
    if refused := case.missing_item("heat", choice.card):
        return refused
    heat = next(item.amount for item in case.moment.items("heat") if item.source == choice.card)
    return case.no("cost_unpaid", card=choice.card, heat=heat, engine=case.car.engine)


def _explain(now: Forecast, choice: PayHeat) -> Explanation:
    cost = now.costs((choice.card,))
    return now.follow(choice, speed=now.speed_now(), moves=0, heat=cost, owed=now.open_costs())


MOVE = Move(
    choice=PayHeat,
    phases=frozenset({"react"}),
    offers=_offers,
    do=pay_for,
    settle=None,
    refuse=_refuse,
    sentences={
        "cost_unpaid": "{card} costs {heat} Heat, and your engine holds {engine}.",
    },
    explain=_explain,
    notation=Notation("pay", lambda choice: w.name(choice.card), lambda text: PayHeat(w.read_name(text))),
    menu=lambda choice, describe: f"pay the Heat of {describe(choice.card)}",
    moved={},
    happenings=(
        Happening(
            event=PaidHeat,
            fold=_paid_heat,
            mask=None,
            written=lambda event, course: f"paid {event.heat} for {w.name(event.card)}",
            sentence=lambda event, who, course: f"{who} pays {event.heat} Heat for {event.card}.",
        ),
    ),
    symbols=(Symbol("heat", "costs {} Heat"),),
    item=ItemUse(kind="heat", visible=lambda moment: bool(moment.items("heat")), must=PayHeat, before_paying=True),
)

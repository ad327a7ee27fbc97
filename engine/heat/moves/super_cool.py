"""Super cool: Heat of the discard pile goes to the engine, by a card in play."""

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
from engine.heat.items import open_items, sources_for
from engine.heat.moment import PublicMoment
from engine.heat.moves.move import Happening, ItemUse, Move, Notation
from engine.heat.state import Item, State, with_car
from engine.heat.symbols import Symbol
from engine.heat.transaction import Transaction
from engine.kernel.bounds import Few, Number
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat


class SuperCool(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="super_cool"):
    """Move so much Heat from the discard pile to the engine."""

    heat: Number


class SuperCooled(CarEvent, frozen=True, kw_only=True):
    """Heat went from the discard pile to the engine."""

    heat: Number
    spent: Few[Item]


def _offers(moment: PublicMoment) -> Choices:
    most = min(moment.total("super_cool"), moment.car.discard.count(HEAT))
    return Choices(tuple([SuperCool(heat) for heat in range(1, most + 1)]))


def _do(transaction: Transaction, seat: Seat, choice: SuperCool) -> bool:
    spent = sources_for(open_items(transaction, seat, "super_cool"), choice.heat)
    transaction.emit(SuperCooled(seat, heat=choice.heat, spent=spent))
    return False


def _super_cooled(course: Course, state: State, event: SuperCooled) -> State:
    car = state.cars[event.seat]
    car = replace(
        car,
        discard=without(car.discard, times(HEAT, event.heat)),
        engine=car.engine + event.heat,
        items=spend(car.items, *event.spent),
        asked=False,
    )
    return with_car(state, event.seat, car)


def _refuse(case: Case, choice: SuperCool) -> Refusal | None:
    if refused := case.missing_items("super_cool"):
        return refused
    most = case.moment.total("super_cool")
    if not 1 <= choice.heat <= most:
        return case.no("too_little_super_cool", most=most, heat=choice.heat)
    return case.no("too_little_discarded_heat", heat=choice.heat)


def _explain(now: Forecast, choice: SuperCool) -> Explanation:
    engine = now.car.engine + choice.heat
    return now.follow(choice, speed=now.speed_now(), moves=0, engine=engine, owed=now.open_costs())


MOVE = Move(
    choice=SuperCool,
    phases=frozenset({"react"}),
    offers=_offers,
    do=_do,
    settle=None,
    refuse=_refuse,
    sentences={
        "too_little_super_cool": "Your cards cool 1 to {most} Heat from the discard pile, not {heat}.",
        "too_little_discarded_heat": "Your discard pile does not hold {heat} Heat.",
    },
    explain=_explain,
    notation=Notation("supercool", lambda choice: str(choice.heat), lambda text: SuperCool(w.whole()(text))),
    menu=lambda choice, describe: f"cool {choice.heat} Heat from the discard pile",
    moved={},
    happenings=(
        Happening(
            event=SuperCooled,
            fold=_super_cooled,
            mask=None,
            written=lambda event, course: f"supercooled {event.heat} by {w.items(event.spent)}",
            sentence=lambda event, who, course: f"{who} cools {event.heat} Heat from the discard pile.",
        ),
    ),
    symbols=(Symbol("super_cool", "cools {} Heat from the discard pile"),),
    item=ItemUse(kind="super_cool", visible=lambda moment: bool(_offers(moment).others), must=None, before_paying=True),
)

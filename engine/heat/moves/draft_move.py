"""Draft: close up behind the next car, by a card in play."""

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.case import Case
from engine.heat.choices import NONE, Choice, Choices
from engine.heat.course import Course
from engine.heat.english import spaces
from engine.heat.events import CarEvent
from engine.heat.folds.common import spend
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


class DraftMove(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="draft_move"):
    """Move up behind the next car: exactly the gap."""

    gap: Number


class DraftUsed(CarEvent, frozen=True, kw_only=True):
    """The driver closes up behind the next car; the move follows."""

    gap: Number
    spent: Few[Item]


DRAFT_REACH = 20
"""So many spaces ahead a draft looks for the next car."""


def draft_gap(moment: PublicMoment) -> int:
    """The empty spaces up to the next space with a car in it; 0 if there is none near."""
    length, mover = moment.course.length, moment.car
    ahead = [(car.at - mover.at) % length for car in moment.cars if car.status == "racing" and car is not mover]
    return min((distance for distance in ahead if 0 < distance <= DRAFT_REACH), default=1) - 1


def _offers(moment: PublicMoment) -> Choices:
    gap = draft_gap(moment)
    return Choices((DraftMove(gap),)) if 1 <= gap <= moment.total("draft") else NONE


def _do(transaction: Transaction, seat: Seat, choice: DraftMove) -> bool:
    spent = sources_for(open_items(transaction, seat, "draft"), choice.gap)
    transaction.emit(DraftUsed(seat, gap=choice.gap, spent=spent))
    transaction.move(seat, "draft", choice.gap)
    return False


def _draft_used(course: Course, state: State, event: DraftUsed) -> State:
    car = state.cars[event.seat]
    return with_car(state, event.seat, replace(car, items=spend(car.items, *event.spent), asked=False))


def _refuse(case: Case, choice: DraftMove) -> Refusal | None:
    if refused := case.missing_items("draft"):
        return refused
    return case.no("draft_gap", gap=draft_gap(case.moment), most=case.moment.total("draft"))


def _explain(now: Forecast, choice: DraftMove) -> Explanation:
    return now.follow(choice, speed=now.speed_now(), moves=choice.gap, owed=now.open_costs())


MOVE = Move(
    choice=DraftMove,
    phases=frozenset({"react"}),
    offers=_offers,
    do=_do,
    settle=None,
    refuse=_refuse,
    sentences={
        "draft_gap": "The gap ahead is {gap}; your cards close one of 1 to {most}.",
    },
    explain=_explain,
    notation=Notation("draft", lambda choice: str(choice.gap), lambda text: DraftMove(w.whole()(text))),
    menu=lambda choice, describe: f"draft: close up {spaces(choice.gap)} behind the next car",
    moved={"draft": " behind the next car"},
    happenings=(
        Happening(
            event=DraftUsed,
            fold=_draft_used,
            mask=None,
            written=lambda event, course: f"drafts {event.gap} by {w.items(event.spent)}",
            sentence=lambda event, who, course: f"{who} drafts {spaces(event.gap)}.",
        ),
    ),
    symbols=(Symbol("draft", "drafts {}"),),
    item=ItemUse(kind="draft", visible=lambda moment: bool(_offers(moment).others), must=None, before_paying=True),
)

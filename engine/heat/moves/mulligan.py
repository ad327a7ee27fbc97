"""A new hand before the first round."""

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.case import Case
from engine.heat.choices import NONE, Choice, Choices
from engine.heat.course import Course
from engine.heat.events import CarEvent
from engine.heat.folds.common import pay
from engine.heat.forecast import Explanation, Term
from engine.heat.masking import CarMasked
from engine.heat.moment import Moment
from engine.heat.moves.move import Happening, Mask, Move, Notation
from engine.heat.state import State, with_car
from engine.heat.transaction import Transaction
from engine.kernel.bounds import Number, Pile, Word
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat


class Mulligan(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="mulligan"):
    """Before the first round: pay 1 Heat for a new hand."""


class Mulliganed(CarEvent, frozen=True, kw_only=True):
    """The driver paid 1 Heat; hand and draw pile were shuffled together with outcome `n`, top first."""

    pile: Pile[Word]
    n: Number


class MulliganedSeen(CarMasked, frozen=True, tag="mulliganed"):
    """A driver paid 1 Heat for a new hand."""


ONCE = Choices((Mulligan(),))


def _offers(moment: Moment) -> Choices:
    position, car = moment.position, moment.car
    may = position.setup.mulligan and position.round == 1 and not car.mulliganed and car.engine > 0
    return ONCE if may else NONE


def _do(transaction: Transaction, seat: Seat, choice: Mulligan) -> bool:
    car = transaction.car(seat)
    pile, n = transaction.seat_shuffle(seat, car.hand + car.draw)
    transaction.emit(Mulliganed(seat, pile=pile, n=n))
    return False


def _mulliganed(course: Course, state: State, event: Mulliganed) -> State:
    car = state.cars[event.seat]
    size = len(car.hand)
    car = replace(
        pay(car, 1),
        hand=tuple(sorted(event.pile[:size])),
        draw=event.pile[size:],
        drawn=event.n + 1,
        mulliganed=True,
        asked=False,
    )
    return with_car(state, event.seat, car)


def _refuse(case: Case, choice: Mulligan) -> Refusal | None:
    if not case.view.setup.mulligan:
        return case.no("mulligan_off")
    if case.view.round > 1:
        return case.no("mulligan_late")
    return case.no("mulligan_used" if case.car.mulliganed else "engine_empty")


MOVE = Move(
    choice=Mulligan,
    phases=frozenset({"gears"}),
    offers=_offers,
    do=_do,
    settle=None,
    refuse=_refuse,
    sentences={
        "mulligan_off": "This race is driven without a mulligan.",
        "mulligan_late": "A new hand can be had before the first round only.",
        "mulligan_used": "You have had your new hand.",
    },
    explain=lambda now, choice: Explanation(choice=choice, heat=(Term("mulligan", 1),)),
    notation=Notation("mulligan", None, lambda text: Mulligan()),
    menu=lambda choice, describe: "pay 1 Heat for a new hand",
    moved={},
    happenings=(
        Happening(
            event=Mulliganed,
            fold=_mulliganed,
            mask=Mask(
                form=MulliganedSeen,
                see=lambda event, seat: MulliganedSeen(event.seat),
                written=lambda event, course: "new hand {shuffle ?}",
            ),
            written=lambda event, course: f"new hand {{shuffle {w.cards(event.pile)} by {event.n}}}",
            sentence=lambda event, who, course: f"{who} pays 1 Heat for a new hand.",
        ),
    ),
    symbols=(),
    item=None,
)

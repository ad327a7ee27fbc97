"""Swap an owned upgrade for one that no driver took, after a draft."""

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.case import Case
from engine.heat.choices import Choice, Choices
from engine.heat.course import Course
from engine.heat.events import CarEvent
from engine.heat.folds.common import without
from engine.heat.forecast import costs_only
from engine.heat.moment import Moment
from engine.heat.moves.move import Happening, Move, Notation
from engine.heat.state import State, with_car
from engine.heat.transaction import Transaction
from engine.kernel.bounds import Word
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat


class Swap(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="swap"):
    """Give an owned upgrade for one that no driver took."""

    give: Word
    take: Word


class Swapped(CarEvent, frozen=True, kw_only=True):
    """The driver gave an owned upgrade for one that no driver took."""

    give: Word
    take: Word


def _offers(moment: Moment) -> Choices:
    owned, left = sorted(set(moment.car.upgrades)), sorted(set(moment.position.market))
    return Choices(tuple([Swap(give, take) for give in owned for take in left if give != take]))


def _do(transaction: Transaction, seat: Seat, choice: Swap) -> bool:
    transaction.emit(Swapped(seat, give=choice.give, take=choice.take))
    return True


def _swapped(course: Course, state: State, event: Swapped) -> State:
    car = state.cars[event.seat]
    state = replace(state, market=(*without(state.market, (event.take,)), event.give))
    upgrades = (*without(car.upgrades, (event.give,)), event.take)
    return with_car(state, event.seat, replace(car, upgrades=upgrades, asked=False))


def _refuse(case: Case, choice: Swap) -> Refusal | None:
    if choice.give not in case.car.upgrades:
        return case.no("not_owned", card=choice.give[:40])
    if choice.give == choice.take:
        return case.no("swap_same", card=choice.give)
    return case.no("not_in_market", card=choice.take[:40])


def _read(text: str) -> Swap:
    give, take = w.both_sides(text, "=", "card=card")
    return Swap(w.read_name(give), w.read_name(take))


MOVE = Move(
    choice=Swap,
    phases=frozenset({"swap"}),
    offers=_offers,
    do=_do,
    settle=None,
    refuse=_refuse,
    sentences={
        "swap_same": "Swapping {card} for another {card} changes nothing.",
    },
    explain=costs_only,
    notation=Notation("swap", lambda choice: f"{w.name(choice.give)}={w.name(choice.take)}", _read),
    menu=lambda choice, describe: f"give {describe(choice.give)} for {describe(choice.take)}",
    moved={},
    happenings=(
        Happening(
            event=Swapped,
            fold=_swapped,
            mask=None,
            written=lambda event, course: f"swaps {w.name(event.give)} for {w.name(event.take)}",
            sentence=lambda event, who, course: f"{who} swaps {event.give} for {event.take}.",
        ),
    ),
    symbols=(),
    item=None,
)

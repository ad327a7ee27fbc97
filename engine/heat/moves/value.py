"""Choose what a card in play counts that has several values."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.cards import Card
from engine.heat.case import Case
from engine.heat.choices import Choice, Choices
from engine.heat.course import Course
from engine.heat.events import CarEvent
from engine.heat.forecast import Explanation, Forecast, Term
from engine.heat.moment import Moment
from engine.heat.moves.move import Happening, Move, Notation
from engine.heat.state import State, with_car
from engine.heat.transaction import Transaction
from engine.kernel.bounds import Number, Word
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat


class Value(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="value"):
    """Which of its values a card in play counts."""

    card: Word
    worth: Number


class Valued(CarEvent, frozen=True, kw_only=True):
    """The driver chose what a card in play counts."""

    card: Word
    worth: Number


def open_values(cards: Mapping[str, Card], play: tuple[str, ...], worth: tuple[int, ...]) -> tuple[str, ...]:
    """The cards in play whose value their driver has still to choose, in card order; the first is asked for."""
    return tuple([card for card, one in zip(play, worth, strict=True) if not one and len(cards[card].worth) > 1])


def _offers(moment: Moment) -> Choices:
    cards = moment.bound.cards
    card, *_ = open_values(cards, moment.car.play, moment.car.worth)
    return Choices(tuple([Value(card, worth) for worth in cards[card].worth]))


def _do(transaction: Transaction, seat: Seat, choice: Value) -> bool:
    transaction.emit(Valued(seat, card=choice.card, worth=choice.worth))
    car = transaction.car(seat)
    return not open_values(transaction.cards, car.play, car.worth)


def _valued(course: Course, state: State, event: Valued) -> State:
    car = state.cars[event.seat]
    open_values = [place for place, card in enumerate(car.play) if card == event.card and not car.worth[place]]
    place = open_values[0]
    worth = (*car.worth[:place], event.worth, *car.worth[place + 1 :])
    return with_car(state, event.seat, replace(car, worth=worth, asked=False))


def _refuse(case: Case, choice: Value) -> Refusal | None:
    to_choose = open_values(case.bound.cards, case.car.play, case.car.worth)
    if choice.card in to_choose[1:] and choice.card != to_choose[0]:
        return case.no("other_value_first", card=to_choose[0])
    return case.no("no_such_value", card=choice.card[:40], worth=choice.worth)


def _explain(now: Forecast, choice: Value) -> Explanation:
    """The cards that are chosen for later count their least here."""
    car, cards = now.car, now.bound.cards
    later = list(open_values(cards, car.play, car.worth))
    later.remove(choice.card)
    speed = (
        *(term for term in now.speed_now() if term.amount),
        Term(choice.card, choice.worth),
        *(Term(card, cards[card].worth[0]) for card in later),
    )
    owed = sum(term.amount for term in now.costs(car.play))
    return now.follow(choice, speed=speed, moves=sum(term.amount for term in speed), owed=owed)


MOVE = Move(
    choice=Value,
    phases=frozenset({"reveal"}),
    offers=_offers,
    do=_do,
    settle=None,
    refuse=_refuse,
    sentences={
        "other_value_first": "Choose first what {card} counts.",
    },
    explain=_explain,
    notation=Notation(
        "value",
        lambda choice: f"{w.name(choice.card)}={choice.worth}",
        lambda text: Value(*w.card_and_number(text)),
    ),
    menu=lambda choice, describe: f"{choice.card} counts {choice.worth}",
    moved={},
    happenings=(
        Happening(
            event=Valued,
            fold=_valued,
            mask=None,
            written=lambda event, course: f"value {w.name(event.card)}={event.worth}",
            sentence=lambda event, who, course: f"{who} lets {event.card} count {event.worth}.",
        ),
    ),
    symbols=(),
    item=None,
)

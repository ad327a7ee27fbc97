"""Play cards: as many as the gear says, face down; the phase Reveal turns them over when all have played."""

from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.case import Case
from engine.heat.choices import CardSets, Choice, Choices
from engine.heat.course import Course
from engine.heat.english import card_list
from engine.heat.events import CarEvent
from engine.heat.folds.common import without
from engine.heat.forecast import Explanation, Forecast, Term
from engine.heat.modifiers import flips_of
from engine.heat.moment import Moment
from engine.heat.moves.move import Happening, Move, Notation, in_secret
from engine.heat.state import State, with_car
from engine.heat.transaction import Transaction
from engine.kernel.bounds import Number, Pile, Word
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat


class Play(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="play"):
    """Put these cards face down, as many as the gear says."""

    cards: Pile[Word]

    def in_card_order(self) -> "Play":
        cards = tuple(sorted(self.cards))
        return self if cards == self.cards else Play(cards)


class Revealed(CarEvent, frozen=True, kw_only=True):
    """The cards are turned over; each counts so much, 0 where its driver has still to choose or to flip."""

    cards: Pile[Word]
    worth: Pile[Number]


class Cluttered(CarEvent, frozen=True, kw_only=True):
    """The hand holds too few cards to play. These are put down, the car stays, the gear falls to 1st."""

    cards: Pile[Word]


def _offers(moment: Moment) -> Choices:
    """Any cards but Heat. A cluttered hand has one way: every playable card, filled up with Heat."""
    heats, gear = moment.bound.heats, moment.car.gear
    playable = tuple([card for card in moment.hand if card not in heats])
    missing = gear - len(playable)
    if missing > 0:
        heat = tuple([card for card in moment.hand if card in heats])[:missing]
        return Choices((Play(tuple(sorted(playable + heat))),))
    return Choices(sets=(CardSets(Play, playable, gear, gear),))


def turn_over(transaction: Transaction, seat: Seat, choice: Play) -> None:
    """Reveal the cards, and flip what they flip. A cluttered hand stays where it is."""
    cards, down = transaction.cards, choice.cards
    if transaction.bound.playable(down) < transaction.car(seat).gear:
        transaction.emit(Cluttered(seat, cards=down))
        return
    faces = [cards[card] for card in down]
    transaction.emit(
        Revealed(seat, cards=down, worth=tuple([face.worth[0] if len(face.worth) == 1 else 0 for face in faces]))
    )
    for _ in range(flips_of(cards, down)):
        transaction.flip(seat)


def _revealed(course: Course, state: State, event: Revealed) -> State:
    car = state.cars[event.seat]
    car = replace(
        car,
        start=car.at,
        start_lane=car.lane,
        hand=without(car.hand, event.cards),
        play=event.cards,
        worth=event.worth,
        choice=None,
    )
    return with_car(state, event.seat, car)


def _cluttered(course: Course, state: State, event: Cluttered) -> State:
    car = state.cars[event.seat]
    hand = without(car.hand, event.cards)
    worth = (0,) * len(event.cards)
    return with_car(
        state, event.seat, replace(car, hand=hand, play=event.cards, worth=worth, choice=None, gear=1, cluttered=True)
    )


def _refuse(case: Case, choice: Play) -> Refusal | None:
    if (card := case.missing_card(choice.cards)) is not None:
        return case.no("not_in_hand", card=card[:40])
    if case.bound.playable(case.mine.hand) < case.car.gear:
        return case.no("cluttered_forced")
    if case.bound.playable(choice.cards) < len(choice.cards):
        return case.no("heat_unplayable")
    return case.no("wrong_count", gear=case.car.gear, count=len(choice.cards))


def _explain(now: Forecast, choice: Play) -> Explanation:
    if now.bound.playable(choice.cards) < now.car.gear:
        return Explanation(choice=choice)
    faces = [now.bound.cards[card] for card in choice.cards]
    certain = tuple(Term(face.id, face.worth[0] if len(face.worth) == 1 else 0) for face in faces)
    to_choose = [face for face in faces if len(face.worth) > 1]
    values = tuple(
        dict.fromkeys(
            tuple(sorted(Term(face.id, worth) for face, worth in zip(to_choose, worths, strict=True)))
            for worths in product(*(face.worth for face in to_choose))
        )
    )
    costs = now.costs(choice.cards)
    return now.follow(
        choice,
        speed=certain,
        moves=sum(term.amount for term in certain),
        flips=flips_of(now.bound.cards, choice.cards),
        heat=costs,
        owed=sum(term.amount for term in costs),
        play=choice.cards,
        values=values,
    )


def _written(event: Revealed, course: Course) -> str:
    return "reveals " + w.listed([f"{w.name(f)}={worth}" for f, worth in zip(event.cards, event.worth, strict=False)])


MOVE = Move(
    choice=Play,
    phases=frozenset({"cards"}),
    offers=_offers,
    do=in_secret,
    settle=None,  # the phase Reveal turns the cards over
    refuse=_refuse,
    sentences={
        "wrong_count": "Gear {gear} plays {gear} cards, not {count}.",
        "heat_unplayable": "Heat cannot be played.",
        "cluttered_forced": "Your hand is cluttered: every playable card goes down, filled up with Heat.",
    },
    explain=_explain,
    notation=Notation("play", lambda choice: w.cards(choice.cards), lambda text: Play(w.read_cards(text))),
    menu=lambda choice, describe: f"play {card_list(choice.cards)}",
    moved={},
    happenings=(
        Happening(
            event=Revealed,
            fold=_revealed,
            mask=None,
            written=_written,
            sentence=lambda event, who, course: f"{who} plays {card_list(event.cards)}.",
        ),
        Happening(
            event=Cluttered,
            fold=_cluttered,
            mask=None,
            written=lambda event, course: f"cluttered {w.cards(event.cards)}",
            sentence=lambda event, who, course: f"{who} has a cluttered hand: the car stays, 1st gear.",
        ),
    ),
    symbols=(),
    item=None,
)

"""Give up on Heat that cannot be paid: some cards are kept and paid, the others go, and the car moves anew."""

from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.case import Case
from engine.heat.choices import NONE, Choice, Choices
from engine.heat.course import Course
from engine.heat.english import card_list, place
from engine.heat.events import CarEvent
from engine.heat.folds.common import out_of_play, placed
from engine.heat.forecast import Explanation, Forecast, Term
from engine.heat.moment import Moment
from engine.heat.moves.move import Describe, Happening, Move, Notation
from engine.heat.moves.pay_heat import PayHeat, pay_for
from engine.heat.state import State, with_car
from engine.heat.transaction import Transaction
from engine.heat.turns import turn_start
from engine.heat.units import Distance, Lane
from engine.kernel.bounds import Pile, Word
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat


class Forgo(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="forgo"):
    """Give up on Heat that cannot be found: keep and pay these cards, lose the others and move anew."""

    keep: Pile[Word]

    def in_card_order(self) -> "Forgo":
        return Forgo(tuple(sorted(self.keep)))


class Forgone(CarEvent, frozen=True, kw_only=True):
    """Heat could not be found: these cards go to the discard pile, and the car is back where its turn began."""

    cards: Pile[Word]
    at: Distance
    lane: Lane


def kept_sets(moment: Moment) -> tuple[Forgo, ...]:
    """Where the open costs exceed the engine: every set of cards, as many as it can cover, that it can pay."""
    open_costs = moment.items("heat")
    engine = moment.car.engine
    if sum([item.amount for item in open_costs]) <= engine:
        return ()
    left, count = engine, 0
    for item in sorted(open_costs, key=lambda item: item.amount):
        if item.amount > left:
            break
        left, count = left - item.amount, count + 1
    sets = {
        tuple(sorted(item.source for item in kept))
        for kept in combinations(open_costs, count)
        if sum(item.amount for item in kept) <= engine
    }
    return tuple(Forgo(keep) for keep in sorted(sets))


def _offers(moment: Moment) -> Choices:
    kept = kept_sets(moment)
    return Choices(kept) if kept else NONE


def _do(transaction: Transaction, seat: Seat, choice: Forgo) -> bool:
    """Pay for the cards that are kept; the others go, and the car drives its turn anew with a flip for each."""
    unpaid = [item.source for item in transaction.car(seat).items if item.kind == "heat"]
    for card in choice.keep:
        unpaid.remove(card)
        pay_for(transaction, seat, PayHeat(card))
    at, lane = turn_start(transaction.course, transaction.state.cars, transaction.car(seat))
    transaction.emit(Forgone(seat, cards=tuple(unpaid), at=at, lane=lane))
    for _ in unpaid:
        transaction.flip(seat, counts=False)
    transaction.move(seat, "again", transaction.car(seat).speed)
    return False


def _forgone(course: Course, state: State, event: Forgone) -> State:
    """The cards leave play with all that could be used of them; adrenaline and other cards keep their speed."""
    car = placed(course, state, state.cars[event.seat], event.at, event.lane)
    play, worth = out_of_play(car, event.cards)
    items = list(car.items)
    for card in event.cards:
        for kind in {item.kind for item in items if item.source == card}:
            items.remove(next(item for item in items if item.source == card and item.kind == kind))
    car = replace(
        car,
        start=event.at,
        start_lane=event.lane,
        play=play,
        worth=worth,
        items=tuple(items),
        accelerated=0,
        discard=car.discard + event.cards,
        asked=False,
    )
    return with_car(state, event.seat, car)


def _refuse(case: Case, choice: Forgo) -> Refusal | None:
    return case.no("nothing_forgone" if not kept_sets(case.moment) else "forgo_other")


def _explain(now: Forecast, choice: Forgo) -> Explanation:
    car = now.car
    lost = [item.source for item in car.items if item.kind == "heat"]
    for card in choice.keep:
        lost.remove(card)
    play, worths = out_of_play(car, tuple(lost))
    kept = [Term(card, worth) for card, worth in zip(play, worths, strict=True)]
    kept += [Term("adrenaline", car.bonus)] * bool(car.bonus)
    costs = now.costs(choice.keep)
    now.start_anew()
    return now.follow(
        choice,
        speed=tuple(kept),
        moves=sum(term.amount for term in kept),
        flips=len(lost),
        heat=costs,
        owed=sum(term.amount for term in costs),
        play=play,
    )


def _menu(choice: Forgo, describe: Describe) -> str:
    return f"give up on the Heat that is missing; keep {card_list(choice.keep)}, flip for the rest, move anew"


def _sentence(event: Forgone, who: str, course: Course) -> str:
    return f"{who} cannot pay for {card_list(event.cards)}: back to {place(course, event.at)}, and anew."


MOVE = Move(
    choice=Forgo,
    phases=frozenset({"react"}),
    offers=_offers,
    do=_do,
    settle=None,
    refuse=_refuse,
    sentences={
        "nothing_forgone": "All the Heat that you owe can be paid.",
        "forgo_other": "Keep as many cards as your engine can pay for, and only such.",
    },
    explain=_explain,
    notation=Notation("forgo", lambda choice: w.cards(choice.keep), lambda text: Forgo(w.read_cards(text))),
    menu=_menu,
    moved={"again": " anew"},
    happenings=(
        Happening(
            event=Forgone,
            fold=_forgone,
            mask=None,
            written=lambda event, course: f"forgoes {w.cards(event.cards)} @{w.spot(course, event.at, event.lane)}",
            sentence=_sentence,
        ),
    ),
    symbols=(),
    item=None,
)

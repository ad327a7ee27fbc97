"""Play a card from the hand in React."""

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.cards import HEAT
from engine.heat.case import Case
from engine.heat.choices import NONE, Choice, Choices
from engine.heat.course import Course
from engine.heat.events import CarEvent
from engine.heat.folds.common import without
from engine.heat.forecast import Explanation, Forecast, Term
from engine.heat.items import card_items
from engine.heat.modifiers import flips_of
from engine.heat.moment import Moment, moment_of
from engine.heat.moves.cool import Cooled
from engine.heat.moves.move import Happening, Move, Notation
from engine.heat.moves.pay_heat import PaidHeat
from engine.heat.state import Item, State, with_car
from engine.heat.symbols import Symbol
from engine.heat.transaction import Transaction
from engine.kernel.bounds import Few, Number, Word
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat


class DirectPlay(Struct, Choice, frozen=True, forbid_unknown_fields=True, tag="direct_play"):
    """Play this card from the hand now."""

    card: Word
    worth: Number


class DirectlyPlayed(CarEvent, frozen=True, kw_only=True):
    """A card came into play from the hand, with what can be used of it; the move follows."""

    card: Word
    worth: Number
    items: Few[Item]


def _offers(moment: Moment) -> Choices:
    direct = moment.bound.direct
    if direct.isdisjoint(moment.hand):
        return NONE
    cards = moment.bound.cards
    heat_anywhere = moment.car.engine or HEAT in moment.hand
    return Choices(
        tuple(
            [
                DirectPlay(card, worth)
                for card in dict.fromkeys(moment.hand)
                if card in direct and (heat_anywhere or "heat" not in cards[card].symbols)
                for worth in cards[card].worth
            ]
        )
    )


def _do(transaction: Transaction, seat: Seat, choice: DirectPlay) -> bool:
    """The card comes into play; its Heat is settled at once if that can be, with its own cooldown if it must."""
    bound = transaction.bound
    symbols = transaction.cards[choice.card].symbols
    items = card_items(symbols, choice.card, bound.vocabulary.items)
    transaction.emit(DirectlyPlayed(seat, card=choice.card, worth=choice.worth, items=items))
    flipped = [transaction.flip(seat) for _ in range(flips_of(transaction.cards, (choice.card,)))]
    transaction.move(seat, "direct_play", choice.worth + sum(flipped))
    heat = symbols.get("heat", 0)
    if not heat:
        return False
    moment = moment_of(bound, transaction.state, seat)
    if heat > moment.car.engine and not moment.roads.no_cooldown[moment.space]:
        own = tuple(item for item in moment.items("cooldown") if item.source == choice.card)[:1]
        cooled = min(sum(item.amount for item in own), moment.hand.count(HEAT))
        if cooled:
            transaction.emit(Cooled(seat, heat=cooled, spent=own))
    if heat <= transaction.car(seat).engine:
        transaction.emit(PaidHeat(seat, card=choice.card, heat=heat))
    return False


def _directly_played(course: Course, state: State, event: DirectlyPlayed) -> State:
    car = state.cars[event.seat]
    car = replace(
        car,
        hand=without(car.hand, (event.card,)),
        play=(*car.play, event.card),
        worth=(*car.worth, event.worth),
        items=car.items + event.items,
        asked=False,
    )
    return with_car(state, event.seat, car)


def _refuse(case: Case, choice: DirectPlay) -> Refusal | None:
    card = choice.card
    if card not in case.mine.hand:
        return case.no("not_in_hand", card=card[:40])
    if card not in case.bound.direct:
        return case.no("no_direct_play", card=card)
    if choice.worth not in case.bound.cards[card].worth:
        return case.no("no_such_value", card=card, worth=choice.worth)
    return case.no("engine_empty")


def _explain(now: Forecast, choice: DirectPlay) -> Explanation:
    """The card's Heat, if it costs any, is settled with the card's own cooldown where it must be."""
    symbols = now.bound.cards[choice.card].symbols
    heat = symbols.get("heat", 0)
    engine = now.car.engine
    if heat > engine and not now.roads.no_cooldown[now.bound.course.space(now.car.at)]:
        engine += min(symbols.get("cooldown", 0), now.mine.hand.count(HEAT))
    return now.follow(
        choice,
        speed=(*now.speed_now(), Term(choice.card, choice.worth)),
        moves=choice.worth,
        flips=flips_of(now.bound.cards, (choice.card,)),
        heat=now.costs((choice.card,)),
        engine=engine,
        owed=now.open_costs() + heat,
        play=(*now.car.play, choice.card),
    )


def _written(event: DirectlyPlayed, course: Course) -> str:
    use = f" may use {w.items(event.items)}" if event.items else ""
    return f"direct {w.name(event.card)}={event.worth}{use}"


MOVE = Move(
    choice=DirectPlay,
    phases=frozenset({"react"}),
    offers=_offers,
    do=_do,
    settle=None,
    refuse=_refuse,
    sentences={
        "no_direct_play": "{card} cannot be played in React.",
    },
    explain=_explain,
    notation=Notation(
        "direct",
        lambda choice: f"{w.name(choice.card)}={choice.worth}",
        lambda text: DirectPlay(*w.card_and_number(text)),
    ),
    menu=lambda choice, describe: f"play {describe(choice.card)} now, for {choice.worth}",
    moved={"direct_play": " by direct play"},
    happenings=(
        Happening(
            event=DirectlyPlayed,
            fold=_directly_played,
            mask=None,
            written=_written,
            sentence=lambda event, who, course: f"{who} plays {event.card} now: {event.worth}.",
        ),
    ),
    symbols=(Symbol("direct_play", "can be played in React"),),
    item=None,
)

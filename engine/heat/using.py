"""What using an item of React does, one function a kind of choice."""

from collections.abc import Callable
from typing import Any

from engine.heat import choices as c
from engine.heat import events as e
from engine.heat.cards import HEAT
from engine.heat.items import SOURCES_FIRST, card_items, moment_of, sources_for, turn_start
from engine.heat.state import Item
from engine.heat.transaction import Transaction


def _item(transaction: Transaction, seat: int, kind: str, source: str = "") -> Item:
    items = moment_of(transaction.bound, transaction.state, seat).items(kind)
    return next(item for item in items if source in ("", item.source))


def _cool(transaction: Transaction, seat: int, choice: c.Cool) -> None:
    """Cooldown of gear, adrenaline and weather goes first, then that of cards."""
    moment = moment_of(transaction.bound, transaction.state, seat)
    free = tuple(item for item in moment.items("cooldown") if item.source in SOURCES_FIRST)
    carded = tuple(item for item in moment.items("cooldown") if item.source not in SOURCES_FIRST)
    spent: tuple[Item, ...] = ()
    left, sector = choice.heat, None
    for pool in (free, None, carded):
        if left <= 0:
            break
        if pool is None:
            if weather := moment.weather_cooldown():
                left, sector = left - weather, moment.roads.weather_sector(moment.car.at)
        elif pool:
            used = sources_for(pool, left)
            spent, left = spent + used, left - sum(item.amount for item in used)
    transaction.emit(e.Cooled(seat, choice.heat, spent, sector))


def _pay_heat(transaction: Transaction, seat: int, choice: c.PayHeat) -> None:
    transaction.emit(e.PaidHeat(seat, choice.card, _item(transaction, seat, "heat", choice.card).amount))


def _forgo(transaction: Transaction, seat: int, choice: c.Forgo) -> None:
    """Pay for the cards that are kept; the others go, and the car drives its turn anew with a flip for each."""
    unpaid = [item.source for item in transaction.car(seat).items if item.kind == "heat"]
    for card in choice.keep:
        unpaid.remove(card)
        _pay_heat(transaction, seat, c.PayHeat(card))
    at, lane = turn_start(transaction.course, transaction.state.cars, transaction.car(seat))
    transaction.emit(e.Forgone(seat, tuple(unpaid), at, lane))
    for _ in unpaid:
        transaction.flip(seat, counts=False)
    transaction.move(seat, "again", transaction.car(seat).speed)


def _scrap(transaction: Transaction, seat: int, choice: c.Scrap) -> None:
    missing = _item(transaction, seat, "scrap", choice.card).amount
    while missing > len(transaction.car(seat).draw) and transaction.car(seat).discard:
        if rest := transaction.car(seat).draw:
            transaction.emit(e.Scrapped(seat, choice.card, rest, done=False))
            missing -= len(rest)
        transaction.reshuffle(seat)
    transaction.emit(e.Scrapped(seat, choice.card, transaction.car(seat).draw[:missing]))


def _reduce_stress(transaction: Transaction, seat: int, choice: c.ReduceStress) -> None:
    spent = sources_for(moment_of(transaction.bound, transaction.state, seat).items("reduce_stress"), choice.stress)
    transaction.emit(e.StressReduced(seat, choice.stress, spent))


def _super_cool(transaction: Transaction, seat: int, choice: c.SuperCool) -> None:
    spent = sources_for(moment_of(transaction.bound, transaction.state, seat).items("super_cool"), choice.heat)
    transaction.emit(e.SuperCooled(seat, choice.heat, spent))


def _do_salvage(transaction: Transaction, seat: int, choice: c.Salvage) -> None:
    spent = _item(transaction, seat, "salvage", choice.card)
    pile, n = transaction.seat_shuffle(seat, (*transaction.car(seat).draw, *choice.cards))
    transaction.emit(e.Salvaged(seat, choice.cards, pile, n, spent))


def _direct_play(transaction: Transaction, seat: int, choice: c.DirectPlay) -> None:
    """The card comes into play; its Heat is settled at once if that can be, with its own cooldown if it must."""
    symbols = transaction.cards[choice.card].symbols
    transaction.emit(e.DirectlyPlayed(seat, choice.card, choice.worth, card_items(symbols, choice.card)))
    flipped = [transaction.flip(seat) for _ in range(symbols.get("plus", 0))]
    transaction.move(seat, "direct_play", choice.worth + sum(flipped))
    heat = symbols.get("heat", 0)
    if not heat:
        return
    moment = moment_of(transaction.bound, transaction.state, seat)
    if heat > moment.car.engine and not moment.roads.no_cooldown[moment.space]:
        own = tuple(item for item in moment.items("cooldown") if item.source == choice.card)[:1]
        cooled = min(sum(item.amount for item in own), moment.hand.count(HEAT))
        if cooled:
            transaction.emit(e.Cooled(seat, cooled, own))
    if heat <= transaction.car(seat).engine:
        transaction.emit(e.PaidHeat(seat, choice.card, heat))


def _accelerate(transaction: Transaction, seat: int, choice: c.Accelerate) -> None:
    worth = transaction.car(seat).flips
    transaction.emit(e.Accelerated(seat, worth, _item(transaction, seat, "accelerate", choice.card)))
    transaction.move(seat, "accelerate", worth)


def _draft(transaction: Transaction, seat: int, choice: c.DraftMove) -> None:
    spent = sources_for(moment_of(transaction.bound, transaction.state, seat).items("draft"), choice.gap)
    transaction.emit(e.DraftUsed(seat, choice.gap, spent))
    transaction.move(seat, "draft", choice.gap)


def _boost(transaction: Transaction, seat: int, choice: c.Boost) -> None:
    moment = moment_of(transaction.bound, transaction.state, seat)
    transaction.emit(e.Boosted(seat, moment.boost_cost(), _item(transaction, seat, "boost")))
    transaction.move(seat, "boost", transaction.flip(seat))


def _adrenaline(transaction: Transaction, seat: int, choice: c.Adrenaline) -> None:
    item = _item(transaction, seat, "adrenaline")
    transaction.emit(e.AdrenalineUsed(seat, item.amount, item))
    transaction.move(seat, "adrenaline", item.amount)


USED: dict[type, Callable[[Transaction, int, Any], None]] = {
    c.Cool: _cool,
    c.PayHeat: _pay_heat,
    c.Forgo: _forgo,
    c.Scrap: _scrap,
    c.ReduceStress: _reduce_stress,
    c.SuperCool: _super_cool,
    c.Salvage: _do_salvage,
    c.DirectPlay: _direct_play,
    c.Accelerate: _accelerate,
    c.DraftMove: _draft,
    c.Boost: _boost,
    c.Adrenaline: _adrenaline,
}

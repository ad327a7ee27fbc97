"""What using an item of React does, one function a kind of choice."""

from collections.abc import Callable
from typing import Any

from engine.heat import choices as c
from engine.heat import events as e
from engine.heat.cards import HEAT
from engine.heat.items import SOURCES_FIRST, card_items, scene_of, sources_for, turn_start
from engine.heat.state import Item
from engine.heat.telling import Telling
from engine.kernel.chance import shuffled


def _item(telling: Telling, seat: int, kind: str, source: str = "") -> Item:
    items = scene_of(telling.game, telling.state, seat).items(kind)
    return next(item for item in items if source in ("", item.source))


def _cool(telling: Telling, seat: int, choice: c.Cool) -> None:
    """Cooldown of gear, adrenaline and weather goes first, then that of cards."""
    scene = scene_of(telling.game, telling.state, seat)
    free = tuple(item for item in scene.items("cooldown") if item.source in SOURCES_FIRST)
    carded = tuple(item for item in scene.items("cooldown") if item.source not in SOURCES_FIRST)
    spent: tuple[Item, ...] = ()
    left, sector = choice.heat, None
    for pool in (free, None, carded):
        if left <= 0:
            break
        if pool is None:
            if weather := scene.weather_cooldown():
                left, sector = left - weather, scene.roads.weather_sector(scene.car.at)
        elif pool:
            used = sources_for(pool, left)
            spent, left = spent + used, left - sum(item.amount for item in used)
    telling.tell(e.Cooled(seat, choice.heat, spent, sector))


def _pay_heat(telling: Telling, seat: int, choice: c.PayHeat) -> None:
    telling.tell(e.PaidHeat(seat, choice.card, _item(telling, seat, "heat", choice.card).amount))


def _forgo(telling: Telling, seat: int, choice: c.Forgo) -> None:
    """Pay for the cards that are kept; the others go, and the car drives its turn anew with a flip for each."""
    unpaid = [item.source for item in telling.car(seat).items if item.kind == "heat"]
    for card in choice.keep:
        unpaid.remove(card)
        _pay_heat(telling, seat, c.PayHeat(card))
    at, lane = turn_start(telling.course, telling.state.cars, telling.car(seat))
    telling.tell(e.Forgone(seat, tuple(unpaid), at, lane))
    for _ in unpaid:
        telling.flip(seat, counts=False)
    telling.move(seat, "again", telling.car(seat).speed)


def _scrap(telling: Telling, seat: int, choice: c.Scrap) -> None:
    missing = _item(telling, seat, "scrap", choice.card).amount
    while missing > len(telling.car(seat).draw) and telling.car(seat).discard:
        if rest := telling.car(seat).draw:
            telling.tell(e.Scrapped(seat, choice.card, rest, done=False))
            missing -= len(rest)
        telling.reshuffle(seat)
    telling.tell(e.Scrapped(seat, choice.card, telling.car(seat).draw[:missing]))


def _reduce_stress(telling: Telling, seat: int, choice: c.ReduceStress) -> None:
    spent = sources_for(scene_of(telling.game, telling.state, seat).items("reduce_stress"), choice.stress)
    telling.tell(e.StressReduced(seat, choice.stress, spent))


def _super_cool(telling: Telling, seat: int, choice: c.SuperCool) -> None:
    spent = sources_for(scene_of(telling.game, telling.state, seat).items("super_cool"), choice.heat)
    telling.tell(e.SuperCooled(seat, choice.heat, spent))


def _do_salvage(telling: Telling, seat: int, choice: c.Salvage) -> None:
    spent = _item(telling, seat, "salvage", choice.card)
    outcome, n = telling.seat_draw(seat)
    pile = shuffled(outcome, sorted((*telling.car(seat).draw, *choice.cards)))
    telling.tell(e.Salvaged(seat, choice.cards, pile, n, spent))


def _direct_play(telling: Telling, seat: int, choice: c.DirectPlay) -> None:
    """The card comes into play; its Heat is settled at once if that can be, with its own cooldown if it must."""
    symbols = telling.cards[choice.card].symbols
    telling.tell(e.DirectlyPlayed(seat, choice.card, choice.worth, card_items(symbols, choice.card)))
    flipped = [telling.flip(seat) for _ in range(symbols.get("plus", 0))]
    telling.move(seat, "direct_play", choice.worth + sum(flipped))
    heat = symbols.get("heat", 0)
    if not heat:
        return
    scene = scene_of(telling.game, telling.state, seat)
    if heat > scene.car.engine and not scene.roads.no_cooldown[scene.space]:
        own = tuple(item for item in scene.items("cooldown") if item.source == choice.card)[:1]
        cooled = min(sum(item.amount for item in own), scene.hand.count(HEAT))
        if cooled:
            telling.tell(e.Cooled(seat, cooled, own))
    if heat <= telling.car(seat).engine:
        telling.tell(e.PaidHeat(seat, choice.card, heat))


def _accelerate(telling: Telling, seat: int, choice: c.Accelerate) -> None:
    worth = telling.car(seat).flips
    telling.tell(e.Accelerated(seat, worth, _item(telling, seat, "accelerate", choice.card)))
    telling.move(seat, "accelerate", worth)


def _draft(telling: Telling, seat: int, choice: c.DraftMove) -> None:
    spent = sources_for(scene_of(telling.game, telling.state, seat).items("draft"), choice.gap)
    telling.tell(e.DraftUsed(seat, choice.gap, spent))
    telling.move(seat, "draft", choice.gap)


def _boost(telling: Telling, seat: int, choice: c.Boost) -> None:
    scene = scene_of(telling.game, telling.state, seat)
    telling.tell(e.Boosted(seat, scene.boost_cost(), _item(telling, seat, "boost")))
    telling.move(seat, "boost", telling.flip(seat))


def _adrenaline(telling: Telling, seat: int, choice: c.Adrenaline) -> None:
    item = _item(telling, seat, "adrenaline")
    telling.tell(e.AdrenalineUsed(seat, item.amount, item))
    telling.move(seat, "adrenaline", item.amount)


USED: dict[type, Callable[[Telling, int, Any], None]] = {
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

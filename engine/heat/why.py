"""Why a choice that is not offered is refused: from the view of the one who asks, one small judge a kind of choice."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from engine.heat import choices as c
from engine.heat.bound import Bound
from engine.heat.items import Moment, draft_gap, kept_sets
from engine.heat.phases.discard import refreshers
from engine.heat.phases.gears import FARTHEST, HIGHEST, LOWEST, gears_offered, shift_cost
from engine.heat.phases.slipstream import barred, obstacle, sums
from engine.heat.refusals import refuse
from engine.heat.views import CarView, Mine, View
from engine.kernel.refusals import Refusal, refusal

PHASES_OF: dict[type, frozenset[str]] = {
    c.Gear: frozenset({"gears"}),
    c.Mulligan: frozenset({"gears"}),
    c.LeaveRace: frozenset({"gears"}),
    c.Play: frozenset({"cards"}),
    c.Value: frozenset({"reveal"}),
    c.Cool: frozenset({"react"}),
    c.PayHeat: frozenset({"react"}),
    c.Forgo: frozenset({"react"}),
    c.Scrap: frozenset({"react"}),
    c.ReduceStress: frozenset({"react"}),
    c.SuperCool: frozenset({"react"}),
    c.Salvage: frozenset({"react"}),
    c.DirectPlay: frozenset({"react"}),
    c.Accelerate: frozenset({"react"}),
    c.DraftMove: frozenset({"react"}),
    c.Boost: frozenset({"react"}),
    c.Adrenaline: frozenset({"react"}),
    c.Slipstream: frozenset({"slipstream"}),
    c.Pass: frozenset({"react", "slipstream", "swap"}),
    c.Discard: frozenset({"discard"}),
    c.Pick: frozenset({"draft", "snake_draft"}),
    c.GiveUp: frozenset({"give_up"}),
    c.Swap: frozenset({"swap"}),
}
"""Which questions a kind of choice answers."""


class _Case:
    """One choice of one driver, as its judge sees it."""

    def __init__(self, bound: Bound, view: View, mine: Mine, choice: Any) -> None:
        self.bound = bound
        self.view = view
        self.mine = mine
        self.choice = choice
        self.car: CarView = view.cars[mine.seat]

    @property
    def moment(self) -> Moment:
        """The moment of React, from the view."""
        roads = self.bound.roads(self.view.weather, self.view.tokens)
        return Moment(self.bound, self.car, self.mine.hand, self.view.cars, roads)

    def no(self, code: str, **params: str | int) -> Refusal:
        return refuse(code, self.mine.seat, **params)

    def missing_card(self) -> str | None:
        """A chosen card of which the hand holds too few."""
        short = Counter(self.choice.cards) - Counter(self.mine.hand)
        return min(short, default=None)


def why_not(bound: Bound, view: View, choice: c.Choice) -> Refusal:
    """Why this choice does not answer the viewer's open question."""
    assert view.mine is not None, "only a driver can choose"
    if view.phase not in PHASES_OF[type(choice)]:
        return refusal("not_an_answer", view.mine.seat)
    judge = _JUDGES.get(type(choice))
    found = judge(_Case(bound, view, view.mine, choice)) if judge else None
    return found or refusal("not_an_answer", view.mine.seat)


def _gear(case: _Case) -> Refusal | None:
    gear, to, engine = case.car.gear, case.choice.gear, case.car.engine
    if not LOWEST <= to <= HIGHEST:
        return case.no("no_such_gear", gear=to)
    if abs(to - gear) > FARTHEST:
        return case.no("shift_too_far", gear=gear, to=to)
    flooded = case.bound.course.is_flooded(case.car.at, case.car.lane)
    heat = shift_cost(gear, to, flooded)
    playable = case.bound.playable(case.mine.hand)
    if heat > engine:
        return case.no("shift_unpaid", gear=gear, to=to, heat=heat, engine=engine)
    if gears_offered(gear, engine, playable, flooded)[0] > playable:
        return case.no("gear_cluttered")
    return case.no("gear_unserved", to=to, playable=playable)


def _mulligan(case: _Case) -> Refusal | None:
    if not case.view.setup.mulligan:
        return case.no("mulligan_off")
    if case.view.round > 1:
        return case.no("mulligan_late")
    return case.no("mulligan_used" if case.car.mulliganed else "engine_empty")


def _leave_race(case: _Case) -> Refusal | None:
    return case.no("retire_early")


def _play(case: _Case) -> Refusal | None:
    if (card := case.missing_card()) is not None:
        return case.no("not_in_hand", card=card[:40])
    if case.bound.playable(case.mine.hand) < case.car.gear:
        return case.no("cluttered_forced")
    if case.bound.playable(case.choice.cards) < len(case.choice.cards):
        return case.no("heat_unplayable")
    return case.no("wrong_count", gear=case.car.gear, count=len(case.choice.cards))


def _value(case: _Case) -> Refusal | None:
    cards = case.bound.cards
    card, worth = case.choice.card, case.choice.worth
    open_cards = [
        card
        for card, worth in zip(case.car.play, case.car.worth, strict=True)
        if not worth and len(cards[card].worth) > 1
    ]
    if card in open_cards and card != open_cards[0]:
        return case.no("other_value_first", card=open_cards[0])
    return case.no("no_such_value", card=card[:40], worth=worth)


def _cool(case: _Case) -> Refusal | None:
    moment = case.moment
    if moment.roads.no_cooldown[moment.space]:
        return case.no("cooldown_weather")
    most = moment.total("cooldown") + moment.weather_cooldown()
    if not most:
        return case.no("no_cooldown")
    if not 1 <= case.choice.heat <= most:
        return case.no("too_little_cooldown", most=most, heat=case.choice.heat)
    return case.no("too_little_heat", heat=case.choice.heat)


def _has_item(kind: str, source: str) -> Callable[[_Case], Refusal | None]:
    """A symbol of a card in play: it is not there, or locked behind the card's Heat, or cannot be paid."""

    def judge(case: _Case) -> Refusal | None:
        card = getattr(case.choice, source)
        own = [item for item in case.car.items if item.kind == kind and item.source == card]
        if not own:
            return case.no("no_such_symbol", card=card[:40])
        if not any(item.source == card for item in case.moment.items(kind)):
            return case.no("heat_first", card=card)
        return case.no("cost_unpaid", card=card, heat=own[0].amount, engine=case.car.engine) if kind == "heat" else None

    return judge


def _forgo(case: _Case) -> Refusal | None:
    return case.no("nothing_forgone" if not kept_sets(case.moment) else "forgo_other")


def _reduce_stress(case: _Case) -> Refusal | None:
    moment = case.moment
    if moment.course.is_tunnel(case.car.at, case.car.lane):
        return case.no("stress_tunnel")
    most = moment.total("reduce_stress")
    locked = [item.source for item in case.car.items if item.kind == "reduce_stress"]
    if locked and not most:
        return case.no("heat_first", card=locked[0])
    if not 1 <= case.choice.stress <= most:
        return case.no("too_little_reduction", most=most, stress=case.choice.stress)
    return case.no("too_little_stress", stress=case.choice.stress)


def _super_cool(case: _Case) -> Refusal | None:
    most = case.moment.total("super_cool")
    if not 1 <= case.choice.heat <= most:
        return case.no("too_little_super_cool", most=most, heat=case.choice.heat)
    return case.no("too_little_discarded_heat", heat=case.choice.heat)


def _salvage(case: _Case) -> Refusal | None:
    if refused := _has_item("salvage", "card")(case):
        return refused
    most = max(item.amount for item in case.moment.items("salvage") if item.source == case.choice.card)
    if len(case.choice.cards) > most:
        return case.no("salvage_too_many", most=most)
    return case.no("not_in_discard")


def _direct_play(case: _Case) -> Refusal | None:
    card = case.choice.card
    if card not in case.mine.hand:
        return case.no("not_in_hand", card=card[:40])
    if card not in case.bound.direct:
        return case.no("no_direct_play", card=card)
    if case.choice.worth not in case.bound.cards[card].worth:
        return case.no("no_such_value", card=card, worth=case.choice.worth)
    return case.no("engine_empty")


def _accelerate(case: _Case) -> Refusal | None:
    return _has_item("accelerate", "card")(case) or case.no("no_flips")


def _draft_move(case: _Case) -> Refusal | None:
    gap = draft_gap(case.moment)
    return case.no("draft_gap", gap=gap, most=case.moment.total("draft"))


def _boost(case: _Case) -> Refusal | None:
    return case.no("engine_empty" if case.moment.items("boost") else "no_boost")


def _adrenaline(case: _Case) -> Refusal | None:
    return case.no("no_adrenaline")


def _slipstream(case: _Case) -> Refusal | None:
    distance = case.choice.distance
    if code := barred(case.bound, case.view, case.car):
        return case.no(code)
    if distance not in sums(case.bound, case.view, case.car):
        return case.no("slipstream_distance", distance=distance)
    return case.no(obstacle(case.bound, case.view, case.car, distance))


def _discard(case: _Case) -> Refusal | None:
    if Counter(case.choice.refresh) - Counter(refreshers(case.bound, case.car.play)):
        return case.no("no_refresh")
    if (card := case.missing_card()) is not None:
        return case.no("not_in_hand", card=card[:40])
    if case.bound.course.is_tunnel(case.car.at, case.car.lane):
        return case.no("discard_tunnel")
    if any(card in case.bound.kept(case.view.setup) for card in case.choice.cards):
        return case.no("card_kept")
    return case.no("discard_too_many", most=case.bound.effects(case.view.setup).discard_max or 0)


def _pass(case: _Case) -> Refusal | None:
    return case.no("mandatory_first") if case.view.phase == "react" else None


def _pick(case: _Case) -> Refusal | None:
    return case.no("not_in_market", card=case.choice.card[:40])


def _give_up(case: _Case) -> Refusal | None:
    return case.no("not_owned", card=case.choice.card[:40])


def _swap(case: _Case) -> Refusal | None:
    if case.choice.give not in case.car.upgrades:
        return case.no("not_owned", card=case.choice.give[:40])
    if case.choice.give == case.choice.take:
        return case.no("swap_same", card=case.choice.give)
    return case.no("not_in_market", card=case.choice.take[:40])


_JUDGES: dict[type, Callable[[_Case], Refusal | None]] = {
    c.Gear: _gear,
    c.Mulligan: _mulligan,
    c.LeaveRace: _leave_race,
    c.Play: _play,
    c.Value: _value,
    c.Cool: _cool,
    c.PayHeat: _has_item("heat", "card"),
    c.Forgo: _forgo,
    c.Scrap: _has_item("scrap", "card"),
    c.ReduceStress: _reduce_stress,
    c.SuperCool: _super_cool,
    c.Salvage: _salvage,
    c.DirectPlay: _direct_play,
    c.Accelerate: _accelerate,
    c.DraftMove: _draft_move,
    c.Boost: _boost,
    c.Adrenaline: _adrenaline,
    c.Slipstream: _slipstream,
    c.Discard: _discard,
    c.Pass: _pass,
    c.Pick: _pick,
    c.GiveUp: _give_up,
    c.Swap: _swap,
}

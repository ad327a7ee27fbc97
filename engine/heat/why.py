"""Why a choice that is not offered is refused: from the view of the one who asks, one small judge a kind of choice."""

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engine.heat import choices as c
from engine.heat.phases.gears import FARTHEST, HIGHEST, LOWEST, gears_offered, shift_cost
from engine.heat.phases.react import BOOST_COST, total
from engine.heat.phases.slipstream import obstacle, sums
from engine.heat.refusals import refuse
from engine.heat.views import CarView, Mine, View
from engine.kernel.refusals import Refusal, refusal

if TYPE_CHECKING:
    from engine.heat.game import Heat

PHASE_OF = {
    c.Gear: "gears",
    c.Mulligan: "gears",
    c.LeaveRace: "gears",
    c.Play: "cards",
    c.Value: "reveal",
    c.Cool: "react",
    c.Boost: "react",
    c.Adrenaline: "react",
    c.Slipstream: "slipstream",
    c.Discard: "discard",
}
"""Which question a kind of choice answers; a `Pass` answers more than one."""


class _Case:
    """One choice of one driver, as its judge sees it."""

    def __init__(self, game: "Heat", view: View, mine: Mine, choice: Any) -> None:
        self.game = game
        self.view = view
        self.mine = mine
        self.choice = choice
        self.car: CarView = view.cars[mine.seat]

    def no(self, code: str, **params: str | int) -> Refusal:
        return refuse(code, self.mine.seat, **params)

    def missing_card(self) -> str | None:
        """A chosen card of which the hand holds too few."""
        short = Counter(self.choice.cards) - Counter(self.mine.hand)
        return min(short, default=None)


def why_not(game: "Heat", view: View, choice: c.Choice) -> Refusal:
    """Why this choice does not answer the viewer's open question."""
    assert view.mine is not None, "only a driver can choose"
    if PHASE_OF.get(type(choice), view.phase) != view.phase:
        return refusal("not_an_answer", view.mine.seat)
    judge = _JUDGES.get(type(choice))
    found = judge(_Case(game, view, view.mine, choice)) if judge else None
    return found or refusal("not_an_answer", view.mine.seat)


def _gear(case: _Case) -> Refusal | None:
    gear, to, engine = case.car.gear, case.choice.gear, case.car.engine
    if not LOWEST <= to <= HIGHEST:
        return case.no("no_such_gear", gear=to)
    if abs(to - gear) > FARTHEST:
        return case.no("shift_too_far", gear=gear, to=to)
    flooded = case.game.course.is_flooded(case.car.at, case.car.lane)
    heat = shift_cost(gear, to, flooded)
    playable = case.game.playable(case.mine.hand)
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
    if case.game.playable(case.mine.hand) < case.car.gear:
        return case.no("cluttered_forced")
    if case.game.playable(case.choice.cards) < len(case.choice.cards):
        return case.no("heat_unplayable")
    return case.no("wrong_count", gear=case.car.gear, count=len(case.choice.cards))


def _value(case: _Case) -> Refusal | None:
    cards = case.game.cards
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
    most = total(case.car.items, "cooldown")
    if not most:
        return case.no("no_cooldown")
    if not 1 <= case.choice.heat <= most:
        return case.no("too_little_cooldown", most=most, heat=case.choice.heat)
    return case.no("too_little_heat", heat=case.choice.heat)


def _boost(case: _Case) -> Refusal | None:
    return case.no("no_boost" if not total(case.car.items, "boost") >= BOOST_COST else "engine_empty")


def _adrenaline(case: _Case) -> Refusal | None:
    return case.no("no_adrenaline")


def _slipstream(case: _Case) -> Refusal | None:
    distance = case.choice.distance
    if distance not in sums(case.game, case.car.play):
        return case.no("slipstream_distance", distance=distance)
    goal = case.view.setup.laps * case.game.course.length
    return case.no(obstacle(case.game, case.view.cars, case.car, goal, distance))


def _discard(case: _Case) -> Refusal | None:
    if (card := case.missing_card()) is not None:
        return case.no("not_in_hand", card=card[:40])
    return case.no("card_kept")


def _pass(case: _Case) -> Refusal | None:
    return case.no("mandatory_first") if case.view.phase == "react" else None


_JUDGES: dict[type, Callable[[_Case], Refusal | None]] = {
    c.Gear: _gear,
    c.Mulligan: _mulligan,
    c.LeaveRace: _leave_race,
    c.Play: _play,
    c.Value: _value,
    c.Cool: _cool,
    c.Boost: _boost,
    c.Adrenaline: _adrenaline,
    c.Slipstream: _slipstream,
    c.Discard: _discard,
    c.Pass: _pass,
}

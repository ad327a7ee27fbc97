"""Direct play, accelerate, draft: cards and symbols of React that move the car."""

from typing import Any

import pytest

from engine.heat import Adrenaline, Boost, Cool, Pass, Ruleset
from engine.heat import events as e
from engine.heat.cards import Card
from engine.heat.moves.accelerate import Accelerate
from engine.heat.moves.cool import Cooled
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.draft_move import DraftMove
from engine.heat.moves.forgo import Forgo
from engine.heat.moves.pay_heat import PaidHeat, PayHeat
from engine.heat.moves.scrap import Scrap
from engine.heat.state import Item
from engine.heat.units import Distance, Lane
from engine.kernel.seats import Seat
from tests.engine.heat.kit import Table, car, game
from tests.engine.heat.react_kit import BOTH, GAS, LAST, ROCKET, ahead, offered, reacting, under

# Direct play


@BOTH
def test_rb_8_direct_play_adds_speed_and_moves_at_once(rules: Ruleset) -> None:
    table = reacting("1 2 3", hand="up26 1", start=8, rules=rules).answer(0, DirectPlay("up26", 3))
    assert table.of(e.Moved) == [e.Moved(Seat(0), why="direct_play", distance=3, at=Distance(17), lane=Lane(2))]
    assert (table.cars[0].speed, table.cars[0].hand) == (9, ("1",))
    assert table.refused(0, Pass()) == "mandatory_first"
    assert Scrap("up26") in table.choices(0)


def test_rb_8_direct_play_with_enough_in_the_engine_is_paid_from_it() -> None:
    table = reacting("1", engine=1, hand="up27 heat").answer(0, DirectPlay("up27", 4))
    assert table.of(PaidHeat) == [PaidHeat(Seat(0), card="up27", heat=1)]
    assert not table.of(Cooled)
    assert table.cars[0].engine == 0
    assert offered(table, Cool) == [Cool(1)], "its cooldown is still there"


def test_rb_8_direct_play_without_enough_is_paid_with_its_own_cooldown() -> None:
    table = reacting("1", engine=0, hand="up27 heat heat").answer(0, DirectPlay("up27", 4))
    assert table.of(Cooled) == [Cooled(Seat(0), heat=1, spent=(Item("cooldown", 1, "up27"),))]
    assert table.of(PaidHeat) == [PaidHeat(Seat(0), card="up27", heat=1)]
    assert (table.cars[0].engine, table.cars[0].hand, table.cars[0].discard) == (0, ("heat",), ("heat",))
    assert table.choices(0) == [Pass()]


def test_rb_8_the_own_cooldown_is_applied_in_full_and_may_not_suffice() -> None:
    fan = Card("fan", "upgrade", (4,), {"direct_play": 1, "heat": 1, "cooldown": 3})
    rich = reacting("1", extra=[fan], engine=0, hand="fan heat heat heat heat").answer(0, DirectPlay("fan", 4))
    assert (rich.of(Cooled)[0].heat, rich.cars[0].engine) == (3, 2)
    table = reacting("1", extra=[GAS], engine=0, hand="gas heat heat").answer(0, DirectPlay("gas", 4))
    assert table.cars[0].engine == 1
    assert not table.of(PaidHeat)
    assert table.choices(0) == [Forgo(())]


@pytest.mark.parametrize("cloudy", [False, True])
def test_rb_8_direct_play_that_cannot_be_paid_leaves_its_cost_open(cloudy: bool) -> None:
    """Where cooldown is barred, or another card must cool, the Heat is owed like that of any card in play."""
    if cloudy:
        table = under("cloud", car(at=14, gear=3, play="1", engine=0, hand="up27 heat"))
    else:
        plain = Card("gas", "upgrade", (4,), {"direct_play": 1, "heat": 1})
        table = reacting("up12", extra=[plain], engine=0, hand="gas heat")
    card = "up27" if cloudy else "gas"
    table.answer(0, DirectPlay(card, 4))
    assert not table.of(PaidHeat)
    assert table.refused(0, Pass()) == "mandatory_first"
    assert table.refused(0, PayHeat(card)) == "cost_unpaid"
    if not cloudy:
        table.answer(0, Cool(1)).answer(0, PayHeat("gas"))
        assert table.cars[0].engine == 0


@BOTH
def test_rb_8_direct_play_that_costs_needs_heat_in_engine_or_hand(rules: Ruleset) -> None:
    table = reacting("1", engine=0, hand="up27 up24 1", rules=rules)
    assert offered(table, DirectPlay) == [DirectPlay("up24", 1)]
    assert table.refused(0, DirectPlay("up27", 4)) == "engine_empty"


def test_rb_8_direct_play_only_of_cards_that_say_so_and_are_in_hand() -> None:
    table = reacting("1", hand="up24 up34 1")
    assert table.refused(0, DirectPlay("up34", 4)) == "no_direct_play"
    assert table.refused(0, DirectPlay("up26", 3)) == "not_in_hand"
    assert table.refused(0, DirectPlay("up24", 2)) == "no_such_value"


def test_rb_8_any_number_of_cards_can_be_played_directly_each_once() -> None:
    table = reacting("1", hand="up24 up25 up24 2", draw="1 1 1 1 1").answer(0, DirectPlay("up24", 1))
    table.answer(0, DirectPlay("up25", 2)).answer(0, DirectPlay("up24", 1))
    assert (table.cars[0].at, table.cars[0].speed) == (18, 5)
    assert table.refused(0, DirectPlay("up24", 1)) == "not_in_hand"
    assert [item.amount for item in table.cars[0].items if item.kind == "scrap"] == [1, 2, 1]


@BOTH
def test_rb_17_a_direct_play_card_played_normally_is_not_played_again(rules: Ruleset) -> None:
    table = reacting("up24", hand="1 2", rules=rules)
    assert offered(table, DirectPlay) == []
    assert table.refused(0, DirectPlay("up24", 1)) == "not_in_hand"


def test_rb_17_limit_changes_of_cards_played_directly_count() -> None:
    wing = Card("wing", "upgrade", (1,), {"direct_play": 1, "adjust_limit": 2})
    table = reacting("4", extra=[wing], at=32, start=28, hand="wing 1").answer(0, DirectPlay("wing", 1))
    table.answer(0, Pass())
    assert table.of(e.CornerTaken) == [e.CornerTaken(Seat(0), line=Distance(33), limit=5, speed=5)]


def test_rb_17_limit_changes_add_up_and_hold_at_every_corner() -> None:
    """49:3 and 57:2 in one turn, lowered by two cards."""
    table = reacting("up36 up39 4 4", at=60, start=47, engine=6, hand="1").answer(0, Pass())
    first = table.of(e.CornerTaken) + table.of(e.SpunOut)
    assert [event.limit for event in first] == [1]
    rich = reacting("up36 up36 1", at=60, start=47, engine=12, hand="1").answer(0, Pass())
    assert [(event.line, event.limit, event.heat) for event in rich.of(e.CornerTaken)] == [(49, 1, 4), (57, 0, 5)]


def test_rb_10_a_limit_may_fall_below_0() -> None:
    table = reacting("up36 up36 up39", at=58, start=56, engine=12, hand="1").answer(0, Pass())
    assert [(event.limit, event.heat) for event in table.of(e.CornerTaken)] == [(-1, 8)]


def test_rb_8_a_direct_play_that_flips_moves_by_the_flip_too() -> None:
    """No card that ships does; the number in play and the move are the same all the same."""
    table = reacting("1", extra=[ROCKET], hand="rocket", draw="3 1").answer(0, DirectPlay("rocket", 1))
    assert (table.cars[0].at, table.cars[0].speed, table.cars[0].flips) == (18, 5, 1)


@BOTH
@pytest.mark.parametrize("place", ["hand", "draw", "discard"])
def test_rb_8_who_owns_a_direct_play_card_is_always_asked(rules: Ruleset, place: str) -> None:
    """Wherever the card lies, so that no rival learns from the question whether it is in the hand."""
    piles: dict[str, Any] = {"hand": "1 2 3", "draw": "1 2 3", "discard": "1 2 3"}
    piles[place] += " up24"
    table = reacting("1", rules=rules, **piles)
    assert table.asked == {0: "react"}
    assert Pass() in table.choices(0)
    assert (DirectPlay("up24", 1) in table.choices(0)) == (place == "hand")


def test_std_secrets_the_question_does_not_tell_where_a_direct_play_card_is() -> None:
    one = reacting("1", ahead(30), hand="up24 1", draw="2 2")
    two = reacting("1", ahead(30), hand="2 1", draw="2 up24")
    for viewer in (1, None):
        assert one.game.view(one.state, viewer) == two.game.view(two.state, viewer)
    assert one.asked == two.asked == {0: "react"}


def test_rb_8_who_owns_none_is_not_asked_for_it() -> None:
    assert reacting("1", hand="1 2").asked == {0: "discard"}


# Accelerate


def test_rb_8_accelerate_adds_the_flips_of_the_turn() -> None:
    table = reacting("up47 4", flips=1).answer(0, Accelerate("up47"))
    assert table.of(e.Moved) == [e.Moved(Seat(0), why="accelerate", distance=1, at=Distance(15), lane=Lane(2))]
    assert table.cars[0].speed == 5
    assert table.asked == {0: "discard"}


def test_rb_8_accelerate_without_a_flip_adds_nothing_and_is_not_offered() -> None:
    table = reacting("up28", flips=0, draw="1 1 1 1 1")
    assert table.refused(0, Accelerate("up28")) == "no_flips"


@BOTH
def test_rb_17_two_accelerates_add_the_full_count_each_and_a_boost_between_raises_the_second(rules: Ruleset) -> None:
    plus: dict[str, Any] = {"worth": (0, 0, 0, 4), "flips": 3, "draw": "2 1", "gear": 4}
    table = Table(game(rules), car(at=14, play="up47 up47 stress 4", **plus)).go("react")
    table.answer(0, Accelerate("up47")).answer(0, Boost()).answer(0, Accelerate("up47"))
    assert (table.cars[0].speed, table.cars[0].at) == (4 + 3 + 2 + 4, 14 + 3 + 2 + 4)


def test_rb_17_two_accelerates_without_a_boost_add_the_same_twice() -> None:
    table = reacting("up47 up47 4", flips=2).answer(0, Accelerate("up47")).answer(0, Accelerate("up47"))
    assert table.cars[0].speed == 8


# Draft


@pytest.mark.parametrize(("gap", "may"), [(0, False), (1, True), (2, True), (3, True), (4, False)])
def test_rb_8_draft_closes_exactly_the_gap(gap: int, may: bool) -> None:
    table = reacting("up55 1", ahead(15 + gap), hand="up24", flips=1)
    assert offered(table, DraftMove) == [DraftMove(gap)] * may
    if may:
        table.answer(0, DraftMove(gap))
        assert (table.cars[0].at, table.cars[0].speed) == (14 + gap, 1)
    else:
        assert table.refused(0, DraftMove(gap)) == "draft_gap"


@pytest.mark.parametrize("other", [1, 3])
def test_rb_8_draft_goes_the_whole_gap_or_not_at_all(other: int) -> None:
    table = reacting("up55 1", ahead(17))
    assert table.refused(0, DraftMove(other)) == "draft_gap"


def test_rb_8_draft_looks_from_the_next_space_a_car_beside_is_none_ahead() -> None:
    table = reacting("up55 1", ahead(14, lane=2), ahead(16, lane=2))
    assert offered(table, DraftMove) == [DraftMove(1)]


def test_rb_8_draft_goes_by_the_nearest_car_of_any_lap_in_either_lane() -> None:
    table = reacting("up55 1", ahead(69 + 16, lane=2), ahead(17))
    assert offered(table, DraftMove) == [DraftMove(1)]


@pytest.mark.parametrize("gear", [2, 3, 4])
def test_rb_8_draft_needs_no_gear_and_no_calm_weather_and_crosses_the_finish(gear: int) -> None:
    driver = car(at=2 * 69 - 2, gear=gear, play="up55 1", worth=(0, 1))
    table = under("fog", driver, ahead(2 * 69 + 1))
    assert offered(table, DraftMove) == [DraftMove(2)]
    assert table.answer(0, DraftMove(2)).cars[0].at == 2 * 69


def test_rb_17_draft_through_a_corner_adds_that_corner_at_the_final_speed() -> None:
    table = reacting("up55 4 4", ahead(34), at=31, start=23, hand="1").answer(0, DraftMove(2))
    table.pass_on("discard")
    assert [(event.line, event.speed) for event in table.of(e.CornerTaken, 0)] == [(33, 8)]


def test_rb_8_draft_once_the_gap_has_changed() -> None:
    """The place is read anew for every use."""
    table = reacting("up55 1", ahead(19), items=LAST)
    assert offered(table, DraftMove) == []
    assert offered(table.answer(0, Adrenaline()), DraftMove) == [DraftMove(3)]

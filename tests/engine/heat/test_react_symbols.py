"""Phase 5, both rule sets: what the symbols of cards do in React, what must be used, and what cannot be paid."""

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from engine.heat import RULEBOOK, STANDARD, Adrenaline, Boost, Cool, Discard, Pass, Ruleset, Value
from engine.heat import events as e
from engine.heat.cards import Card
from engine.heat.choices import (
    Accelerate,
    Choice,
    DirectPlay,
    DraftMove,
    Forgo,
    PayHeat,
    ReduceStress,
    Salvage,
    Scrap,
    SuperCool,
)
from engine.heat.state import Item
from tests.engine.heat.kit import Table, box, car, game, ready, track

BOTH = pytest.mark.parametrize("rules", [STANDARD, RULEBOOK], ids=["standard", "rulebook"])

LAST = (Item("adrenaline", 1, "adrenaline"), Item("cooldown", 1, "adrenaline"))
HOT = "heat heat heat heat 1 2 3"
DARK = {"tunnel": [{"space": space, "lane": lane} for space in (14, 15) for lane in (1, 2)]}
GAS = Card("gas", "upgrade", (4,), {"direct_play": 1, "heat": 2, "cooldown": 1})
ROCKET = Card("rocket", "upgrade", (1,), {"direct_play": 1, "plus": 1})
LOADED = Card(
    "loaded",
    "upgrade",
    (1,),
    {"heat": 1, "cooldown": 1, "super_cool": 1, "draft": 1, "reduce_stress": 1, "salvage": 1, "scrap": 1}
    | {"accelerate": 1, "slipstream": 1, "refresh": 1, "adjust_limit": 1},
)


def reacting(
    play: str, *others: Any, rules: Ruleset = STANDARD, extra: Iterable[Card] = (), on: Any = None, **rest: Any
) -> Table:
    """React in 3rd gear with these cards in play; each counts its least, if it was not said otherwise."""
    race = game(rules, on=on, cards=box(*extra))
    worth = tuple(race.cards[card].worth[0] for card in play.split())
    driver: dict[str, Any] = {"at": 14, "start": 13, "gear": 3, "play": play, "worth": worth} | rest
    return Table(race, car(**driver), *others).go("react")


def offered(table: Table, kind: type) -> list[Any]:
    return [choice for choice in table.choices(0) if isinstance(choice, kind)]


def ahead(at: int, **rest: Any) -> Any:
    """A car that is asked nothing in React."""
    return car(at=at, gear=3, **rest)


def under(weather: str, *cars: Any) -> Table:
    """React under some weather, which holds on the whole track."""
    table = Table(game(), *cars, weather=True)
    table.state = replace(table.state, weather=weather)
    return table.go("react")


# Must and may


@BOTH
def test_rb_8_heat_and_scrap_must_be_used(rules: Ruleset) -> None:
    table = reacting("up43", rules=rules)
    assert table.refused(0, Pass()) == "mandatory_first"
    table.answer(0, PayHeat("up43"))
    assert table.refused(0, Pass()) == "mandatory_first"
    table.answer(0, Scrap("up43"))
    if rules is RULEBOOK:  # there is a boost left
        table.answer(0, Pass())
    assert table.asked == {0: "discard"}


@BOTH
def test_rb_8_everything_else_may_be_left(rules: Ruleset) -> None:
    table = reacting("up49 up50 up55 up47 up12", flips=2, items=LAST, rules=rules, hand=HOT, discard="heat 4")
    assert table.refused(0, PayHeat("up49")) == "no_such_symbol"
    table.answer(0, Pass())
    mine = table.cars[0]
    assert (mine.at, mine.engine, len(mine.hand), mine.discard) == (14, 6, 7, ("heat", "4"))


def test_rb_8_nothing_is_left_after_a_pass() -> None:
    table = reacting("up12", hand=HOT).answer(0, Pass())
    assert table.cars[0].items == ()
    assert table.refused(0, Cool(1)) == "not_an_answer"


@pytest.mark.parametrize("way", [("up07", "up18", "up42"), ("up42", "up07", "up18")])
def test_rb_8_heat_of_several_cards_is_paid_in_any_order_each_exactly(way: tuple[str, ...]) -> None:
    table = reacting("up18 up42 up07")
    paid = [table.answer(0, PayHeat(card)).of(e.PaidHeat)[0].heat for card in way]
    assert paid == [{"up07": 1, "up18": 1, "up42": 2}[card] for card in way]
    assert table.cars[0].engine == 2


def test_rb_8_a_cards_heat_is_paid_whole() -> None:
    table = reacting("up42", engine=1, hand="1 2 3")
    assert table.refused(0, PayHeat("up42")) == "cost_unpaid"
    assert table.cars[0].engine == 1


def test_rb_8_symbols_belong_to_the_cards_that_have_them() -> None:
    table = reacting("up42 up24")
    assert table.refused(0, PayHeat("up24")) == "no_such_symbol"
    assert table.refused(0, Scrap("up42")) == "no_such_symbol"
    assert table.refused(0, Salvage("up42", ())) == "no_such_symbol"
    assert table.refused(0, Accelerate("nonsense")) == "no_such_symbol"


# Scrap


def test_rb_8_scrap_takes_the_top_of_the_pile_exactly_per_card() -> None:
    table = reacting("up25 up26", draw="1 2 3 4 1 2 3", discard="0")
    assert table.answer(0, Scrap("up26")).of(e.Scrapped) == [e.Scrapped(0, "up26", ("1", "2", "3"))]
    assert table.answer(0, Scrap("up25")).of(e.Scrapped) == [e.Scrapped(0, "up25", ("4", "1"))]
    assert table.cars[0].discard == ("0", "1", "2", "3", "4", "1")


@BOTH
def test_rb_17_scrap_may_reshuffle_in_mid_count(rules: Ruleset) -> None:
    """What was scrapped before the shuffle is shuffled in, and may be scrapped again."""
    table = reacting("up26", draw="1", discard="2 2 2 2", rules=rules).answer(0, Scrap("up26"))
    first, second = table.of(e.Scrapped)
    assert (first.cards, first.done) == (("1",), False)
    (pile,) = [event.pile for event in table.of(e.Reshuffled)]
    assert sorted(pile) == ["1", "2", "2", "2", "2"]
    assert second.cards == pile[:2]
    assert (len(table.cars[0].draw), len(table.cars[0].discard)) == (3, 2)
    assert not [item for item in table.cars[0].items if item.kind == "scrap"]


def test_rb_17_scrap_that_empties_the_pile_shuffles_only_when_more_is_due() -> None:
    table = reacting("up26", draw="1 2 3", discard="4").answer(0, Scrap("up26"))
    assert not table.of(e.Reshuffled)
    assert table.cars[0].discard[:4] == ("4", "1", "2", "3")


def test_rb_8_scrap_with_fewer_cards_than_it_takes_ends() -> None:
    """Two cards are all there is: five are counted off them, round and round."""
    table = reacting("up28", draw="1", discard="2", hand="heat").answer(0, Scrap("up28"))
    assert [event.done for event in table.of(e.Scrapped)][-1]
    assert sorted(table.cars[0].draw + table.cars[0].discard) == ["1", "2"]


def test_rb_8_scrap_without_any_card_is_done_with() -> None:
    bare = replace(car(at=14, gear=3, play="up28", worth=(1,), hand="heat", draw="1"), draw=())
    bare = replace(bare, stock=tuple(sorted((*bare.hand, *bare.play, *["heat"] * bare.engine))))
    table = Table(game(), bare).go("react").answer(0, Scrap("up28"))
    assert table.of(e.Scrapped) == [e.Scrapped(0, "up28", ())]
    assert table.choices(0) == [Pass()]


# Stress


def test_rb_8_stress_is_thrown_up_to_so_much() -> None:
    table = reacting("up04", hand="stress stress stress 1")
    assert offered(table, ReduceStress) == [ReduceStress(1), ReduceStress(2)]
    assert table.refused(0, ReduceStress(3)) == "too_little_reduction"
    assert table.refused(0, ReduceStress(0)) == "too_little_reduction"
    table.answer(0, ReduceStress(1))
    assert table.cars[0].hand == ("1", "stress", "stress")
    assert table.asked == {0: "discard"}, "used in part it is spent"


def test_rb_8_only_stress_that_is_in_hand() -> None:
    table = reacting("up06", hand="stress 1 2")
    assert table.refused(0, ReduceStress(2)) == "too_little_stress"


def test_rb_8_stress_of_several_cards_is_thrown_in_one_use() -> None:
    table = reacting("up04 up05", hand="stress stress stress 1")
    assert offered(table, ReduceStress) == [ReduceStress(1), ReduceStress(2), ReduceStress(3)]
    table.answer(0, ReduceStress(3))
    assert table.cars[0].hand == ("1",)


@BOTH
def test_rb_17_stress_cannot_be_reduced_in_a_tunnel(rules: Ruleset) -> None:
    dark = track(**DARK)
    table = reacting("up04 up12", on=dark, hand="stress heat", rules=rules)
    assert offered(table, ReduceStress) == []
    assert table.refused(0, ReduceStress(1)) == "stress_tunnel"
    only = reacting("up04", on=dark, hand="stress heat", rules=rules, engine=0)
    assert only.asked == {0: "gears"}, "in the dark there is nothing to throw away, for React or after it"


def test_rb_8_stress_may_be_reduced_once_the_car_has_left_the_tunnel() -> None:
    table = reacting("up04", on=track(**DARK), at=15, hand="stress 1", items=LAST)
    assert offered(table, ReduceStress) == []
    assert offered(table.answer(0, Adrenaline()), ReduceStress) == [ReduceStress(1)]


def test_rb_8_stress_may_not_be_reduced_once_the_car_is_in_the_tunnel() -> None:
    table = reacting("up04", on=track(**DARK), at=13, hand="stress 1", items=LAST)
    assert offered(table, ReduceStress) == [ReduceStress(1)]
    assert table.answer(0, Adrenaline()).refused(0, ReduceStress(1)) == "stress_tunnel"


# Salvage and super cool


def test_rb_8_salvage_shuffles_chosen_cards_into_the_draw_pile() -> None:
    table = reacting("up22", draw="1 1", discard="4 0 heat").answer(0, Salvage("up22", ("heat", "4")))
    (salvaged,) = table.of(e.Salvaged)
    assert salvaged.cards == ("4", "heat")
    assert sorted(table.cars[0].draw) == ["1", "1", "4", "heat"]
    assert (salvaged.pile, table.cars[0].discard) == (table.cars[0].draw, ("0",))


@BOTH
def test_rb_17_salvage_of_no_card_is_allowed(rules: Ruleset) -> None:
    table = reacting("up22", discard="4 4", rules=rules).answer(0, Salvage("up22", ()))
    assert table.cars[0].discard[:2] == ("4", "4")
    assert not [item for item in table.cars[0].items if item.kind == "salvage"]


def test_rb_8_salvage_takes_no_more_than_it_says_and_only_what_lies_there() -> None:
    table = reacting("up22", discard="4 4 0")
    assert table.refused(0, Salvage("up22", ("0", "4", "4"))) == "salvage_too_many"
    assert table.refused(0, Salvage("up22", ("0", "0"))) == "not_in_discard"
    assert table.refused(0, Salvage("up22", ("nonsense",))) == "not_in_discard"


def test_rb_8_salvage_of_two_cards_is_used_one_by_one() -> None:
    table = reacting("up22 up57", discard="4 4 0 5 1")
    assert {choice.card for choice in offered(table, Salvage)} == {"up22", "up57"}
    table.answer(0, Salvage("up22", ("4", "4")))
    assert {choice.card for choice in offered(table, Salvage)} == {"up57"}


def test_rb_8_salvage_with_an_empty_discard_pile_is_wasted() -> None:
    """Everybody can see that there is nothing to take, so nobody is asked."""
    assert reacting("up22").asked == {0: "discard"}
    assert offered(reacting("up22 up12", hand="heat"), Salvage) == [Salvage("up22", ())]


def test_rb_8_super_cool_takes_heat_from_the_discard_pile() -> None:
    table = reacting("up50 up51", discard="heat heat heat 4", hand="heat 1", draw="1 1 1 1")
    assert offered(table, SuperCool) == [SuperCool(1), SuperCool(2)]
    assert table.refused(0, SuperCool(3)) == "too_little_super_cool"
    table.answer(0, SuperCool(2))
    assert (table.cars[0].engine, table.cars[0].discard, table.cars[0].hand) == (8, ("heat", "4"), ("1", "heat"))


def test_rb_8_super_cool_needs_heat_that_was_discarded() -> None:
    table = reacting("up50 up52", discard="4", hand="heat stress")
    assert offered(table, SuperCool) == []
    assert table.refused(0, SuperCool(1)) == "too_little_discarded_heat"
    fan = Card("fan", "upgrade", (1,), {"super_cool": 1})
    assert reacting("fan", extra=[fan], hand="heat").asked == {0: "discard"}, "everybody can see that none lies there"


@BOTH
def test_rb_8_super_cool_takes_the_heat_that_was_paid_this_turn(rules: Ruleset) -> None:
    table = reacting("up30 up50", engine=1, rules=rules).answer(0, PayHeat("up30")).answer(0, SuperCool(1))
    assert (table.cars[0].engine, table.cars[0].discard.count("heat")) == (1, 0)


def test_rb_8_super_cool_is_not_stopped_where_cooldown_is() -> None:
    table = reacting("up50 up12", hand="heat 1", discard="heat")
    cloudy = under("cloud", car(at=14, gear=3, play="up50 up12", worth=(0, 1), hand="heat 1", discard="heat"))
    assert (offered(table, Cool), offered(table, SuperCool)) == ([Cool(1)], [SuperCool(1)])
    assert (offered(cloudy, Cool), offered(cloudy, SuperCool)) == ([], [SuperCool(1)])
    assert cloudy.refused(0, Cool(1)) == "cooldown_weather"


# Pooling


def test_rb_8_cooldown_of_gear_adrenaline_and_cards_is_one_pool() -> None:
    table = reacting("up12 up13", gear=2, hand=HOT, items=LAST)
    assert offered(table, Cool) == [Cool(1), Cool(2), Cool(3), Cool(4)]
    assert table.answer(0, Cool(4)).cars[0].engine == 10


def test_rb_8_what_is_free_cools_before_cards_and_of_these_as_few_as_it_takes() -> None:
    table = reacting("up12 up36 up13", gear=2, hand=HOT, items=LAST)
    assert [item.source for item in table.answer(0, Cool(2)).of(e.Cooled)[0].spent] == ["gear", "adrenaline"]
    assert [item.source for item in table.answer(0, Cool(1)).of(e.Cooled)[0].spent] == ["up13"]
    other = reacting("up13 up12 up36", gear=2, hand=HOT, items=LAST).answer(0, Cool(4))
    assert [item.source for item in other.of(e.Cooled)[0].spent] == ["gear", "adrenaline", "up12"]


@pytest.mark.parametrize("play", ["up13 up21 up12", "up12 up13 up21"])
def test_rb_8_as_few_sources_as_it_takes(play: str) -> None:
    """Two of 1 and one of 2: for two Heat the one of 2 goes, for one Heat one of 1."""
    assert [item.source for item in reacting(play, hand=HOT).answer(0, Cool(2)).of(e.Cooled)[0].spent] == ["up12"]
    (one,) = reacting(play, hand=HOT).answer(0, Cool(1)).of(e.Cooled)[0].spent
    assert one.amount == 1


def test_rb_8_a_source_used_in_part_is_spent_the_others_are_not() -> None:
    table = reacting("up36 up13", hand=HOT).answer(0, Cool(2))
    assert [item.source for item in table.cars[0].items if item.kind == "cooldown"] == ["up13"]
    assert offered(table, Cool) == [Cool(1)]


def test_rb_8_drafts_of_several_cards_are_one_pool() -> None:
    table = reacting("up58 up60", ahead(18), hand="1 2").answer(0, PayHeat("up60"))
    table.answer(0, Scrap("up58"))
    assert offered(table, DraftMove) == [DraftMove(3)]
    assert [item.source for item in table.answer(0, DraftMove(3)).of(e.DraftUsed)[0].spent] == ["up58", "up60"]


def test_rb_8_super_cool_spends_no_more_sources_than_it_takes() -> None:
    table = reacting("up50 up51", discard="heat heat", hand="1", draw="1 1").answer(0, SuperCool(1))
    assert offered(table, SuperCool) == [SuperCool(1)]


# The lock


@BOTH
def test_rb_8_what_can_be_used_of_a_card_before_its_heat_is_paid_and_what_not(rules: Ruleset) -> None:
    piles = {"hand": "heat stress 1", "discard": "heat 4", "draw": "2 2 2"}
    others = (ahead(16),) if rules is STANDARD else ()
    more = {DraftMove} if rules is STANDARD else {Boost}
    table = reacting("loaded", *others, extra=[LOADED], rules=rules, flips=1, items=LAST, **piles)
    kinds = {type(choice) for choice in table.choices(0)}
    assert kinds == {PayHeat, Cool, SuperCool, Adrenaline, *more}
    assert table.refused(0, Scrap("loaded")) == "heat_first"
    assert table.refused(0, Salvage("loaded", ())) == "heat_first"
    assert table.refused(0, Accelerate("loaded")) == "heat_first"
    assert table.refused(0, ReduceStress(1)) == "heat_first"
    kinds = {type(choice) for choice in table.answer(0, PayHeat("loaded")).choices(0)}
    assert kinds == {Cool, Scrap, ReduceStress, Salvage, SuperCool, Accelerate, Adrenaline, *more}


def test_rb_8_the_lock_is_each_cards_own() -> None:
    table = reacting("up44 up37", hand="1")
    assert table.choices(0) == [PayHeat("up44"), Scrap("up37")]
    assert table.refused(0, Scrap("up44")) == "heat_first"


@pytest.mark.parametrize(
    ("play", "way"),
    [
        ("up42", [Cool(3)]),
        ("up30 up50", [SuperCool(1)]),
        ("up11", [Cool(1)]),
        ("up42", [Adrenaline(), Cool(4)]),
    ],
)
def test_rb_17_what_finds_heat_is_usable_before_paying(play: str, way: list[Choice]) -> None:
    """The engine is empty: without this the turn could not go on."""
    items = LAST if Adrenaline() in way else ()
    table = reacting(play, engine=0, hand=HOT, discard="heat heat", items=items)
    costly = play.split()[0]
    assert table.refused(0, PayHeat(costly)) == "cost_unpaid"
    for choice in way:
        table.answer(0, choice)
    assert PayHeat(costly) in table.choices(0)


def test_rb_8_a_direct_play_may_come_before_another_cards_heat_is_paid() -> None:
    table = reacting("up42", engine=1, hand="up27 heat heat 1").answer(0, DirectPlay("up27", 4))
    assert (table.cars[0].engine, table.cars[0].at) == (0, 18)
    assert table.refused(0, PayHeat("up42")) == "cost_unpaid"
    assert PayHeat("up42") in table.answer(0, Cool(2)).choices(0)


# Direct play


@BOTH
def test_rb_8_direct_play_adds_speed_and_moves_at_once(rules: Ruleset) -> None:
    table = reacting("1 2 3", hand="up26 1", start=8, rules=rules).answer(0, DirectPlay("up26", 3))
    assert table.of(e.Moved) == [e.Moved(0, "direct_play", 3, 17, 2)]
    assert (table.cars[0].speed, table.cars[0].hand) == (9, ("1",))
    assert table.refused(0, Pass()) == "mandatory_first"
    assert Scrap("up26") in table.choices(0)


def test_rb_8_direct_play_with_enough_in_the_engine_is_paid_from_it() -> None:
    table = reacting("1", engine=1, hand="up27 heat").answer(0, DirectPlay("up27", 4))
    assert table.of(e.PaidHeat) == [e.PaidHeat(0, "up27", 1)]
    assert not table.of(e.Cooled)
    assert table.cars[0].engine == 0
    assert offered(table, Cool) == [Cool(1)], "its cooldown is still there"


def test_rb_8_direct_play_without_enough_is_paid_with_its_own_cooldown() -> None:
    table = reacting("1", engine=0, hand="up27 heat heat").answer(0, DirectPlay("up27", 4))
    assert table.of(e.Cooled) == [e.Cooled(0, 1, (Item("cooldown", 1, "up27"),))]
    assert table.of(e.PaidHeat) == [e.PaidHeat(0, "up27", 1)]
    assert (table.cars[0].engine, table.cars[0].hand, table.cars[0].discard) == (0, ("heat",), ("heat",))
    assert table.choices(0) == [Pass()]


def test_rb_8_the_own_cooldown_is_applied_in_full_and_may_not_suffice() -> None:
    fan = Card("fan", "upgrade", (4,), {"direct_play": 1, "heat": 1, "cooldown": 3})
    rich = reacting("1", extra=[fan], engine=0, hand="fan heat heat heat heat").answer(0, DirectPlay("fan", 4))
    assert (rich.of(e.Cooled)[0].heat, rich.cars[0].engine) == (3, 2)
    table = reacting("1", extra=[GAS], engine=0, hand="gas heat heat").answer(0, DirectPlay("gas", 4))
    assert table.cars[0].engine == 1
    assert not table.of(e.PaidHeat)
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
    assert not table.of(e.PaidHeat)
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
    assert table.of(e.CornerTaken) == [e.CornerTaken(0, 33, 5, 5)]


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
    """Wherever the card lies, so that nobody learns from the question whether it is in the hand."""
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
    assert table.of(e.Moved) == [e.Moved(0, "accelerate", 1, 15, 2)]
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


# Values


@BOTH
def test_rb_17_brakes_of_the_garage_are_chosen_after_the_flips(rules: Ruleset) -> None:
    table = Table(game(rules), ready("stress up07", at=14, draw="0 4")).go("reveal")
    assert table.of(e.Flipped) == [e.Flipped(0, ("0", "4"), 4)]
    assert table.choices(0) == [Value("up07", worth) for worth in (1, 2, 3, 4)]
    assert table.refused(0, Value("up07", 5)) == "no_such_value"
    table.answer(0, Value("up07", 2))
    assert (table.cars[0].speed, table.cars[0].at) == (6, 20)


@pytest.mark.parametrize(("first", "second"), [(1, 4), (3, 2)])
def test_rb_17_two_cards_with_values_make_one_total_in_two_ways(first: int, second: int) -> None:
    table = Table(game(), ready("up09 up08", at=14)).go("reveal")
    assert table.refused(0, Value("up09", 2)) == "other_value_first"
    table.answer(0, Value("up08", first)).answer(0, Value("up09", second))
    assert (table.cars[0].worth, table.cars[0].speed) == ((first, second), 5)


def test_rb_8_both_copies_of_a_card_with_values_are_asked_for() -> None:
    table = Table(game(), ready("up10 up10", at=14)).go("reveal").answer(0, Value("up10", 1))
    assert table.answer(0, Value("up10", 5)).cars[0].speed == 6


# Refresh


@BOTH
def test_rb_8_cards_are_refreshed_in_any_order_the_last_on_top(rules: Ruleset) -> None:
    play: dict[str, Any] = {"play": "up33 up34 1", "worth": (2, 4, 1), "gear": 3, "hand": "1 2 3 4 1 2 heat"}
    for order in (("up33", "up34"), ("up34", "up33")):
        table = Table(game(rules), car(at=14, draw="4 3", **play)).go("discard").answer(0, Discard((), order))
        assert table.of(e.Refreshed) == [e.Refreshed(0, order)]
        assert table.cars[0].draw == (*order[::-1], "4", "3")
        assert table.cars[0].discard == ("1",)


def test_rb_8_refresh_is_for_any_of_the_cards_in_play_that_say_so() -> None:
    play: dict[str, Any] = {"play": "up33 up34 1", "worth": (2, 4, 1), "gear": 3, "hand": "1 2"}
    table = Table(game(), car(at=14, **play)).go("discard")
    assert {choice.refresh for choice in table.choices(0)} == {
        (), ("up33",), ("up34",), ("up33", "up34"), ("up34", "up33"),
    }  # fmt: skip
    for wrong in (("1",), ("up33", "up33"), ("up35",)):
        assert table.refused(0, Discard((), wrong)) == "no_refresh"
    table.answer(0, Discard(("2",), ("up34",)))
    assert sorted(table.cars[0].discard) == ["1", "2", "up33"]


@BOTH
def test_rb_11_refresh_in_a_tunnel_where_nothing_is_thrown_away(rules: Ruleset) -> None:
    play: dict[str, Any] = {"play": "up34 1 1", "worth": (4, 1, 1), "gear": 3, "hand": "1 2"}
    table = Table(game(rules, on=track(**DARK)), car(at=14, **play)).go("discard")
    assert table.choices(0) == [Discard(()), Discard((), ("up34",))]
    assert table.refused(0, Discard(("1",))) == "discard_tunnel"
    assert "up34" in table.answer(0, Discard((), ("up34",))).cars[0].hand


def test_rb_8_a_card_played_directly_can_be_refreshed_one_that_was_forgone_not() -> None:
    table = reacting("1", hand="up56 1 2").answer(0, DirectPlay("up56", 0)).answer(0, Pass())
    assert Discard((), ("up56",)) in table.choices(0)
    hot = Card("hot", "upgrade", (4,), {"heat": 1, "refresh": 1})
    table = reacting("hot 1", extra=[hot], engine=0, hand="1 2").answer(0, Forgo(()))
    assert Discard((), ("hot",)) not in table.choices(0)


def test_rb_8_no_refresh_for_a_car_that_is_home() -> None:
    play: dict[str, Any] = {"play": "up34 1 1", "worth": (4, 1, 1), "gear": 3, "hand": "1 2"}
    table = Table(game(RULEBOOK), car(at=2 * 69 + 1, **play)).go("discard")
    assert not table.of(e.Refreshed)
    assert table.state.ended == "flag"


def refreshed(**rest: Any) -> Table:
    """Seat 0 has put a card on top of its draw pile, where it stays: the hand is full."""
    play: dict[str, Any] = {"play": "up34 1 1", "worth": (4, 1, 1), "gear": 3, "hand": "1 2 3 4 1 2 heat"}
    return Table(game(), car(at=14, **(play | rest)), ahead(30)).go("discard").answer(1, Discard(()))


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_std_secrets_everybody_knows_a_refreshed_card_while_it_is_on_top(viewer: int | None) -> None:
    table = refreshed().answer(0, Discard((), ("up34",)))
    assert table.game.view(table.state, viewer).cars[0].top == ("up34",)
    assert table.game.see(table.of(e.Refreshed)[0], viewer) == e.Refreshed(0, ("up34",))


@pytest.mark.parametrize("viewer", [1, None])
def test_std_secrets_which_cards_will_be_refreshed_is_hidden_until_all_are_in(viewer: int | None) -> None:
    play: dict[str, Any] = {"play": "up34 1 1", "worth": (4, 1, 1), "gear": 3}
    one, two = (Table(game(), car(at=14, **play), ahead(30)).go("discard") for _ in range(2))
    one.answer(0, Discard((), ("up34",)))
    two.answer(0, Discard(()))
    assert one.game.view(one.state, viewer) == two.game.view(two.state, viewer)
    assert one.game.see(one.of(e.Chosen)[0], viewer) == two.game.see(two.of(e.Chosen)[0], viewer)


def test_std_secrets_nobody_knows_the_top_once_the_pile_was_shuffled_or_the_card_drawn() -> None:
    drawn = refreshed(hand="1 2 3 4 1 heat").answer(0, Discard((), ("up34",)))
    assert drawn.cars[0].top == ()
    assert "up34" in drawn.cars[0].hand
    play: dict[str, Any] = {"play": "up22 1", "worth": (2, 1), "gear": 3, "draw": "up34 4 4", "discard": "2 3"}
    table = Table(game(), car(at=14, top=("up34",), **play)).go("react").answer(0, Salvage("up22", ()))
    assert table.cars[0].top == ()


def test_std_secrets_a_known_top_card_is_scrapped_and_flipped_in_the_open() -> None:
    play: dict[str, Any] = {"play": "up25 1", "worth": (2, 1), "gear": 3, "draw": "up33 up34 up35 4 4"}
    table = Table(game(), car(at=14, top=("up33", "up34", "up35"), **play)).go("react").answer(0, Scrap("up25"))
    assert (table.cars[0].top, table.cars[0].draw) == (("up35",), ("up35", "4", "4"))


# Heat that cannot be paid


def test_rb_8_giving_up_on_heat_sends_the_car_back_and_flips_for_the_card() -> None:
    table = reacting("up30 4", at=19, start=14, engine=0, hand="1 2", draw="0 3 1").answer(0, Forgo(()))
    assert table.of(e.Forgone) == [e.Forgone(0, ("up30",), 14, 1)]
    assert table.of(e.Flipped) == [e.Flipped(0, ("0", "3"), 3, counts=False)]
    assert table.of(e.Moved) == [e.Moved(0, "again", 7, 21, 2)]
    mine = table.cars[0]
    assert (mine.speed, mine.play, mine.flips) == (7, ("4", "3"), 0)
    assert sorted(mine.discard) == ["0", "up30"]


@pytest.mark.parametrize(
    ("play", "engine", "kept"),
    [
        ("up30 up18", 0, [()]),
        ("up30 up18", 1, [("up18",), ("up30",)]),
        ("up30 up18 up07", 2, [("up07", "up18"), ("up07", "up30"), ("up18", "up30")]),
        ("up42 up30", 1, [("up30",)]),
        ("up42 up30", 2, [("up30",), ("up42",)]),
        ("up42 up46", 3, [("up42",), ("up46",)]),
        ("up42 up30 up18", 2, [("up18", "up30")]),
        ("up42 up30 up18", 3, [("up18", "up30"), ("up18", "up42"), ("up30", "up42")]),
        ("up30 up30 up42", 1, [("up30",)]),
        ("up42", 1, [()]),
    ],
)
def test_rb_8_as_many_cards_are_kept_as_the_engine_covers_and_any_set_that_fits(
    play: str, engine: int, kept: list[tuple[str, ...]]
) -> None:
    worth = tuple(base_worth(card) for card in play.split())
    table = reacting(play, engine=engine, hand="1 2", worth=worth)
    assert offered(table, Forgo) == [Forgo(keep) for keep in kept]
    for wrong in ((), ("up30", "up42"), ("up99",)):
        if wrong not in kept:
            assert table.refused(0, Forgo(wrong)) == "forgo_other"


def base_worth(card: str) -> int:
    return game().cards[card].worth[0]


def test_rb_8_what_is_kept_is_paid_and_works_the_rest_is_flipped_for() -> None:
    table = reacting("up18 up44 up30", at=25, start=14, engine=1, hand="stress 1", draw="2 3 4")
    table.answer(0, Forgo(("up18",)))
    assert table.of(e.PaidHeat) == [e.PaidHeat(0, "up18", 1)]
    assert sorted(table.of(e.Forgone)[0].cards) == ["up30", "up44"]
    assert [event.worth for event in table.of(e.Flipped)] == [2, 3]
    mine = table.cars[0]
    assert (mine.speed, mine.at, mine.engine) == (6 + 2 + 3, 14 + 11, 0)
    assert table.choices(0) == [ReduceStress(1), Pass()], "neither scrap nor limit of what was forgone"
    table.answer(0, Pass()).pass_on("gears")
    assert {item.source for item in table.cars[0].items} <= {"gear"}


def test_rb_8_nothing_is_forgone_while_all_can_be_paid() -> None:
    table = reacting("up30 up18", engine=2, hand="1 2")
    assert table.refused(0, Forgo(("up18",))) == "nothing_forgone"
    assert offered(table, Forgo) == []


def test_rb_8_a_driver_may_go_on_looking_for_heat_instead() -> None:
    table = reacting("up42", engine=0, hand=HOT)
    assert {type(choice) for choice in table.choices(0)} == {Cool, Forgo}
    assert offered(table.answer(0, Cool(2)), Forgo) == []


def test_rb_8_heat_may_be_given_up_where_cooldown_is_left() -> None:
    """What was not used yet can still be used afterwards, if it is not the forgone card's own."""
    table = reacting("up42 up12", engine=0, hand=HOT, at=22, start=14).answer(0, Forgo(()))
    assert offered(table, Cool) == [Cool(1), Cool(2)]
    assert [item.source for item in table.cars[0].items] == ["up12"]


def test_reading_3_the_speed_of_adrenaline_boost_and_direct_play_is_kept() -> None:
    play: dict[str, Any] = {"play": "up30 1 1 1", "worth": (1, 1, 1, 1), "gear": 4, "items": LAST}
    table = Table(game(), car(at=18, start=14, engine=1, hand="up24 1", draw="3 4 2 1", **play)).go("react")
    table.answer(0, Boost()).answer(0, Adrenaline()).answer(0, DirectPlay("up24", 1))
    assert table.cars[0].speed == 9
    table.answer(0, Forgo(()))
    mine = table.cars[0]
    assert sorted(mine.play) == ["1", "1", "1", "3", "4", "up24"]
    assert (mine.speed, mine.at) == (3 + 3 + 4 + 1 + 1, 14 + 12)
    assert table.refused(0, Adrenaline()) == "no_adrenaline"
    assert table.refused(0, Boost()) == "no_boost"


def test_reading_3_the_speed_of_accelerate_is_lost() -> None:
    """It is on no card in play; the flips for forgone cards do not count for another."""
    table = reacting("up30 up47 up47 2", worth=(1, 0, 0, 2), flips=2, at=17, start=14, engine=0, draw="4 1")
    table.answer(0, Accelerate("up47")).answer(0, Forgo(()))
    assert (table.cars[0].speed, table.cars[0].at, table.cars[0].flips) == (6, 20, 2)
    assert table.answer(0, Accelerate("up47")).cars[0].speed == 8


def test_rb_8_cooldown_that_was_done_stays_done() -> None:
    table = reacting("up46 up13", engine=0, hand="heat 1 2", at=21, start=14).answer(0, Cool(1)).answer(0, Forgo(()))
    assert (table.cars[0].engine, table.cars[0].hand) == (1, ("1", "2"))
    assert table.asked == {0: "discard"}, "nothing is left to use"


def test_rb_8_a_draft_that_was_used_stays_used() -> None:
    table = reacting("up60 up58", ahead(21), at=18, start=14, engine=0, draw="1 2 3 4 1", hand="1")
    table.answer(0, DraftMove(2)).answer(0, Forgo(()))
    assert (table.cars[0].speed, table.cars[0].at) == (3 + 1, 18)
    assert offered(table, DraftMove) == []


def test_rb_8_a_card_played_directly_can_be_forgone() -> None:
    table = reacting("2", extra=[GAS], at=16, start=14, engine=0, hand="gas heat heat", draw="3 1")
    table.answer(0, DirectPlay("gas", 4)).answer(0, Forgo(()))
    assert (table.cars[0].play, table.cars[0].speed, table.cars[0].at) == (("2", "3"), 5, 19)
    assert "gas" in table.cars[0].discard


def test_rb_8_of_two_copies_one_may_be_kept() -> None:
    table = reacting("up43 up43", engine=1, at=30, start=14, hand="1", draw="2 1 1 1 1 1 1 1")
    table.answer(0, Forgo(("up43",)))
    assert (table.cars[0].play, table.cars[0].speed) == (("up43", "2"), 10)
    assert table.choices(0) == [Scrap("up43")]
    table.answer(0, Scrap("up43"))
    assert table.asked == {0: "discard"}


def test_rb_8_the_laps_are_taken_back_and_driven_again() -> None:
    table = reacting("up43", engine=0, at=72, start=64, hand="1", draw="4 1").answer(0, Forgo(()))
    assert (table.cars[0].at, table.cars[0].laps) == (68, ())
    again = reacting("up43 4", engine=0, at=76, start=64, hand="1", draw="4 1").answer(0, Forgo(()))
    assert (again.cars[0].at, again.cars[0].laps) == (72, (2,))


def test_reading_4_the_car_goes_back_to_its_old_lane() -> None:
    table = reacting("up43", engine=0, at=22, start=14, start_lane=1, draw="stress stress 0", hand="1")
    table.answer(0, Forgo(()))
    assert (table.cars[0].at, table.cars[0].lane, table.cars[0].speed) == (14, 1, 0)
    other = reacting("up43", engine=0, at=22, start=14, start_lane=2, draw="stress stress 0", hand="1")
    assert other.answer(0, Forgo(())).cars[0].lane == 2


def test_rb_8_a_lane_that_was_taken_meanwhile_is_not_the_cars_any_more() -> None:
    table = reacting("up43", ahead(14, lane=1), engine=0, at=22, start=14, start_lane=1, draw="0", hand="1")
    table.answer(0, Forgo(()))
    assert (table.cars[0].at, table.cars[0].lane) == (14, 2)
    assert (table.cars[0].start, table.cars[0].start_lane) == (14, 2)


def test_rb_8_a_car_that_never_moved_keeps_its_exact_spot() -> None:
    """Its own spot counts as free; in the race line's lane it would stand otherwise."""
    table = reacting("up43", engine=0, at=14, start=14, draw="0", hand="1").answer(0, Forgo(()))
    assert (table.cars[0].at, table.cars[0].lane) == (14, 1)


@pytest.mark.parametrize("full", [(14,), (14, 13), (14, 13, 12, 11)])
def test_rb_8_if_the_turn_start_is_full_the_nearest_space_behind_it(full: tuple[int, ...]) -> None:
    others = [ahead(at, lane=lane) for at in full for lane in (1, 2)]
    table = reacting("up43", *others, engine=0, at=22, start=14, draw="0", hand="1").answer(0, Forgo(()))
    assert table.of(e.Forgone)[0].at == 14 - len(full)
    assert table.cars[0].start == 14 - len(full)


def test_rb_8_corners_are_counted_from_where_the_car_starts_anew() -> None:
    """It starts behind the corner at 12, which is due again; its limit is 7."""
    others = [ahead(at, lane=lane) for at in (13, 12) for lane in (1, 2)]
    table = reacting("up43 4 4", *others, engine=0, at=29, start=13, draw="1", hand="1").answer(0, Forgo(()))
    assert (table.cars[0].start, table.cars[0].speed) == (11, 9)
    table.pass_on("discard")
    assert [(event.line, event.speed) for event in table.of(e.SpunOut)] == [(12, 9)]


@pytest.mark.parametrize("full", [(), (14,), (14, 13, 12, 11)])
def test_giving_up_on_heat_is_forecast_from_where_the_car_starts_anew(full: tuple[int, ...]) -> None:
    others = [ahead(at, lane=lane) for at in full for lane in (1, 2)]
    table = reacting("up43 2", *others, engine=0, at=24, start=14, draw="1", hand="1")
    told = table.game.explain(table.game.view(table.state, 0), Forgo(()))
    (outcome,) = told.outcomes
    table.answer(0, Forgo(()))
    assert (outcome.at, outcome.lane, outcome.speed) == (table.cars[0].at, table.cars[0].lane, table.cars[0].speed)
    assert [corner.line for corner in outcome.corners] == [12] * (len(full) > 2)


def test_rb_8_the_car_moves_again_on_present_positions() -> None:
    """The space is full by now: pushed ahead under one rule set, sent back under the other."""
    for rules, at in ((STANDARD, 19), (RULEBOOK, 17)):
        blockers = [ahead(18, lane=lane) for lane in (1, 2)]
        race = game(rules)
        driver = car(at=22, start=14, gear=3, play="up43", worth=(8,), engine=0, draw="4 1", hand="1")
        table = Table(race, driver, *blockers, order=(0, 1, 2)).go("react").answer(0, Forgo(()))
        assert table.of(e.Moved, 0)[0].at == at


# Stand-ins


def used(table: Table) -> list[str]:
    """What a stand-in did, in order."""
    acts = [event for event in table.events if isinstance(event, e.PaidHeat | e.Scrapped | e.Cooled | e.Forgone)]
    return [f"{type(act).__name__}:{getattr(act, 'card', '')}" for act in acts]


def test_std_standin_does_what_must_be_done_in_card_order() -> None:
    table = reacting("up44 up21 up18 up25", hand=HOT, draw="1 1 1 1 1 1 1 1").stand_in(0)
    assert used(table) == [
        "PaidHeat:up18", "Scrapped:up21", "Scrapped:up25", "PaidHeat:up44", "Scrapped:up44", "Cooled:",
    ]  # fmt: skip
    assert table.asked == {0: "discard"}


def test_std_standin_uses_the_most_free_cooldown_and_nothing_else_of_cards() -> None:
    play = "up36 up49 up50 up47 up55 up04"
    table = reacting(play, hand="heat heat heat heat stress up24", flips=3, discard="heat 4").stand_in(0)
    assert used(table) == ["Cooled:"]
    mine = table.cars[0]
    assert (mine.engine, mine.at, mine.hand) == (9, 14, ("heat", "stress", "up24"))
    assert mine.discard == ("heat", "4")


def test_std_standin_cools_first_where_heat_is_short() -> None:
    table = reacting("up42", engine=0, hand=HOT).stand_in(0)
    assert used(table) == ["Cooled:", "PaidHeat:up42"]
    assert table.cars[0].engine == 1


@pytest.mark.parametrize(
    ("play", "engine", "kept"),
    [
        ("up30 up18", 1, ["up18"]),
        ("up42 up43 up44", 2, ["up43", "up44"]),
        ("up42 up46", 3, ["up42"]),
        ("up42", 1, []),
    ],
)
def test_std_standin_keeps_the_first_in_card_order_of_what_can_be_kept(play: str, engine: int, kept: list[str]) -> None:
    table = reacting(play, engine=engine, hand="1 2", draw="1 1 1 1 1 1 1 1 1 1").stand_in(0)
    assert [event.card for event in table.of(e.PaidHeat)] == kept
    assert len(table.of(e.Forgone)) == 1
    assert set(table.of(e.Forgone)[0].cards) == set(play.split()) - set(kept)


def test_std_standin_completes_what_a_driver_began_with_cards() -> None:
    table = reacting("up18 up44", hand="1", draw="1 1 1 1").answer(0, PayHeat("up44")).stand_in(0)
    assert used(table) == ["PaidHeat:up18", "Scrapped:up44"]


def test_reading_of_copies_that_cannot_all_be_paid_the_one_that_counts_most_is_kept() -> None:
    """Two cards of one face, one valued 4 and one 1, and Heat for one of them."""
    table = Table(game(), ready("up07 up07", at=14, engine=1, hand="1 2 3")).go("reveal")
    table.answer(0, Value("up07", 4)).answer(0, Value("up07", 1))
    view = table.game.view(table.state, 0)
    assert {outcome.speed for outcome in table.game.explain(view, Forgo(("up07",))).outcomes} <= {5, 6, 7, 8}
    table.answer(0, Forgo(("up07",)))
    assert (table.cars[0].play[0], table.cars[0].worth[0]) == ("up07", 4)

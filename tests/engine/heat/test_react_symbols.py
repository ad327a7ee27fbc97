"""Phase 5, both rule sets: what the symbols of cards do in React, what must be used, and what cannot be paid."""

import pytest
from msgspec.structs import replace

from engine.heat import RULEBOOK, STANDARD, Adrenaline, Boost, Cool, Pass, Ruleset
from engine.heat import events as e
from engine.heat.cards import Card
from engine.heat.choices import Choice
from engine.heat.moves.accelerate import Accelerate
from engine.heat.moves.cool import Cooled
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.draft_move import DraftMove, DraftUsed
from engine.heat.moves.pay_heat import PaidHeat, PayHeat
from engine.heat.moves.reduce_stress import ReduceStress
from engine.heat.moves.salvage import Salvage, Salvaged
from engine.heat.moves.scrap import Scrap, Scrapped
from engine.heat.moves.super_cool import SuperCool
from engine.heat.tables import SHIPPED
from engine.kernel.seats import Seat
from tests.engine.heat.kit import Table, car, game, track
from tests.engine.heat.react_kit import BOTH, DARK, HOT, LAST, LOADED, ahead, offered, reacting, under

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


def test_rb_8_what_must_be_used_and_what_is_never_locked() -> None:
    assert SHIPPED.vocabulary.mandatory == {"heat", "scrap"}
    on_no_card = {"boost", "adrenaline"}
    assert SHIPPED.vocabulary.before_paying == {"heat", "cooldown", "super_cool", "draft"} | on_no_card


def test_the_loaded_card_has_every_symbol_that_changes_no_number() -> None:
    assert LOADED.symbols.keys() == SHIPPED.vocabulary.symbols.keys() - {"plus", "direct_play"}


def test_rb_8_nothing_is_left_after_a_pass() -> None:
    table = reacting("up12", hand=HOT).answer(0, Pass())
    assert table.cars[0].items == ()
    assert table.refused(0, Cool(1)) == "not_an_answer"


@pytest.mark.parametrize("way", [("up07", "up18", "up42"), ("up42", "up07", "up18")])
def test_rb_8_heat_of_several_cards_is_paid_in_any_order_each_exactly(way: tuple[str, ...]) -> None:
    table = reacting("up18 up42 up07")
    paid = [table.answer(0, PayHeat(card)).of(PaidHeat)[0].heat for card in way]
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
    assert table.answer(0, Scrap("up26")).of(Scrapped) == [Scrapped(Seat(0), card="up26", cards=("1", "2", "3"))]
    assert table.answer(0, Scrap("up25")).of(Scrapped) == [Scrapped(Seat(0), card="up25", cards=("4", "1"))]
    assert table.cars[0].discard == ("0", "1", "2", "3", "4", "1")


@BOTH
def test_rb_17_scrap_may_reshuffle_in_mid_count(rules: Ruleset) -> None:
    """What was scrapped before the shuffle is shuffled in, and may be scrapped again."""
    table = reacting("up26", draw="1", discard="2 2 2 2", rules=rules).answer(0, Scrap("up26"))
    first, second = table.of(Scrapped)
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
    assert [event.done for event in table.of(Scrapped)][-1]
    assert sorted(table.cars[0].draw + table.cars[0].discard) == ["1", "2"]


def test_rb_8_scrap_without_any_card_is_done_with() -> None:
    bare = replace(car(at=14, gear=3, play="up28", worth=(1,), hand="heat", draw="1"), draw=())
    bare = replace(bare, stock=tuple(sorted((*bare.hand, *bare.play, *["heat"] * bare.engine))))
    table = Table(game(), bare).go("react").answer(0, Scrap("up28"))
    assert table.of(Scrapped) == [Scrapped(Seat(0), card="up28", cards=())]
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
    (salvaged,) = table.of(Salvaged)
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
    """It is public that there is nothing to take, so the driver is not asked."""
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
    assert [item.source for item in table.answer(0, Cool(2)).of(Cooled)[0].spent] == ["gear", "adrenaline"]
    assert [item.source for item in table.answer(0, Cool(1)).of(Cooled)[0].spent] == ["up13"]
    other = reacting("up13 up12 up36", gear=2, hand=HOT, items=LAST).answer(0, Cool(4))
    assert [item.source for item in other.of(Cooled)[0].spent] == ["gear", "adrenaline", "up12"]


@pytest.mark.parametrize("play", ["up13 up21 up12", "up12 up13 up21"])
def test_rb_8_as_few_sources_as_it_takes(play: str) -> None:
    """Two of 1 and one of 2: for two Heat the one of 2 goes, for one Heat one of 1."""
    assert [item.source for item in reacting(play, hand=HOT).answer(0, Cool(2)).of(Cooled)[0].spent] == ["up12"]
    (one,) = reacting(play, hand=HOT).answer(0, Cool(1)).of(Cooled)[0].spent
    assert one.amount == 1


def test_rb_8_a_source_used_in_part_is_spent_the_others_are_not() -> None:
    table = reacting("up36 up13", hand=HOT).answer(0, Cool(2))
    assert [item.source for item in table.cars[0].items if item.kind == "cooldown"] == ["up13"]
    assert offered(table, Cool) == [Cool(1)]


def test_rb_8_drafts_of_several_cards_are_one_pool() -> None:
    table = reacting("up58 up60", ahead(18), hand="1 2").answer(0, PayHeat("up60"))
    table.answer(0, Scrap("up58"))
    assert offered(table, DraftMove) == [DraftMove(3)]
    assert [item.source for item in table.answer(0, DraftMove(3)).of(DraftUsed)[0].spent] == ["up58", "up60"]


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

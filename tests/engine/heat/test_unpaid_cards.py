"""Values, refresh, Heat that a card costs and the engine lacks, and what a stand-in does with symbols."""

from typing import Any

import pytest

from engine.heat import RULEBOOK, STANDARD, Adrenaline, Boost, Cool, Discard, Pass, Ruleset, Value
from engine.heat import events as e
from engine.heat.cards import Card
from engine.heat.moves.accelerate import Accelerate
from engine.heat.moves.cool import Cooled
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.discard import Refreshed
from engine.heat.moves.draft_move import DraftMove
from engine.heat.moves.forgo import Forgo, Forgone
from engine.heat.moves.pay_heat import PaidHeat, PayHeat
from engine.heat.moves.reduce_stress import ReduceStress
from engine.heat.moves.salvage import Salvage
from engine.heat.moves.scrap import Scrap, Scrapped
from engine.heat.units import Distance, Lane
from engine.kernel.seats import Seat
from tests.engine.heat.kit import Table, car, game, ready, track
from tests.engine.heat.react_kit import BOTH, DARK, GAS, HOT, LAST, ahead, offered, reacting

# Values


@BOTH
def test_rb_17_brakes_of_the_garage_are_chosen_after_the_flips(rules: Ruleset) -> None:
    table = Table(game(rules), ready("stress up07", at=14, draw="0 4")).go("reveal")
    assert table.of(e.Flipped) == [e.Flipped(Seat(0), cards=("0", "4"), worth=4)]
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
        assert table.of(Refreshed) == [Refreshed(Seat(0), cards=order)]
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
    assert not table.of(Refreshed)
    assert table.state.ended == "flag"


def refreshed(**rest: Any) -> Table:
    """Seat 0 has put a card on top of its draw pile, where it stays: the hand is full."""
    play: dict[str, Any] = {"play": "up34 1 1", "worth": (4, 1, 1), "gear": 3, "hand": "1 2 3 4 1 2 heat"}
    return Table(game(), car(at=14, **(play | rest)), ahead(30)).go("discard").answer(1, Discard(()))


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_std_secrets_everybody_knows_a_refreshed_card_while_it_is_on_top(viewer: int | None) -> None:
    table = refreshed().answer(0, Discard((), ("up34",)))
    assert table.game.view(table.state, viewer).cars[0].top == ("up34",)
    assert table.game.see(table.of(Refreshed)[0], viewer) == Refreshed(Seat(0), cards=("up34",))


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
    assert table.of(Forgone) == [Forgone(Seat(0), cards=("up30",), at=Distance(14), lane=Lane(1))]
    assert table.of(e.Flipped) == [e.Flipped(Seat(0), cards=("0", "3"), worth=3, counts=False)]
    assert table.of(e.Moved) == [e.Moved(Seat(0), why="again", distance=7, at=Distance(21), lane=Lane(2))]
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
    assert table.of(PaidHeat) == [PaidHeat(Seat(0), card="up18", heat=1)]
    assert sorted(table.of(Forgone)[0].cards) == ["up30", "up44"]
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
    assert table.of(Forgone)[0].at == 14 - len(full)
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
    acts = [event for event in table.events if isinstance(event, PaidHeat | Scrapped | Cooled | Forgone)]
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
    assert [event.card for event in table.of(PaidHeat)] == kept
    assert len(table.of(Forgone)) == 1
    assert set(table.of(Forgone)[0].cards) == set(play.split()) - set(kept)


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

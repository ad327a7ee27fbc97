"""Road tokens: what each of the six does at its corner or in the sector behind it, and where it does nothing."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from engine.heat import Adrenaline, Boost, Cool, Entrant, Pass, Play, Ruleset, Setup, Slipstream, all_tracks
from engine.heat import events as e
from engine.heat.modules import base_modules
from engine.heat.moment import moment_of
from engine.heat.moves.boost import Boosted
from engine.heat.moves.slipstream import barred, sums
from engine.heat.state import Car, State
from engine.heat.units import Distance, Lane
from engine.kernel import Seed, fold
from engine.kernel.seats import Seat
from tests.engine.heat.kit import RULEBOOK, SEED, STANDARD, Table, car, game, legend

TOKENS = ("weather", "overheat", "limit_down", "limit_up", "free_boost", "slipstream_plus_1")
USA = 4
"""So many corners has USA: at 12, 33, 49 and 57."""
BOTH = pytest.mark.parametrize("rules", [STANDARD, RULEBOOK], ids=["standard", "rulebook"])


def first(token: str) -> tuple[str, ...]:
    """This token at the first corner; the others have one that does nothing without weather."""
    return (token, *("weather",) * 6)


def laid(
    tokens: tuple[str, ...], *cars: Car, weather: str = "", rules: Ruleset = STANDARD, on: str = "usa", **setup: Any
) -> Table:
    table = Table(game(rules, all_tracks()[on]), *cars, **setup)
    count = len(table.game.course.token_lines)
    table.state = replace(table.state, weather=weather, tokens=tokens[:count])
    return table


def over(line: int, speed: str, **rest: Any) -> Car:
    """A car that has just driven through a corner line with these cards."""
    return car(at=line + 2, start=line - 2, play=speed, gear=len(speed.split()), **rest)


def corners(token: str, *cars: Car, on: str = "usa", rules: Ruleset = STANDARD) -> Table:
    return laid(first(token), *cars, on=on, rules=rules).go("corners")


def started(on: str, **setup: Any) -> State:
    race = game(on=all_tracks()[on])
    return fold(race, race.start(Setup((Entrant(),) * 2, 2, roads=True, **setup), SEED))


# Laying them


def test_rb_15_there_are_twelve_tokens_two_of_each() -> None:
    assert {token.id: token.copies for token in base_modules().roads} == dict.fromkeys(TOKENS, 2)


@pytest.mark.parametrize("name", sorted(all_tracks()))
def test_rb_15_one_token_lies_at_each_corner_a_chicane_being_one(name: str) -> None:
    on = all_tracks()[name]
    state = started(name)
    chicanes = sum(corner.chicane_of is not None for corner in on.corners)
    assert len(state.tokens) == len(on.corners) - chicanes
    assert max(Counter(state.tokens).values()) <= 2
    assert set(state.tokens) <= set(TOKENS)


def test_rb_15_tokens_are_shuffled() -> None:
    race = game()
    setup = Setup((Entrant(),), 1, roads=True)
    lays = {fold(race, race.start(setup, Seed(f"{number:032x}"))).tokens for number in range(40)}
    assert len(lays) > 30
    assert {lay[0] for lay in lays} == set(TOKENS)


def test_rb_15_a_token_of_a_chicane_lies_at_its_second_line() -> None:
    assert game(on=all_tracks()["japan"]).course.token_lines == (12, 18, 45, 53)
    assert game(on=all_tracks()["mexico"]).course.token_lines == (19, 38, 44, 51)


# limit_down and limit_up


@BOTH
@pytest.mark.parametrize(("token", "limit", "heat"), [("limit_up", 8, 1), ("limit_down", 6, 3), ("free_boost", 7, 2)])
def test_rb_15_limit_tokens_change_the_limit_of_their_corner(token: str, limit: int, heat: int, rules: Ruleset) -> None:
    table = corners(token, over(12, "4 4 1"), rules=rules)
    assert table.of(e.CornerTaken) == [e.CornerTaken(Seat(0), line=Distance(12), limit=limit, speed=9, heat=heat)]
    assert table.cars[0].engine == 6 - heat


@pytest.mark.parametrize("token", ["limit_up", "limit_down"])
def test_rb_15_limit_tokens_change_no_other_corner(token: str) -> None:
    table = corners(token, over(33, "4 1"))
    assert table.of(e.CornerTaken) == [e.CornerTaken(Seat(0), line=Distance(33), limit=3, speed=5, heat=2)]


def test_rb_15_limit_down_can_make_the_car_spin_out() -> None:
    table = corners("limit_down", over(12, "4 4", engine=1))
    assert table.of(e.SpunOut) == [
        e.SpunOut(Seat(0), line=Distance(12), limit=6, speed=8, heat=1, at=Distance(11), lane=Lane(1), stress=1)
    ]
    assert corners("limit_up", over(12, "4 4", engine=0)).of(e.SpunOut) == []


def test_rb_10_a_token_and_the_own_cards_add_up() -> None:
    table = corners("limit_down", over(12, "4 sp05", worth=(4, 3)))
    assert table.of(e.CornerTaken) == [e.CornerTaken(Seat(0), line=Distance(12), limit=7, speed=7)]


@BOTH
@pytest.mark.parametrize(("token", "limits"), [("limit_up", (5, 5)), ("limit_down", (3, 3))])
def test_rb_15_a_limit_token_on_a_chicane_acts_on_both_lines(
    token: str, limits: tuple[int, int], rules: Ruleset
) -> None:
    driver = car(at=14, start=8, play="4 1 1", gear=3)
    table = corners(token, driver, on="japan", rules=rules)
    assert [(event.line, event.limit) for event in table.of(e.CornerTaken)] == [(10, limits[0]), (12, limits[1])]


@pytest.mark.parametrize(("token", "change"), [("limit_up", 1), ("limit_down", -1), ("overheat", 0)])
def test_rb_15_legends_see_the_changed_limit(token: str, change: int) -> None:
    """In the corner they drive limit and slot."""
    table = laid(first(token), legend(at=10), car(at=3), rows={0: "easy"}, legends="s01")
    table.state = replace(table.state, cars=(table.cars[0], replace(table.cars[1], choice=Play(("1",)))))
    slot = table.game.legend_cards["s01"].rows["easy"].slot
    table.go("reveal")
    assert table.of(e.Moved, 0)[0].distance == 7 + change + slot


@pytest.mark.parametrize(("token", "limit"), [("limit_up", 8), ("limit_down", 6), ("free_boost", 7)])
def test_rb_15_a_forecast_sees_the_changed_limit(token: str, limit: int) -> None:
    table = laid(first(token), car(at=10, gear=2, hand="4 5 1")).go("cards")
    explained = table.game.explain(table.game.view(table.state, 0), Play(("4", "5")))
    (corner,) = explained.outcomes[0].corners
    assert sum(term.amount for term in corner.limit) == limit
    assert (corner.owed, explained.outcomes[0].heat) == (9 - limit, 9 - limit)


# overheat


def test_rb_15_overheat_asks_one_more_where_heat_is_owed() -> None:
    table = corners("overheat", over(12, "4 4"))
    assert table.of(e.CornerTaken) == [e.CornerTaken(Seat(0), line=Distance(12), limit=7, speed=8, heat=2, overheat=1)]
    assert table.cars[0].engine == 4


@pytest.mark.parametrize("speed", ["4 3", "1 1"])
def test_rb_17_overheat_asks_nothing_where_nothing_is_owed(speed: str) -> None:
    table = corners("overheat", over(12, speed))
    assert [event.heat for event in table.of(e.CornerTaken)] == [0]


def test_rb_17_overheat_asks_nothing_if_the_own_cards_raise_the_limit_enough() -> None:
    table = corners("overheat", over(12, "5 sp05", worth=(5, 3)))
    assert table.of(e.CornerTaken) == [e.CornerTaken(Seat(0), line=Distance(12), limit=8, speed=8)]


def test_rb_15_overheat_can_make_the_car_spin_out() -> None:
    """One Heat is owed for speed and there; the token's is one too many."""
    table = corners("overheat", over(12, "4 4", engine=1))
    assert len(table.of(e.SpunOut)) == 1


def test_rb_15_overheat_on_a_chicane_acts_on_both_lines() -> None:
    table = corners("overheat", car(at=14, start=8, play="4 1", gear=2), on="japan")
    assert [(event.line, event.heat, event.overheat) for event in table.of(e.CornerTaken)] == [(10, 2, 1), (12, 2, 1)]


def test_rb_15_overheat_is_nothing_in_the_sector_or_elsewhere() -> None:
    table = corners("overheat", over(33, "4"))
    assert table.of(e.CornerTaken) == [e.CornerTaken(Seat(0), line=Distance(33), limit=3, speed=4, heat=1)]


def test_rb_15_a_forecast_sees_the_overheat() -> None:
    table = laid(first("overheat"), car(at=10, gear=2, hand="4 5 1")).go("cards")
    explained = table.game.explain(table.game.view(table.state, 0), Play(("4", "5")))
    assert (explained.outcomes[0].corners[0].owed, explained.outcomes[0].heat) == (3, 3)


# free_boost


@BOTH
def test_rb_15_in_its_sector_the_boost_costs_nothing(rules: Ruleset) -> None:
    table = laid(first("free_boost"), car(at=20, gear=4), rules=rules).go("react").answer(0, Boost())
    (event,) = table.of(Boosted)
    assert (event.heat, table.cars[0].engine) == (0, 6)


def test_rb_17_a_free_boost_works_with_an_empty_engine() -> None:
    table = laid(first("free_boost"), car(at=20, gear=4, engine=0)).go("react")
    assert table.choices(0) == [Boost(), Pass()]
    table.answer(0, Boost())
    assert table.cars[0].at > 20


@pytest.mark.parametrize("space", [11, 33, 60])
def test_rb_15_outside_its_sector_the_boost_costs_heat(space: int) -> None:
    table = laid(first("free_boost"), car(at=space, gear=4, hand="heat 1")).go("react").answer(0, Boost())
    assert table.of(Boosted)[0].heat == 1
    assert "react" not in laid(first("free_boost"), car(at=space, gear=4, engine=0)).go("react").asked.values()


def test_rb_15_a_free_boost_is_still_one_a_turn() -> None:
    table = laid(first("free_boost"), car(at=13, gear=4)).go("react").answer(0, Boost())
    assert table.cars[0].at < 33
    assert "react" not in table.asked.values()


def test_rb_15_a_free_boost_changes_nothing_of_who_may_boost() -> None:
    assert "react" not in laid(first("free_boost"), car(at=20, gear=3)).go("react").asked.values()


@pytest.mark.parametrize(("at", "heat"), [(11, 0), (32, 1)])
def test_rb_17_whether_a_boost_is_free_depends_on_the_sector_at_that_moment(at: int, heat: int) -> None:
    """Adrenaline carries the car into the sector, or out of it."""
    table = laid(first("free_boost"), car(at=at, gear=4), car(at=66, gear=3), order=(1, 0)).go("adrenaline")
    table.answer(0, Adrenaline()).answer(0, Boost())
    assert table.of(Boosted)[0].heat == heat


def test_rb_15_a_forecast_knows_that_the_boost_is_free() -> None:
    for at, heat in ((20, 0), (40, 1)):
        table = laid(first("free_boost"), car(at=at, gear=4)).go("react")
        explained = table.game.explain(table.game.view(table.state, 0), Boost())
        assert sum(term.amount for term in explained.heat) == heat


# slipstream_plus_1


@BOTH
def test_rb_15_in_its_sector_a_slipstream_may_be_one_longer(rules: Ruleset) -> None:
    table = laid(first("slipstream_plus_1"), car(at=20), car(at=21), rules=rules, order=(0, 1)).go("slipstream")
    assert table.choices(0) == [Slipstream(2), Slipstream(3), Pass()]


@pytest.mark.parametrize("space", [10, 33, 60])
def test_rb_15_outside_its_sector_a_slipstream_is_as_ever(space: int) -> None:
    """Starting is what counts: from 10 the car would land in the sector."""
    table = laid(first("slipstream_plus_1"), car(at=space), car(at=space + 1)).go("slipstream")
    assert table.choices(0) == [Slipstream(2), Pass()]


def test_rb_9_weather_token_and_card_each_add_in_full_or_not_at_all() -> None:
    table = laid(first("slipstream_plus_1"), car(at=20), car(at=21), weather="storm")
    assert sums(moment_of(table.game, table.state, Seat(0))) == [2, 3, 4, 5]
    table = laid(first("slipstream_plus_1"), car(at=20, play="up14"), car(at=21), weather="storm")
    assert sums(moment_of(table.game, table.state, Seat(0))) == [2, 3, 4, 5, 6, 7]
    table = laid(first("slipstream_plus_1"), car(at=20, play="up30", worth=(1,)), car(at=21))
    assert sums(moment_of(table.game, table.state, Seat(0))) == [2, 3, 5, 6], "never a part of the 3"


# The sector of a token on a chicane


@BOTH
@pytest.mark.parametrize(
    ("space", "inside"), [(9, False), (10, False), (11, False), (12, True), (17, True), (18, False)]
)
def test_rb_15_sector_tokens_of_a_chicane_begin_behind_its_second_line(
    space: int, inside: bool, rules: Ruleset
) -> None:
    """Japan: lines 10 and 12, the next corner at 18; between the lines there is none."""
    race = game(rules, all_tracks()["japan"])
    assert race.roads("", first("free_boost")[:4]).free_boost[space] is inside
    assert race.roads("", first("slipstream_plus_1")[:4]).slipstream[space] == ((1,) if inside else ())
    if rules is RULEBOOK:
        assert race.roads("fog", first("weather")[:1]).no_slipstream[space] is inside


def test_reading_7_the_one_space_sector_of_mexico_is_its_own() -> None:
    """Between the lines 50 and 51 there is one space and no sector token; both its neighbours may have one."""
    tokens = ("limit_up", "limit_up", "weather", "weather")
    roads = game(RULEBOOK, all_tracks()["mexico"]).roads("snow", tokens)
    assert [roads.cooldown[space] for space in (49, 50, 51)] == [1, 0, 1]


# Entering and leaving in mid-React

AT_12 = ("weather", "limit_up", "limit_up", "limit_up")


PHASED = replace(STANDARD, weather_scope="weather_tokens", boost_gears=(1, 2, 3, 4))
"""By phase, so that a test can stop in React and look; the rest as in the Board rules."""


def sector(weather: str, *cars: Car, **rest: Any) -> Table:
    """USA, weather in 12 to 32 alone."""
    return laid(AT_12, *cars, weather=weather, rules=PHASED, **rest)


def test_rb_17_leaving_a_no_cooldown_sector_by_boost_allows_cooldown_at_once() -> None:
    table = sector("cloud", car(at=32, gear=1, hand="heat heat 1")).go("react")
    assert table.choices(0) == [Boost(), Pass()]
    assert table.answer(0, Boost()).choices(0) == [Cool(1), Cool(2), Pass()]


def test_rb_17_entering_a_no_cooldown_sector_by_boost_bars_cooldown_at_once() -> None:
    table = sector("cloud", car(at=11, gear=1, hand="heat heat 1")).go("react")
    assert Cool(2) in table.choices(0)
    table.answer(0, Boost())
    assert "react" not in table.asked.values()


def adrenaline(weather: str, at: int, gear: int, *more: Car) -> Table:
    """Seat 0 is the last car, in React with adrenaline; the others cannot boost."""
    table = sector(weather, car(at=at, gear=gear, hand="heat heat 1"), car(at=66, gear=3, engine=0), *more)
    table.state = replace(table.state, order=(*range(1, len(table.cars)), 0))
    table.go("adrenaline")
    assert table.asked == {0: "react"}
    return table


def test_rb_17_adrenaline_out_of_a_no_cooldown_sector_allows_cooldown_at_once() -> None:
    table = adrenaline("cloud", 32, 2)
    assert Cool(1) not in table.choices(0)
    assert Cool(2) in table.answer(0, Adrenaline()).choices(0), "the gear's and that of adrenaline"


def test_rb_17_adrenaline_into_a_no_cooldown_sector_bars_cooldown_at_once() -> None:
    table = adrenaline("cloud", 11, 2)
    assert Cool(2) in table.choices(0)
    assert not any(isinstance(choice, Cool) for choice in table.answer(0, Adrenaline()).choices(0))


def test_rb_17_a_cooldown_sector_entered_in_react_gives_its_cooldown() -> None:
    table = sector("snow", car(at=11, gear=3, hand="heat 1")).go("react")
    assert table.choices(0) == [Boost(), Pass()]
    assert table.answer(0, Boost()).choices(0) == [Cool(1), Pass()]


def test_rb_17_a_cooldown_sector_left_unused_gives_nothing() -> None:
    table = sector("snow", car(at=32, gear=3, hand="heat 1")).go("react")
    assert table.choices(0) == [Cool(1), Boost(), Pass()]
    table.answer(0, Boost())
    assert "react" not in table.asked.values()


@pytest.mark.parametrize(("at", "bars"), [(31, True), (32, False)])
def test_rb_17_a_no_slipstream_sector_left_in_react_bars_no_more(at: int, bars: bool) -> None:
    """One space of adrenaline decides."""
    table = adrenaline("fog", at, 4, car(at=34, gear=3, engine=0))
    assert barred(moment_of(table.game, table.state, Seat(0))) == "slipstream_weather"
    table.answer(0, Adrenaline()).answer(0, Pass())
    assert (table.asked.get(0) == "slipstream") is not bars


def test_rb_17_a_no_slipstream_sector_entered_in_react_bars_at_once() -> None:
    for bonus, asked in ((False, "slipstream"), (True, "discard")):
        table = adrenaline("fog", 11, 4, car(at=13, gear=3, engine=0))
        if bonus:
            table.answer(0, Adrenaline())
        assert table.answer(0, Pass()).asked[0] == asked


def test_rb_15_a_slipstream_may_land_where_none_may_start() -> None:
    table = sector("fog", car(at=11), car(at=12)).go("slipstream")
    assert table.asked == {0: "slipstream"}
    assert table.answer(0, Slipstream(2)).cars[0].at == 13

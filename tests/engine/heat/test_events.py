"""The eighteen events by name: all that each changes in a race, and that it changes nothing else."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.heat import Discard, Entrant, Ruleset, Setup, all_tracks
from engine.heat import events as e
from engine.heat.modules import base_modules
from engine.heat.moment import moment_of
from engine.heat.moves.slipstream import barred
from engine.heat.season.calendar import Stop, laps_of
from engine.heat.season.result import result_of
from engine.heat.state import Car
from engine.kernel import End, fold
from engine.kernel.seats import Seat
from tests.engine.heat.kit import RULEBOOK, SEED, STANDARD, Table, car, cards, game, legend, ready, track

EVENTS = {event.id: event for event in base_modules().events}
PILE = cards("sp01 sp02 sp03 sp04 sp05 sp01 sp02 sp03")


def at(event: str, *cars: Car, rules: Ruleset = STANDARD, on: str = "usa", **setup: Any) -> Table:
    """Cars in a championship race with this event."""
    setup = {"laps": 3, "season": True, "event": event, **setup}
    table = Table(game(rules, all_tracks()[on]), *cars, **setup)
    table.state = replace(table.state, sponsor_pile=PILE)
    return table


def through(line: int, speed: str, **rest: Any) -> Car:
    """A car that has just driven through a corner line with these cards."""
    return car(at=line + 2, start=line - 2, play=speed, gear=min(4, len(speed.split())), **rest)


def gained(table: Table, seat: int = 0) -> int:
    """How many sponsor cards a seat draws in the corner check."""
    table.go("corners")
    return sum(len(event.cards) for event in table.of(e.SponsorsDrawn, seat))


def discards(event: str, hand: str) -> list[tuple[str, ...]]:
    table = at(event, car(at=20, hand=hand)).go("discard")
    return [choice.cards for choice in table.choices(0)]


def lost(event: str, *, laps: int = 3, rules: Ruleset = STANDARD, **rest: Any) -> list[str]:
    """Where the Heat leaves the game that a car loses for the lap that it has just completed."""
    driver = car(**{"at": 70, "start": 60, "play": "4", **rest})
    table = at(event, driver, car(at=20), laps=laps, rules=rules).go("discard").pass_on()
    return [event.place for event in table.of(e.HeatLost, 0)] if table.events else ["?"]


def behaviour(event: str) -> dict[str, Any]:
    """All that events can change, as it is under one of them."""
    race = game()
    setup = Setup((Entrant(), Entrant()), 3, season=True, event=event)
    driver = fold(race, race.start(setup, SEED)).cars[0]
    spun = at(event, through(12, "4 4 4", engine=0), car(at=3)).go("corners")
    ended = at(event, car(at=20), car(at=15), car(at=10), car(at=5)).do(End())
    given = at(event, car(at=20), car(at=10)).go("adrenaline")
    over = car(at=33, start=25, play="1")
    passed = (car(at=27), car(at=28), car(at=29, lane=2))
    heat = at(event, car(at=70, start=60, play="4"), car(at=20)).go("discard")
    heat.answer(0, Discard(())).answer(1, Discard(()))
    return {
        "engine": driver.engine,
        "stress": driver.stock.count("stress"),
        "hand": len(driver.hand),
        "sponsors": sum(card in race.sponsors for card in driver.stock),
        "laps": laps_of(Stop("usa"), all_tracks()["usa"], EVENTS[event]) - all_tracks()["usa"].laps,
        "points": tuple(line.bonus for line in result_of(ended.game, ended.state).lines),
        "slipstream": tuple(
            gear
            for gear in (1, 2, 3, 4)
            if not barred(moment_of(race, at(event, car(at=20, gear=gear), car(at=21)).state, Seat(0)))
        ),
        "adrenaline": bool(given.of(e.AdrenalineGiven)),
        "throws": tuple(
            hand for hand in ("1", "heat", "stress", "1 2", "1 2 3") if cards(hand) in discards(event, hand)
        ),
        "spin_out": spun.cars[0].status,
        "fast": gained(at(event, through(12, "4 5"))),
        "at_limit": gained(at(event, through(12, "4 3"))),
        "slow": gained(at(event, through(12, "4 2"))),
        "speed_15": gained(at(event, car(at=30, start=20, play="4 4 4 3"))),
        "overtaking_3": gained(at(event, replace(over, at=32), *passed)),
        "first_lap": gained(at(event, car(at=70, start=60, play="4"))),
        "lap_costs": 6 - heat.cars[0].engine,
    }


PLAIN: dict[str, Any] = {
    "engine": 6,
    "stress": 3,
    "hand": 7,
    "sponsors": 1,
    "laps": 0,
    "points": (0, 0, 0, 0),
    "slipstream": (1, 2, 3, 4),
    "adrenaline": True,
    "throws": ("1", "1 2", "1 2 3"),
    "spin_out": "racing",
    "fast": 1,
    "at_limit": 0,
    "slow": 0,
    "speed_15": 0,
    "overtaking_3": 0,
    "first_lap": 0,
    "lap_costs": 0,
}
CHANGES: dict[str, dict[str, Any]] = {
    "inauguration": {"sponsors": 2, "first_lap": 1},
    "new_record": {"speed_15": 1},
    "strike": {"laps": -1, "points": (2, 0, 0, 0)},
    "restrictions_lifted": {"sponsors": 2, "engine": 7},
    "record_crowds": {"laps": 1, "hand": 8},
    "corruption": {"points": (1, 1, 1, 0)},
    "title_sponsor": {"sponsors": 3},
    "first_live_tv": {"overtaking_3": 1},
    "safety_regulations": {"engine": 4, "stress": 2, "hand": 6},
    "future_unknown": {"sponsors": 0, "stress": 4, "spin_out": "retired"},
    "going_global": {"sponsors": 0, "fast": 2},
    "turbulent_winds": {"slipstream": (3, 4)},
    "chicanes": {"throws": ("1", "heat", "1 2", "1 2 3")},
    "sudden_rain": {"adrenaline": False},
    "hold_tight": {"sponsors": 2, "throws": ("1",)},
    "smile_wave": {"sponsors": 0, "fast": 0, "slow": 1},
    "tunnel_vision": {"sponsors": 0, "throws": ("1", "stress", "1 2", "1 2 3")},
    "pressure_cooker": {"laps": 1, "lap_costs": 1},
}


def test_there_are_eighteen_events() -> None:
    assert list(CHANGES) == list(EVENTS)
    assert [event.number for event in EVENTS.values()] == list(range(1, 19))


@pytest.mark.parametrize("event", CHANGES)
def test_rb_14_an_event_changes_exactly_this(event: str) -> None:
    """Everything that any event changes is looked at under each of them."""
    found = behaviour(event)
    assert {what: how for what, how in found.items() if how != PLAIN[what]} == CHANGES[event]


def test_rb_14_without_an_event_a_championship_race_is_plain() -> None:
    race = game()
    driver = fold(race, race.start(Setup((Entrant(),), 3, season=True), SEED)).cars[0]
    assert (driver.engine, len(driver.hand), driver.stock.count("stress")) == (6, 7, 3)
    assert not set(driver.stock) & race.sponsors


PRESS = {
    "inauguration": "A",
    "new_record": "B",
    "strike": "C",
    "restrictions_lifted": "E",
    "record_crowds": "C E",
    "corruption": "C",
    "title_sponsor": "A",
    "first_live_tv": "B D",
    "safety_regulations": "D",
    "future_unknown": "D",
    "going_global": "B C",
    "turbulent_winds": "B",
    "chicanes": "C",
    "sudden_rain": "",
    "hold_tight": "D",
    "smile_wave": "C",
    "tunnel_vision": "A C",
    "pressure_cooker": "B",
}


@pytest.mark.parametrize("event", EVENTS)
def test_rb_14_the_press_waits_at_the_corners_of_the_event(event: str) -> None:
    """Of France, which has five corners: 12, 20, 27, 39, 47."""
    lines = dict(zip("ABCDE", (12, 20, 27, 39, 47), strict=True))
    france = game(RULEBOOK, all_tracks()["france"])
    assert france.press(event) == {lines[letter] for letter in PRESS[event].split()}


@pytest.mark.parametrize(
    ("event", "lines"),
    [("record_crowds", {26, 19}), ("first_live_tv", {19, 10}), ("hold_tight", {10}), ("restrictions_lifted", {19})],
)
def test_rb_14_letters_count_on_from_the_first_corner_where_a_track_has_fewer(event: str, lines: set[int]) -> None:
    """Italia has three corners: 10, 19, 26."""
    assert game(RULEBOOK, all_tracks()["italia"]).press(event) == lines


# Some of them in more detail


def test_rb_14_inauguration_pays_the_first_three_cars() -> None:
    places = ((71, 1), (71, 2), (70, 1), (70, 2))
    drivers = [car(at=place, lane=lane, start=60, play="4", hand="1 2", laps=(2,)) for place, lane in places]
    table = at("inauguration", *drivers, order=(0, 1, 2, 3)).go("corners")
    assert [event.seat for event in table.of(e.SponsorsDrawn)] == [0, 1, 2]


def test_rb_14_inauguration_counts_legends_and_cars_of_earlier_rounds() -> None:
    driver = car(at=70, start=60, play="4", hand="1 2")
    for ahead, pays in (((80, 81), 1), ((80, 81, 90), 0)):
        others = [legend(at=at_) for at_ in ahead]
        rows = dict.fromkeys(range(1, len(ahead) + 1), "easy")
        assert gained(at("inauguration", driver, *others, rows=rows)) == pays


def test_rb_14_inauguration_pays_for_the_first_lap_alone() -> None:
    assert gained(at("inauguration", car(at=139, start=130, play="4", laps=(1, 2)))) == 0
    assert gained(at("inauguration", car(at=3, start=-1, play="4"))) == 0
    assert gained(at("inauguration", car(at=68, start=60, play="4"))) == 0


def test_rb_14_inauguration_pays_nobody_who_spun_out_back_over_the_line() -> None:
    """Of the first three one is sent back before the corner at 57: who came fourth is third."""
    more = [car(at=place, lane=2, start=60, play="4", laps=(2,)) for place in (70, 71, 72)]
    table = at(
        "inauguration", car(at=69, start=55, play="4 4 4", engine=0, gear=3, laps=(2,)), *more, order=(0, 1, 2, 3)
    )
    table.go("corners")
    assert [event.seat for event in table.of(e.SponsorsDrawn)] == [1, 2, 3]


@pytest.mark.parametrize(("speed", "pays"), [("4 4 4 2", 0), ("4 4 4 3", 1), ("4 4 4 4", 1)])
def test_rb_14_new_record_pays_from_fifteen_on(speed: str, pays: int) -> None:
    assert gained(at("new_record", car(at=30, start=20, play=speed))) == pays


def test_rb_14_new_record_counts_all_speed_and_nothing_else() -> None:
    assert gained(at("new_record", car(at=30, start=20, play="4 4 4 2", bonus=1))) == 1
    assert gained(at("new_record", car(at=30, start=20, play="4 4 4 2", slipped_from=26))) == 0


@pytest.mark.parametrize(
    ("places", "pays"),
    [((21, 25, 29), 1), ((20, 25, 29), 0), ((21, 25, 30), 0), ((21, 25, 31), 0), ((21, 21, 25, 29), 1)],
)
def test_rb_17_overtaking_counts_neither_the_start_space_nor_the_landing_space(
    places: tuple[int, ...], pays: int
) -> None:
    others = [car(at=place, lane=2 if place in places[:number] else 1) for number, place in enumerate(places)]
    others = [replace(one, lane=2) if one.at == 30 else one for one in others]
    assert gained(at("first_live_tv", car(at=30, start=20, play="4"), *others)) == pays


def test_rb_14_overtaking_counts_legends_and_cars_of_other_laps() -> None:
    others = (legend(at=21), legend(at=94), car(at=164))
    driver = car(at=30, start=20, play="4")
    assert gained(at("first_live_tv", driver, *others, rows={1: "easy", 2: "hard"})) == 1


def test_rb_14_overtaking_counts_no_car_that_is_out() -> None:
    others = (car(at=21), car(at=22), car(at=23, status="retired"))
    assert gained(at("first_live_tv", car(at=30, start=20, play="4"), *others)) == 0


def test_rb_14_future_unknown_takes_who_spins_out_out_of_the_race() -> None:
    table = at("future_unknown", through(12, "4 4 4", engine=0), car(at=3)).go("corners")
    assert [type(event).__name__ for event in table.events[:2]] == ["SpunOut", "Retired"]
    assert table.asked == {1: "discard"}
    table.do(End())
    result = result_of(table.game, table.state)
    assert (result.ranking, result.lines[0].total) == ((1, 0), 0)


def test_rb_14_future_unknown_by_driver_ends_the_turn_at_once() -> None:
    table = at("future_unknown", through(12, "4 4 4", engine=0), ready("1", at=3), rules=RULEBOOK).go("corners")
    assert table.cars[0].status == "retired"
    assert table.of(e.Drew, 0) == []


def test_rb_14_future_unknown_of_the_last_driver_ends_the_race() -> None:
    table = at("future_unknown", through(12, "4 4 4", engine=0)).go("corners")
    assert table.state.ended == "no_driver"


def test_rb_14_sponsor_cards_played_in_the_turn_of_an_elimination_are_gone() -> None:
    table = at("future_unknown", car(at=14, start=10, play="sp04 4", worth=(6, 4), engine=0, gear=2), car(at=3))
    table.go("corners")
    assert table.of(e.SponsorsSpent) == [e.SponsorsSpent(Seat(0), cards=("sp04",))]
    assert "sp04" not in table.cars[0].stock


def test_rb_14_turbulent_winds_refuse_a_low_gear() -> None:
    table = at("turbulent_winds", car(at=20, gear=2), car(at=21))
    assert barred(moment_of(table.game, table.state, Seat(0))) == "slipstream_gear"
    assert "slipstream" not in table.go("slipstream").asked.values()


def test_rb_11_hold_tight_limits_the_cards_chosen_not_those_choosable() -> None:
    table = at("hold_tight", car(at=20, hand="1 2 5 heat stress")).go("discard")
    assert table.choices(0) == [Discard(()), Discard(("1",)), Discard(("2",)), Discard(("5",))]
    assert table.refused(0, Discard(("1", "2"))) == "discard_too_many"
    assert table.refused(0, Discard(("heat",))) == "card_kept"


def test_rb_11_hold_tight_does_not_count_what_is_put_back() -> None:
    table = at("hold_tight", car(at=20, hand="1 2", play="up34", worth=(4,))).go("discard")
    assert Discard(("1",), ("up34",)) in table.choices(0)


@pytest.mark.parametrize(("event", "hand"), [("chicanes", "heat 1"), ("tunnel_vision", "stress 1")])
def test_rb_11_tunnels_win_over_events(event: str, hand: str) -> None:
    on = track(tunnel=[{"space": 20, "lane": 1}])
    table = Table(game(on=on), car(at=20, hand=hand), car(at=5), season=True, event=event).go("discard")
    assert table.asked == {1: "discard"}


def test_rb_11_thrown_away_heat_lies_in_the_discard_pile() -> None:
    table = at("chicanes", car(at=20, hand="heat 1")).go("discard").answer(0, Discard(("heat",)))
    assert table.cars[0].discard == ("heat",)


@pytest.mark.parametrize(
    ("rest", "place"),
    [
        ({"hand": "heat 1", "discard": "heat"}, "engine"),
        ({"engine": 0, "hand": "heat 1", "discard": "heat"}, "hand"),
        ({"engine": 0, "hand": "1", "discard": "heat", "draw": "1 heat"}, "discard"),
        ({"engine": 0, "hand": "1", "draw": "1 2 3 4 heat 1 2 3"}, "draw"),
    ],
)
def test_rb_14_pressure_cooker_takes_engine_hand_discard_and_draw_pile_in_turn(
    rest: dict[str, Any], place: str
) -> None:
    driver = car(at=70, start=60, play="4", **rest)
    before = driver.stock.count("heat")
    table = at("pressure_cooker", driver).go("discard").answer(0, Discard(()))
    assert [event.place for event in table.of(e.HeatLost)] == [place]
    assert table.cars[0].stock.count("heat") == before - 1


def test_reading_11_pressure_cooker_takes_nothing_from_who_has_no_heat() -> None:
    table = at("pressure_cooker", car(at=70, start=60, play="4", engine=0)).go("discard").answer(0, Discard(()))
    assert table.of(e.HeatLost) == []


@pytest.mark.parametrize(("start", "place"), [(-1, 4), (20, 30), (69, 75)])
def test_rb_17_pressure_cooker_needs_a_lap_that_was_completed_this_turn(start: int, place: int) -> None:
    """Leaving the grid is none."""
    table = at("pressure_cooker", car(at=place, start=start, play="4")).go("discard").answer(0, Discard(()))
    assert table.of(e.HeatLost) == []


@pytest.mark.parametrize("rules", [STANDARD, RULEBOOK], ids=["standard", "rulebook"])
def test_rb_17_pressure_cooker_takes_nothing_when_the_race_is_over(rules: Ruleset) -> None:
    table = at("pressure_cooker", car(at=208, start=200, play="4"), rules=rules).go("discard")
    assert table.state.ended == "flag"
    assert table.of(e.HeatLost) == []


def test_rb_14_pressure_cooker_takes_a_heat_in_a_tunnel_too() -> None:
    """No driver is asked there, but the lap was completed."""
    on = track(tunnel=[{"space": 1, "lane": 1}])
    race = Table(game(on=on), car(at=70, start=60, play="4"), season=True, event="pressure_cooker", laps=3)
    assert [event.place for event in race.go("discard").of(e.HeatLost)] == ["engine"]


def test_rb_14_pressure_cooker_by_driver_acts_at_the_end_of_the_own_discard() -> None:
    table = at("pressure_cooker", car(at=70, start=60, play="4"), rules=RULEBOOK).go("discard")
    table.answer(0, Discard(("1",)))
    kinds = [type(event).__name__ for event in table.events]
    assert kinds.index("Discarded") < kinds.index("HeatLost") < kinds.index("Cleared")


@pytest.mark.parametrize(("event", "limit"), [("safety_regulations", 6), ("record_crowds", 8), ("strike", 7)])
def test_rb_12_the_hand_is_filled_to_the_limit_of_the_event(event: str, limit: int) -> None:
    table = at(event, car(at=20, hand="1 2", play="4", draw="1 2 3 4 1 2 3 4 1")).go("replenish")
    assert len(table.cars[0].hand) == limit


def test_rb_12_a_hand_above_the_limit_of_six_draws_nothing() -> None:
    table = at("safety_regulations", car(at=20, hand="1 2 3 4 1 2 3", play="4")).go("replenish")
    assert (len(table.cars[0].hand), len(table.cars[0].draw)) == (7, 8)


def test_rb_12_with_a_limit_of_eight_the_pile_is_made_anew_on_the_way() -> None:
    table = at("record_crowds", car(at=20, hand="1 2 3", play="4", draw="1 2", discard="3 4 5 0")).go("replenish")
    assert (len(table.cars[0].hand), len(table.cars[0].draw)) == (8, 2)


def test_rb_17_the_strike_leaves_no_lap_of_espana() -> None:
    assert laps_of(Stop("espana"), all_tracks()["espana"], EVENTS["strike"]) == 0

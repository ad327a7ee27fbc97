"""Weather: what each of the six changes at the start, and in the sectors that it reaches."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.heat import Boost, Cool, Entrant, Pass, Ruleset, Setup, Slipstream, all_tracks
from engine.heat import events as e
from engine.heat.masking import RoadsLaidSeen, WeatherDrawnSeen
from engine.heat.modules import base_modules
from engine.heat.moment import moment_of
from engine.heat.moves.slipstream import barred, sums
from engine.heat.moves.super_cool import SuperCool
from engine.heat.state import Car, State
from engine.kernel import Seed, fold
from engine.kernel.seats import Seat
from tests.engine.heat.kit import RULEBOOK, SEED, STANDARD, Table, car, game, track

ALWAYS_BOOST = replace(STANDARD, boost_gears=(1, 2, 3, 4))
NO_TOKENS = ("limit_up", "limit_up", "limit_up", "limit_up")


def under(
    weather: str, *cars: Car, tokens: tuple[str, ...] = (), rules: Ruleset = STANDARD, on: str = "usa", **setup: Any
) -> Table:
    """Cars on a track in this weather, with these tokens at its corners in driving order."""
    table = Table(game(rules, all_tracks()[on]), *cars, **setup)
    table.state = replace(table.state, weather=weather, tokens=tokens)
    return table


def started(weather: str, rules: Ruleset = STANDARD, heat: int = 6, **setup: Any) -> State:
    """A race whose weather this is, as it begins."""
    (card,) = (one for one in base_modules().weather if one.id == weather)
    only = replace(base_modules(), weather=(card,))
    race = game(rules, track(heat=heat), modules=only)
    return fold(race, race.start(Setup((Entrant(),) * 2, 2, weather=True, **setup), SEED))


def piles(state: State) -> tuple[int, int, int, int]:
    """Heat in the engine, in the deck, and in the discard pile; Stress."""
    driver = state.cars[0]
    deck = driver.hand + driver.draw
    return driver.engine, deck.count("heat"), driver.discard.count("heat"), driver.stock.count("stress")


def slips(table: Table) -> list[int]:
    return sums(moment_of(table.game, table.state, Seat(0)))


# At the start


@pytest.mark.parametrize("rules", [STANDARD, RULEBOOK], ids=["standard", "rulebook"])
@pytest.mark.parametrize(
    ("weather", "expected"),
    [
        ("cloud", (6, 1, 0, 2)),
        ("fog", (7, 1, 0, 3)),
        ("storm", (6, 1, 0, 4)),
        ("snow", (5, 1, 0, 3)),
        ("rain", (3, 4, 0, 3)),
        ("sun", (3, 1, 3, 3)),
    ],
)
def test_rb_15_weather_changes_heat_and_stress_at_the_start(
    weather: str, expected: tuple[int, ...], rules: Ruleset
) -> None:
    """USA has six Heat and three Stress; the Heat of the starting trio is in the deck."""
    assert piles(started(weather, rules)) == expected


@pytest.mark.parametrize(("weather", "expected"), [("rain", (0, 3, 0, 3)), ("sun", (0, 1, 2, 3))])
def test_rb_15_fewer_heat_start_elsewhere_if_there_are_not_three(weather: str, expected: tuple[int, ...]) -> None:
    assert piles(started(weather, heat=2)) == expected


@pytest.mark.parametrize(
    ("weather", "event", "expected"),
    [
        ("snow", "safety_regulations", (3, 1, 0, 2)),
        ("cloud", "safety_regulations", (4, 1, 0, 1)),
        ("rain", "safety_regulations", (1, 4, 0, 2)),
        ("sun", "restrictions_lifted", (4, 1, 3, 3)),
        ("storm", "future_unknown", (6, 1, 0, 5)),
        ("fog", "restrictions_lifted", (8, 1, 0, 3)),
    ],
)
def test_rb_2_weather_and_event_add_up(weather: str, event: str, expected: tuple[int, ...]) -> None:
    assert piles(started(weather, season=True, event=event)) == expected


def test_rb_2_counts_never_fall_below_nothing() -> None:
    assert piles(started("snow", heat=1, season=True, event="safety_regulations"))[:3] == (0, 1, 0)


def test_rb_15_weather_fills_the_hand_as_ever() -> None:
    state = started("rain")
    assert [len(driver.hand) for driver in state.cars] == [7, 7]
    assert len(state.cars[0].draw) == 18 + 3 - 7


def test_rb_15_each_of_the_six_is_drawn() -> None:
    race = game()
    setup = Setup((Entrant(),), 1, weather=True)
    drawn = {fold(race, race.start(setup, Seed(f"{number:032x}"))).weather for number in range(60)}
    assert drawn == {"cloud", "fog", "storm", "snow", "rain", "sun"}


def test_rb_17_weather_of_the_race_before_is_gone() -> None:
    """A race knows nothing but its set-up: without weather there is none, and counts are the track's."""
    race = game()
    state = fold(race, race.start(Setup((Entrant(),) * 2, 2), SEED))
    assert (state.weather, state.tokens) == ("", ())
    assert piles(state) == (6, 1, 0, 3)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_std_secrets_everybody_knows_weather_and_tokens(viewer: int | None) -> None:
    race = game()
    seen = race.view(under("fog", car(at=5), car(at=3), tokens=NO_TOKENS).state, viewer)
    assert (seen.weather, seen.tokens) == ("fog", NO_TOKENS)
    assert race.see(e.WeatherDrawn(card="fog", n=4), viewer) == WeatherDrawnSeen(card="fog")
    assert race.see(e.RoadsLaid(tokens=NO_TOKENS, n=5), viewer) == RoadsLaidSeen(tokens=NO_TOKENS)


# When it is drawn


def opening(rules: Ruleset, **setup: Any) -> list[str]:
    """What happens before the first round, by name, each kind once and in order."""
    race = game(rules)
    setup = {"draft": "random", "weather": True, "roads": True, **setup}
    told = race.start(Setup((Entrant(),) * 2, 2, **setup), SEED)
    return list(dict.fromkeys(type(event).__name__ for event in told))


def test_std_weather_is_drawn_after_the_draft() -> None:
    after = ["Started", "MarketDealt", "Picked", "WeatherDrawn", "RoadsLaid", "Dealt"]
    assert opening(STANDARD)[:6] == after
    assert opening(STANDARD, season=True)[:6] == after


def test_rb_2_weather_is_drawn_before_the_draft_of_a_single_race() -> None:
    before = ["Started", "WeatherDrawn", "RoadsLaid", "MarketDealt", "Picked", "Dealt"]
    assert opening(RULEBOOK)[:6] == before


def test_rb_14_in_a_championship_weather_comes_after_draft_and_sponsor_cards() -> None:
    after = ["Started", "MarketDealt", "Picked", "SponsorsDrawn", "WeatherDrawn", "RoadsLaid", "Dealt"]
    assert opening(RULEBOOK, season=True, event="title_sponsor")[:7] == after
    assert opening(STANDARD, season=True, event="title_sponsor")[:7] == after


@pytest.mark.parametrize("rules", [STANDARD, RULEBOOK], ids=["standard", "rulebook"])
def test_rb_15_weather_and_roads_are_drawn_once_each_and_only_if_wanted(rules: Ruleset) -> None:
    assert opening(rules).count("WeatherDrawn") == 1
    assert "WeatherDrawn" not in opening(rules, weather=False)
    assert "RoadsLaid" not in opening(rules, roads=False)


# Online rules: everywhere


@pytest.mark.parametrize("space", [0, 11, 12, 33, 50, 57, 68])
def test_std_weather_cloud_bars_cooldown_everywhere(space: int) -> None:
    table = under("cloud", car(at=space, gear=1, hand="heat 1"), rules=ALWAYS_BOOST).go("react")
    assert table.choices(0) == [Boost(), Pass()]
    assert table.refused(0, Cool(1)) == "cooldown_weather"


def test_std_weather_cloud_asks_nobody_who_has_nothing_but_cooldown() -> None:
    """It is public that there is nothing to use."""
    table = under("cloud", car(at=20, gear=1, hand="heat 1")).go("react")
    assert "react" not in table.asked.values()


def test_rb_8_super_cool_is_not_barred_by_the_weather() -> None:
    table = under("cloud", car(at=20, gear=1, hand="heat 1", play="up50", discard="heat")).go("react")
    assert SuperCool(1) in table.choices(0)
    assert Cool(1) not in table.choices(0)


@pytest.mark.parametrize("space", [0, 20, 40, 50, 60])
def test_std_weather_fog_bars_slipstream_everywhere(space: int) -> None:
    table = under("fog", car(at=space), car(at=space + 1))
    assert barred(moment_of(table.game, table.state, Seat(0))) == "slipstream_weather"
    assert "slipstream" not in table.go("slipstream").asked.values()


@pytest.mark.parametrize("weather", ["storm", "sun"])
@pytest.mark.parametrize("space", [0, 20, 40, 50, 60])
def test_std_weather_storm_and_sun_add_two_to_slipstream_everywhere(weather: str, space: int) -> None:
    table = under(weather, car(at=space), car(at=space + 1)).go("slipstream")
    assert table.choices(0) == [Slipstream(2), Slipstream(4), Pass()]


@pytest.mark.parametrize("weather", ["snow", "rain"])
@pytest.mark.parametrize("space", [0, 20, 40, 50, 60])
def test_std_weather_snow_and_rain_give_one_cooldown_everywhere(weather: str, space: int) -> None:
    table = under(weather, car(at=space, gear=3, hand="heat heat 1")).go("react")
    assert table.choices(0) == [Cool(1), Pass()]
    table.answer(0, Cool(1))
    assert table.cars[0].engine == 7


def test_std_weather_cooldown_is_usable_once_a_round_wherever_the_car_goes() -> None:
    """Used in one sector, it is not there in the next; the whole track counts as one."""
    table = under("snow", car(at=32, gear=4, hand="heat heat 1")).go("react").answer(0, Cool(1))
    assert table.choices(0) == [Boost(), Pass()]
    table.answer(0, Boost())
    assert table.cars[0].at >= 33
    assert "react" not in table.asked.values()


def test_std_weather_cooldown_is_there_again_in_the_next_round() -> None:
    table = under("snow", car(at=20, gear=3, hand="heat heat 1")).go("react").answer(0, Cool(1))
    table.pass_on()
    assert table.state.round == 3
    assert table.cars[0].weathered == ()
    assert table.go("react").choices(0)[0] == Cool(1)


def test_std_weather_cooldown_adds_to_that_of_the_gear_and_is_spent_after_it() -> None:
    table = under("rain", car(at=20, gear=2, hand="heat heat heat 1")).go("react")
    assert table.choices(0) == [Cool(1), Cool(2), Pass()]
    table.answer(0, Cool(1))
    assert table.choices(0) == [Cool(1), Pass()], "the gear gave the first, the weather is left"
    assert table.cars[0].weathered == ()


def test_rb_8_weather_cooldown_is_spent_before_that_of_cards() -> None:
    table = under("rain", car(at=20, gear=3, hand="heat heat heat", play="up13 1 1", worth=(3, 1, 1))).go("react")
    table.answer(0, Cool(1))
    assert table.cars[0].weathered != ()
    assert [item.source for item in table.cars[0].items] == ["up13"]


def test_std_weather_holds_between_the_lines_of_a_chicane() -> None:
    """Japan has a chicane of the lines 10 and 12."""
    for space in (10, 11):
        table = under("storm", car(at=space), car(at=space + 1), on="japan")
        assert slips(table) == [2, 4]
        hot = under("snow", car(at=space, gear=3, hand="heat 1"), on="japan").go("react")
        assert hot.choices(0) == [Cool(1), Pass()]


def test_std_weather_tokens_add_nothing() -> None:
    tokens = ("weather",) * 4
    assert slips(under("storm", car(at=20), car(at=21), tokens=tokens)) == [2, 4]
    table = under("snow", car(at=20, gear=3, hand="heat heat 1"), tokens=tokens).go("react")
    assert table.choices(0) == [Cool(1), Pass()]
    table.answer(0, Cool(1))
    assert "react" not in table.asked.values()


def test_std_weather_without_weather_a_weather_token_is_nothing() -> None:
    assert slips(under("", car(at=20), car(at=21), tokens=("weather",) * 4)) == [2]


# Board rules: where a weather token lies

AT_33 = ("limit_up", "weather", "limit_up", "limit_up")
"""A weather token at the second corner of USA: its sector is 33 to 48."""


@pytest.mark.parametrize(("space", "inside"), [(32, False), (33, True), (48, True), (49, False), (0, False)])
def test_rb_15_weather_reaches_only_sectors_with_its_token(space: int, inside: bool) -> None:
    def on(weather: str, *cars: Car) -> Table:
        return under(weather, *cars, tokens=AT_33, rules=RULEBOOK)

    roads = on("cloud", car(at=space)).game.roads("cloud", AT_33)
    assert roads.no_cooldown[space] is inside
    table = on("fog", car(at=space), car(at=space + 1))
    assert barred(moment_of(table.game, table.state, Seat(0))) == ("slipstream_weather" if inside else "")
    for weather in ("storm", "sun"):
        assert slips(on(weather, car(at=space), car(at=space + 1))) == ([2, 4] if inside else [2])
    for weather in ("snow", "rain"):
        table = on(weather, car(at=space, gear=3, hand="heat 1")).go("react")
        assert (Cool(1) in table.choices(0)) is inside


@pytest.mark.parametrize("weather", ["cloud", "fog", "storm", "snow", "rain", "sun"])
def test_rb_15_without_its_token_weather_changes_the_start_alone(weather: str) -> None:
    plain = game(RULEBOOK).roads("", NO_TOKENS)
    roads = game(RULEBOOK).roads(weather, NO_TOKENS)
    for name in ("no_cooldown", "no_slipstream", "cooldown", "slipstream", "free_boost"):
        assert getattr(roads, name) == getattr(plain, name)


def test_rb_15_the_last_sector_reaches_over_the_start_line() -> None:
    tokens = ("limit_up", "limit_up", "limit_up", "weather")
    roads = game(RULEBOOK).roads("fog", tokens)
    assert [space for space in range(69) if roads.no_slipstream[space]] == [*range(12), *range(57, 69)]


def test_rb_8_weather_cooldown_is_usable_once_in_each_sector_that_gives_it() -> None:
    both = ("weather", "weather", "limit_up", "limit_up")
    table = under("snow", car(at=32, gear=4, hand="heat heat 1"), tokens=both, rules=RULEBOOK).go("react")
    table.answer(0, Cool(1))
    assert Cool(1) not in table.choices(0)
    table.answer(0, Boost())
    assert table.cars[0].at >= 33
    assert table.choices(0) == [Cool(1), Pass()]

"""Calendars: seasons by year, random ones, and everything that can be wrong with one from outside."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.heat import RULEBOOK, STANDARD, Ruleset, all_tracks
from engine.heat.modules import EventCard, base_modules
from engine.heat.season import (
    Stop,
    all_seasons,
    begin,
    expansions_of,
    next_race,
    random_calendar,
    season_faults,
)
from engine.heat.season.calendar import calendar_faults, draw_events, events_in_use
from engine.kernel import Broken, Seed, derive
from tests.engine.heat.season.kit import SEED, THREE, content, raced, season, setup

TRACKS = all_tracks()
EVENTS = base_modules().events
EVERYTHING = ("heavy_rain", "tunnel_vision")


def faults(calendar: tuple[Stop, ...], expansions: tuple[str, ...] = (), events: bool = True) -> dict[str, str]:
    found = calendar_faults(calendar, TRACKS, EVENTS, expansions, events)
    return {fault.place: fault.code for fault in found}


@pytest.mark.parametrize("year", [1961, 1962, 1963, 1964, 1965])
def test_rb_14_seasons_by_year_can_be_raced(year: int) -> None:
    calendar = all_seasons()[year]
    one = begin(content(), setup(calendar=calendar, expansions=expansions_of(calendar, EVENTS)), SEED)
    assert one.events == tuple(stop.event for stop in calendar)
    assert len(calendar) == (3 if year < 1963 else 4)


def test_rb_14_seasons_by_year_are_those_of_the_game() -> None:
    assert all_seasons()[1963][0] == Stop("usa", "title_sponsor")
    assert [stop.track for stop in all_seasons()[1964]] == ["japan", "france", "mexico", "japan"]
    assert expansions_of(all_seasons()[1964], EVENTS) == ("heavy_rain",)


@given(st.integers(1, 9), st.integers(0, 2**32))
def test_rb_14_random_season_has_different_tracks_and_events(races: int, number: int) -> None:
    seed = derive(SEED, str(number))
    calendar = random_calendar(races, seed, tuple(TRACKS.values()))
    events = draw_events(calendar, TRACKS, EVENTS, seed)
    assert len({stop.track for stop in calendar}) == races == len(set(events))
    assert "" not in events


@given(st.integers(0, 2**32))
def test_rb_14_random_season_never_leaves_a_race_without_a_lap(number: int) -> None:
    """Espana has one lap, and the strike takes one: they never meet, wherever Espana comes and whatever is left."""
    few = events_in_use(EVENTS, ())[:4]
    stops = (Stop("espana"), Stop("usa"), Stop("gb"), Stop("france"))
    drawn = draw_events(stops, TRACKS, few, derive(SEED, str(number)))
    assert sorted(drawn) == sorted(event.id for event in few)
    assert drawn[0] != "strike"


def test_rb_14_random_seasons_differ_and_repeat_with_their_seed() -> None:
    tracks = tuple(TRACKS.values())
    drawn = [random_calendar(4, derive(SEED, str(number)), tracks) for number in range(20)]
    assert drawn == [random_calendar(4, derive(SEED, str(number)), tracks) for number in range(20)]
    assert len(set(drawn)) > 15
    assert {stop.track for calendar in drawn for stop in calendar} == set(TRACKS)


@pytest.mark.parametrize("races", [0, -1, 11, 10**9])
def test_random_season_has_one_race_to_as_many_as_there_are_tracks(races: int) -> None:
    with pytest.raises(Broken) as broken:
        random_calendar(races, SEED, tuple(TRACKS.values()))
    assert broken.value.faults[0].code == "wrong_count"


def test_rb_14_espana_and_strike_are_refused() -> None:
    assert faults((Stop("espana", "strike"),)) == {"calendar[0].laps": "no_race"}
    assert faults((Stop("espana", "strike", laps=2),)) == {}
    assert faults((Stop("espana", "strike"),), events=False) == {}


def test_every_fault_of_a_calendar_is_named() -> None:
    calendar = (
        Stop("monaco", "inauguration"),
        Stop("usa", "parade"),
        Stop("gb", "inauguration"),
        Stop("italia", "chicanes"),
        Stop("france", "strike", laps=1),
        Stop("japan", "corruption", laps=0),
        Stop("usa", "record_crowds", laps=9),
    )
    assert faults(calendar) == {
        "calendar[0].track": "unknown_track",
        "calendar[1].event": "unknown_event",
        "calendar[2].event": "twice",
        "calendar[3].event": "expansion_off",
        "calendar[4].laps": "no_race",
        "calendar[5].laps": "no_race",
        "calendar[6].laps": "no_race",
    }
    assert faults(()) == {"calendar": "wrong_count"}
    assert faults((Stop("usa"),) * 11)["calendar"] == "wrong_count"


def test_a_track_may_come_twice_but_an_event_may_not() -> None:
    assert faults((Stop("japan", "strike"), Stop("japan", "corruption"))) == {}
    assert faults((Stop("japan", "strike"), Stop("gb", "strike"))) == {"calendar[1].event": "twice"}


def test_races_for_which_no_event_is_left_are_named() -> None:
    """Ten races take all ten events of the base game, and the strike fits none of a single lap."""
    stops = tuple(Stop(track, laps=1) for track in TRACKS)
    assert faults(stops) == {"calendar[9].event": "no_event"}
    assert faults(stops, EVERYTHING) == {}


@given(st.lists(st.integers(1, 3), min_size=1, max_size=8), st.lists(st.integers(-2, 2), min_size=1, max_size=8))
def test_drawn_events_fit_whenever_they_can(laps: list[int], changes: list[int]) -> None:
    """As many races get an event as any way to hand them out could serve."""
    cards = tuple(
        EventCard(f"e{number}", number, "", 0, (), effects=replace(EVENTS[0].effects, laps=change))
        for number, change in enumerate(changes)
    )
    stops = tuple(Stop("usa", laps=count) for count in laps)
    drawn = draw_events(stops, TRACKS, cards, SEED)
    served = [event for event in drawn if event]
    assert len(set(served)) == len(served)
    change = {card.id: card.effects.laps for card in cards}
    assert all(stop.laps + change[event] >= 1 for stop, event in zip(stops, drawn, strict=True) if event and stop.laps)
    greedy = 0  # the longest races first take the events that take most, which is the best that can be done
    left = sorted(changes)
    for count in sorted(laps, reverse=True):
        if fits := [one for one in left if count + one >= 1]:
            left.remove(fits[0])
            greedy += 1
    assert len(served) == greedy


def test_rb_14_the_event_changes_the_laps() -> None:
    """The strike takes a lap, record crowds add one; Great Britain has two, Italia three."""
    one = season(calendar=(Stop("gb", "strike"), Stop("italia", "record_crowds"), Stop("usa", "corruption")))
    laps = []
    for _ in range(3):
        laps.append(next_race(one)[1].laps)
        one = raced(one, (0, 1, 2))
    assert laps == [1, 4, 2]


def test_rb_14_expansion_events_are_drawn_if_the_expansion_is_in_use() -> None:
    stops = random_calendar(8, SEED, tuple(TRACKS.values()))
    base = {event.id for event in EVENTS if event.expansion == "base"}
    assert set(season(calendar=stops).events) <= base
    many = {name for n in range(9) for name in draw_events(stops, TRACKS, EVENTS, derive(SEED, str(n)))}
    assert not many <= base


def test_std_events_are_optional() -> None:
    assert next_race(season(STANDARD, events=None))[1].event == ""
    assert next_race(season(STANDARD, events=True))[1].event == "inauguration"


def test_rb_14_events_are_on_unless_switched_off() -> None:
    one = season(RULEBOOK, events=None)
    assert one.events == tuple(stop.event for stop in THREE)
    assert next_race(one)[1].event == "inauguration"


@pytest.mark.parametrize("rules", [STANDARD, RULEBOOK])
def test_events_switched_off_change_nothing(rules: Ruleset) -> None:
    one = season(rules, events=False)
    after_strike = raced(one, (0, 1, 2))
    assert next_race(after_strike)[1].laps == TRACKS["gb"].laps
    assert one.events == ("", "", "")


# The other faults of a set-up


def test_every_fault_of_a_season_is_named() -> None:
    bad = replace(
        setup(0, 1, calendar=(Stop("monaco"), Stop("usa"))),
        expansions=("heavy_rain", "winter", "heavy_rain"),
        tiers=(),
        legend_bonus=7,
    )
    bad = replace(bad, competitors=(replace(bad.competitors[0], legend="expert"),))
    assert {fault.place: fault.code for fault in season_faults(content(), bad)} == {
        "setup.calendar[0].track": "unknown_track",
        "setup.competitors": "no_driver",
        "setup.competitors[0].legend": "unknown_row",
        "setup.expansions[1]": "unknown",
        "setup.expansions[2]": "twice",
        "setup.tiers": "empty",
        "setup.legend_bonus": "out_of_range",
    }
    with pytest.raises(Broken) as broken:
        begin(content(), bad, Seed("no seed"))
    assert {fault.place for fault in broken.value.faults} >= {"seed", "setup.tiers"}


def test_more_cars_than_a_grid_holds_are_named_for_each_race() -> None:
    found = season_faults(content(), setup(13))
    assert [fault.place for fault in found] == [f"setup.calendar[{number}].track" for number in range(3)]
    assert {fault.code for fault in found} == {"grid_too_small"}
    assert season_faults(content(), setup(12)) == ()
    assert season_faults(content(), setup(0))[0].code == "out_of_range"


def test_faults_of_the_content_are_told_once_with_their_place() -> None:
    sound = content()
    tracks = (*sound.tracks[:2], replace(sound.tracks[2], laps=0), sound.tracks[0])
    bad = replace(sound, tracks=tracks, rules=replace(STANDARD, slipstream_reach=0))
    assert {fault.place: fault.code for fault in season_faults(bad, setup())} == {
        "content.tracks[2].laps": "out_of_range",
        "content.rules.slipstream_reach": "out_of_range",
        "content.tracks[3].id": "duplicate",
    }
    assert season_faults(replace(sound, tracks=()), setup())[0].place == "content.tracks"

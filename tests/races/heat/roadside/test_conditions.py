"""Weather and road tokens: where they reach, and what is said of them."""

from typing import Any

import pytest

from engine.heat import RULEBOOK, STANDARD, Content, Entrant, Heat, Setup, all_tracks
from engine.heat.modules import SectorEffect, Token, Weather, base_modules
from engine.heat.race import Race
from engine.kernel.chance import Seed
from races.heat.board import explained
from races.heat.roadside import drawings
from races.heat.roadside.conditions import (
    ICONS,
    NAMES,
    Conditions,
    at_the_start,
    conditions,
    name,
    of_token,
    on_the_road,
    reach,
)

MODULES = base_modules()
WEATHER = {one.id: one for one in MODULES.weather}
TOKENS = {one.id: one for one in MODULES.roads}
USA = ("weather", "slipstream_plus_1", "limit_down", "overheat")
"""For corners A (line 12, limit 7), B (33, 3), C (49, 3), D (57, 2)."""


def game(rules: Any = STANDARD, track: str = "usa") -> Heat:
    return Heat(Content(track=all_tracks()[track], rules=rules))


def test_online_weather_holds_everywhere_and_board_weather_where_a_token_brings_it() -> None:
    online = conditions(game(), "rain", USA)
    assert [dict(one.effects).keys() >= {"rain"} for one in online.stretches] == [True] * 4
    assert reach(online) == "It holds on the whole track."
    board = conditions(game(RULEBOOK), "rain", USA)
    assert [(one.line, [source for source, _effect in one.effects]) for one in board.stretches] == [
        (12, ["rain"]),
        (33, ["slipstream_plus_1"]),
    ]
    assert reach(board) == "It holds from corner A to the next one."
    assert reach(conditions(game(RULEBOOK), "rain", ())) == "It reaches no part of the road in this race."


@pytest.mark.parametrize("track", sorted(all_tracks()))
def test_stretches_are_those_of_the_engine(track: str) -> None:
    """Each space of the track lies in the stretch whose effects the engine applies there."""
    heat = game(track=track)
    tokens = tuple((*USA, "free_boost", "limit_up") * 3)[: len(heat.course.token_lines)]
    found = conditions(heat, "snow", tokens)
    roads = heat.roads("snow", tokens)
    covered = {}
    for one in found.stretches:
        for space in range(one.first, one.last + 1):
            assert space % heat.course.length not in covered
            covered[space % heat.course.length] = one.effects
    for space in range(heat.course.length):
        effects = covered.get(space, ())
        assert sum(effect.cooldown for _source, effect in effects) == roads.cooldown[space]
        assert tuple(effect.slipstream for _source, effect in effects if effect.slipstream) == roads.slipstream[space]
        assert any(effect.free_boost for _source, effect in effects) == roads.free_boost[space]


def test_a_corner_tells_every_number_and_what_it_is_made_of() -> None:
    track = all_tracks()["usa"]
    heat = game()
    told = explained._corners("en", heat, "storm", USA, None)
    facts = {line: " ".join(one.facts) for line, one in told.items()}
    assert track.corners[2].limit == 3
    assert "The sign says 3, the road token −1: the limit is 2." in facts[49]
    assert told[49].title == "Corner C, limit 2"
    assert "A driver who is too fast pays 1 Heat more." in facts[57]
    assert "may go 3 spaces farther: storm 2 + tailwind 1." in facts[33]
    assert "may go 2 spaces farther: storm 2." in facts[49]
    assert "Road token: Dusty corner." in facts[49]
    snow = " ".join(explained._corners("en", heat, "snow", USA, None)[12].facts)
    assert "may cool 1 Heat more: snow 1." in snow


@pytest.mark.parametrize("weather", MODULES.weather, ids=lambda weather: weather.id)
def test_each_weather_is_told_and_drawn(weather: Weather) -> None:
    assert list(at_the_start(weather))
    assert list(on_the_road(weather.sector))
    assert weather.id in NAMES
    assert weather.id in ICONS
    assert weather.id in drawings.TILES
    assert drawings.TINTS.keys() == drawings.TILES.keys()
    assert drawings.TILES[weather.id].moments[0] != drawings.TILES[weather.id].moments[1]
    assert drawings.scene(weather.id).startswith("<linearGradient")


@pytest.mark.parametrize(
    ("weather", "start", "road"),
    [
        ("cloud", "1 Stress less in each deck.", "Nobody cools down."),
        ("fog", "1 Heat more in each engine.", "Nobody slipstreams."),
        ("storm", "1 Stress more in each deck.", "A slipstream may go 2 spaces farther."),
        ("snow", "1 Heat less in each engine.", "A car may cool 1 Heat more."),
        ("rain", "3 Heat start in each draw pile.", "A car may cool 1 Heat more."),
        ("sun", "3 Heat start in each discard pile.", "A slipstream may go 2 spaces farther."),
    ],
)
def test_weather_in_words(weather: str, start: str, road: str) -> None:
    assert list(at_the_start(WEATHER[weather])) == [start]
    assert list(on_the_road(WEATHER[weather].sector)) == [road]


@pytest.mark.parametrize(
    ("token", "said"),
    [
        ("limit_down", "The limit is 1 lower."),
        ("limit_up", "The limit is 1 higher."),
        ("overheat", "A driver who is too fast pays 1 Heat more."),
        ("weather", "From here to the next corner the weather holds."),
        ("free_boost", "A boost costs no Heat. It holds from here to the next corner."),
    ],
)
def test_tokens_in_words(token: str, said: str) -> None:
    rain = Conditions(WEATHER["rain"], everywhere=False, tokens=(), stretches=())
    assert " ".join(of_token(TOKENS[token], rain)) == said
    assert name(token) != token


@pytest.mark.parametrize(
    ("weather", "said"),
    [
        ("rain", "It changes nothing: the weather holds on the whole track."),
        ("", "It changes nothing: this race has no weather."),
    ],
)
def test_a_token_that_brings_the_weather_says_where_it_brings_nothing(weather: str, said: str) -> None:
    found = Conditions(WEATHER.get(weather), everywhere=True, tokens=(), stretches=())
    assert list(of_token(TOKENS["weather"], found)) == [said]


def test_weather_and_tokens_of_other_content_keep_their_ids() -> None:
    hail = Weather("ice_rain", SectorEffect(cooldown=2))
    assert name(hail.id) == "ice rain"
    assert drawings.scene("ice_rain").startswith("<linearGradient")
    dry = Conditions(None, everywhere=True, tokens=(), stretches=())
    assert list(of_token(Token("oil", 1, limit=-2), dry)) == ["The limit is 2 lower."]


def test_what_is_said_of_the_start_is_what_the_engine_deals() -> None:
    for weather, engine, discard, draw in (("rain", 3, 0, 3), ("sun", 3, 3, 0), ("fog", 7, 0, 0), ("snow", 5, 0, 0)):
        only = Content(
            track=all_tracks()["usa"], modules=type(MODULES)((WEATHER[weather],), MODULES.roads, MODULES.events)
        )
        race = Race(Heat(only), Setup((Entrant(), Entrant()), 1, weather=True), Seed("5eed" * 16))
        car = race.state.cars[0]
        heat_of_trio = 1
        assert (car.engine, car.discard.count("heat")) == (engine, discard)
        assert (car.hand + car.draw).count("heat") == draw + heat_of_trio

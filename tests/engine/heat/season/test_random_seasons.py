"""Random short championships to their end, with drivers and Legends: what must hold in every race and between them."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from msgspec import Struct

from engine.heat import Heat, all_tracks
from engine.heat.modules import base_modules
from engine.heat.season import (
    Competitor,
    Departure,
    Season,
    SeasonRecord,
    SeasonSetup,
    Stop,
    after,
    begin,
    leave,
    lineup,
    next_race,
    read_season,
    result_of,
    standings,
    verify_season,
    view,
)
from engine.heat.season.record import SEASON
from engine.kernel import Entry, derive, encode
from tests.engine.heat.races import Move, Start, drive
from tests.engine.heat.season.kit import SEED, SETS, content


class Plan(Struct, frozen=True):
    """A season that can be driven."""

    rules: str
    setup: SeasonSetup
    dice: int


@st.composite
def plans(draw: DrawFn) -> Plan:
    """A season of one to three one-lap races with any options."""
    rules = draw(st.sampled_from(sorted(SETS)))
    drivers, legends = draw(st.integers(1, 4)), draw(st.integers(0, 2))
    rows = content(SETS[rules]).legends.rows
    cars = [Competitor()] * drivers + [Competitor(draw(st.sampled_from(rows))) for _ in range(legends)]
    dice = draw(st.integers(0, 2**32))
    Random(dice).shuffle(cars)
    lapless = {event.id for event in base_modules().events if event.effects.laps < 0}
    tracks = draw(st.lists(st.sampled_from(sorted(all_tracks())), min_size=1, max_size=3))
    known = [event.id for event in base_modules().events if event.id not in lapless]
    events = draw(st.lists(st.sampled_from(known), min_size=3, max_size=3, unique=True))
    named = [event if draw(st.booleans()) else "" for event in events]
    setup = SeasonSetup(
        calendar=tuple(Stop(track, event, laps=1) for track, event in zip(tracks, named, strict=False)),
        competitors=tuple(cars),
        garage=draw(st.booleans()),
        tiers=draw(st.sampled_from([("basic",), ("advanced",), ("basic", "advanced")])),
        expansions=("heavy_rain", "tunnel_vision"),
        weather=draw(st.booleans()),
        roads=draw(st.booleans()),
        events=draw(st.sampled_from([None, True, False])),
        mulligan=draw(st.booleans()),
        aggressive=draw(st.booleans()),
    )
    return Plan(rules, setup, dice)


def check_race(game: Heat, moves: list[Move]) -> None:
    for move in moves:
        assert game.problems(move.state) == ()
    assert moves[-1].state.ended


def check_season(before: Season, one: Season) -> None:
    """What a result makes of a season."""
    race, rules = one.raced[-1], one.content.rules
    lines = race.result.lines
    assert [line.place for line in sorted(lines, key=lambda line: line.place)] == list(range(1, len(lines) + 1))
    assert all(line.total == 0 for line in lines if line.retired)
    scored = [lines[seat].points for seat in race.result.ranking]
    assert scored == sorted(scored, reverse=True)
    table = standings(one)
    assert sorted(row.seat for row in table) == list(range(len(one.setup.competitors)))
    assert [row.points for row in table] == sorted((row.points for row in table), reverse=True)
    was = {row.seat: row.points for row in standings(before)}
    gained = {seat: line.total for seat, line in zip(race.seats, lines, strict=True)}
    assert all(row.points == was[row.seat] + gained.get(row.seat, 0) for row in table)
    assert all(row.points == sum(score.total for score in row.races if score) for row in table)
    for seat, line in zip(race.seats, lines, strict=True):
        legend = one.setup.competitors[seat].legend is not None
        if legend:
            assert (line.upgrades, line.sponsors) == ((), ())
        elif not one.setup.garage:
            assert line.upgrades == one.content.cards.trio
        else:  # a draft may have been cut short by the host
            full = rules.championship_draft == "full_each_race"
            assert len(line.upgrades) <= (3 if full else len(one.raced))
            assert len(line.upgrades) == 3 or not full or line.retired or race.result.ended == "ended"
    for viewer in (None, *range(len(table))):
        assert one.seed not in encode(view(one, viewer)).decode()


def check_grid(one: Season) -> None:
    race_content, setup, _ = next_race(one)
    order = [row.seat for row in standings(one) if row.seat in lineup(one)]
    if one.raced:
        assert setup.grid is not None
        wanted = order if race_content.rules.next_grid == "standings" else order[::-1]
        assert [lineup(one)[seat] for seat in setup.grid] == wanted
    kept = Counter(card for entrant in setup.entrants for card in entrant.sponsors)
    assert not kept - Counter(one.content.cards.sponsor_pile(one.setup.expansions))


def check(plan: Plan, steps: int) -> None:
    found, setup, seed = content(SETS[plan.rules]), plan.setup, derive(SEED, f"plan {plan.dice}")
    one = begin(found, setup, seed)
    dice = Random(plan.dice)
    races: list[Any] = []
    departures: list[Departure] = []
    while not one.over:
        check_grid(one)
        race_content, race, race_seed = next_race(one)
        game = Heat(race_content)
        moves = list(drive(game, Start(race_content, race, race_seed, dice.randrange(2**32)), steps))
        check_race(game, moves)
        before, one = one, after(one, result_of(game, moves[-1].state))
        check_season(before, one)
        races.append(tuple(Entry(move.command, move.events) for move in moves))
        if not one.over and dice.random() < 0.3:
            seat = dice.choice(lineup(one))
            gone = leave(one, seat)
            assert isinstance(gone, Season)
            departures.append(Departure(seat, len(one.raced)))
            one = gone
    record = SeasonRecord(
        game=SEASON,
        engine="0",
        content=found,
        setup=setup,
        seed=seed,
        races=tuple(races),
        departures=tuple(departures),
    )
    assert encode(verify_season(read_season(encode(record)))) == encode(one)


@given(plans())
def test_a_short_season_is_healthy_to_its_end(plan: Plan) -> None:
    check(plan, 500)


@pytest.mark.soak
@given(plans())
def test_a_season_driven_out_is_healthy_to_its_end(plan: Plan) -> None:
    check(plan, 4000)

"""Who may know what of a championship: the seed no viewer, sponsor cards their driver, events once their race is up."""

from collections.abc import Iterator
from typing import Any

import msgspec

from engine.heat.season import SeasonView, Stop, after, lineup, random_calendar, standings, view
from engine.heat.views import HIDDEN
from engine.kernel import derive, encode
from tests.engine.heat.season.kit import SEED, content, left, race_setup, raced, result, season, started

CALENDAR = random_calendar(4, SEED, content().tracks)


def texts(value: Any) -> Iterator[str]:
    """Every text in a view, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from (key, *texts(one))
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts(one)


def shown(one: Any) -> set[str]:
    return set(texts(msgspec.json.decode(encode(one))))


def test_std_nobody_knows_the_seeds() -> None:
    """Neither the season's nor those of its races."""
    one = raced(season(), (0, 1, 2))
    seeds = {SEED, *(derive(SEED, f"race {number}") for number in range(3))}
    for seat in (None, 0, 1, 2):
        assert not seeds & shown(view(one, seat))
        assert "seed" not in shown(view(one, seat))


def test_std_a_race_tells_nothing_of_the_seasons_seed() -> None:
    """Its seed is known when it is over; the season's cannot be computed from it, and is not in its record."""
    race = started(season())
    assert SEED not in encode(race.record("0")).decode()
    assert race.seed == derive(SEED, "race 0") != SEED


def test_std_kept_sponsors_are_known_to_their_driver_alone() -> None:
    one = season()
    one = after(one, result(one, (0, 1, 2), sponsors={0: ("sp01",), 1: ("sp02", "sp02"), 2: ("sp03",)}))
    for seat in (None, 0, 1, 2):
        lines = view(one, seat).raced[0].result.lines
        assert [len(line.sponsors) for line in lines] == [1, 2, 1]
        known = {card for line in lines for card in line.sponsors} - {HIDDEN}
        assert known == ({f"sp0{seat + 1}"} if seat is not None else set())


def test_std_kept_sponsors_of_who_sits_elsewhere_in_the_race_are_hidden_too() -> None:
    """Seat 2 was seat 1 of a race without seat 0: who sits in seat 1 of the season sees none of its cards."""
    one = left(season(), 0)
    one = after(one, result(one, (1, 2), sponsors={2: ("sp03",)}))
    assert "sp03" not in shown(view(one, 1))
    assert "sp03" in shown(view(one, 2))


def test_std_upgrades_are_known_to_all() -> None:
    one = season()
    one = after(one, result(one, (0, 1, 2), upgrades={1: ("up01",)}))
    assert view(one, None).raced[0].result.lines[1].upgrades == ("up01",)


def test_std_drawn_events_are_known_when_their_race_comes_up() -> None:
    one = season(calendar=CALENDAR)
    for number in range(4):
        for seat in (None, 0):
            seen = view(one, seat)
            assert [stop.event for stop in seen.calendar[: number + 1]] == list(one.events[: number + 1])
            assert {stop.event for stop in seen.calendar[number + 1 :]} <= {HIDDEN}
            assert not shown(seen) & set(one.events[number + 1 :])
        one = raced(one, (0, 1, 2))
    assert HIDDEN not in shown(view(one, None))


def test_events_that_somebody_named_are_known_from_the_start() -> None:
    one = season(calendar=(Stop("usa", "strike"), Stop("gb"), Stop("italia", "corruption")))
    assert [stop.event for stop in view(one, None).calendar] == ["strike", HIDDEN, "corruption"]


def test_without_events_the_calendar_shows_none() -> None:
    assert {stop.event for stop in view(season(events=False), None).calendar} == {""}


def test_views_of_seasons_that_differ_in_secrets_alone_are_the_same() -> None:
    """Another seed, other events to come, other sponsor cards of others: the view is equal to the byte."""
    one = season(calendar=CALENDAR)
    first = result(one, (2, 1, 0), sponsors={0: ("sp01",), 1: ("sp02",)})
    other = msgspec.structs.replace(one, seed=derive(SEED, "other"), events=(*one.events[:2], "x", "y"))
    second = result(one, (2, 1, 0), sponsors={0: ("sp01",), 1: ("sp07",)})
    assert encode(view(after(one, first), 0)) == encode(view(after(other, second), 0))


def test_a_view_survives_its_bytes() -> None:
    one = raced(season(), (0, 1, 2))
    seen = view(one, 1)
    assert msgspec.json.decode(encode(seen), type=SeasonView) == seen
    assert seen.standings == standings(one)
    assert seen.lineup == lineup(one)


def test_what_a_race_shows_of_kept_sponsors_is_their_number() -> None:
    one = season()
    one = after(one, result(one, (0, 1, 2), sponsors={0: ("sp01", "sp04")}))
    assert race_setup(one).entrants[0].sponsors == ("sp01", "sp04")
    race = started(one)
    seen = race.game.view(race.state, 1).setup.entrants[0]
    assert seen.sponsors == (HIDDEN, HIDDEN)
    started_event = race.game.see(race.events[0], 1)
    assert "sp04" not in set(texts(msgspec.json.decode(encode(started_event))))

"""A championship through the writer: what each race is started with, who drives, and what the table says."""

from collections.abc import Sequence

import msgspec
import pytest
from django.test import Client

from engine.heat import Setup
from engine.heat.season import Competitor, SeasonContent, SeasonSetup, Stop, standings
from engine.kernel.commands import Retire
from engine.kernel.faults import Broken
from races import changes, live, scenes
from races.heat.championships import keeping, running
from races.heat.championships.running import Plan
from races.models import Championship, Race
from races.start import Start
from tests.races.heat.championships.kit import begun, cast, raced, restart, terms

pytestmark = pytest.mark.django_db(transaction=True)

FOUR = ("ada", "bo", "cy")


def without(visitor: str, starters: Sequence[Start]) -> list[Start]:
    return [one for one in starters if one.visitor != visitor]


def grid_of(race: Race) -> tuple[int, ...] | None:
    return msgspec.json.decode(race.setup, type=Setup).grid


def table(row: Championship) -> list[tuple[str, int, list[tuple[int, int, int] | None]]]:
    """From the leader down: name, points, and for each race the place, its points and those of the event."""
    names = list(row.competitors.order_by("seat").values_list("name", flat=True))
    return [
        (
            names[one.seat],
            one.points,
            [(score.place, score.points, score.bonus) if score else None for score in one.races],
        )
        for one in standings(running.season_of(row))
    ]


def test_a_whole_championship_over_restarts_changes_of_seats_and_ends_of_every_kind(admin_client: Client) -> None:
    """Three drivers and a Legend under the Online rules: 8, 6, 4 and 2 points; in the second race the event adds one to
    each of the first three."""
    starters = cast(*FOUR, legends=1)
    row = begun(starters)

    # A race to the flag; a bot takes Bo's seat, the server is restarted, and Bo takes it back.
    first = running.go_on(row, starters, terms())
    assert grid_of(first) is None, "the first grid is drawn"
    raced(first, 12)
    changes.hand_over(first.pk, 1, "racer")
    raced(first, 5)
    restart()
    changes.hand_over(first.pk, 1, "")
    assert raced(first).ended is not None
    assert table(row) == [
        ("Cy", 8, [(1, 8, 0)]),
        ("Bo", 6, [(2, 6, 0)]),
        ("Ada", 4, [(3, 4, 0)]),
        ("Legend 0", 2, [(4, 2, 0)]),
    ]

    # Bo goes home, and a bot drives the seat. An admin ends the race on its grid, which is the table turned round.
    second = running.go_on(row, without("bo", starters), terms())
    assert grid_of(second) == (3, 0, 1, 2)
    assert [(seat.kind, seat.name) for seat in second.seats.all()][1] == ("bot", "Bo")
    answer = admin_client.post("/admin/races/race/", {"action": "end", "_selected_action": [second.pk]}, follow=True)
    assert f"{second.code}: done" in answer.content.decode()
    restart()
    assert table(row) == [
        ("Legend 0", 11, [(4, 2, 0), (1, 8, 1)]),
        ("Ada", 11, [(3, 4, 0), (2, 6, 1)]),
        ("Bo", 11, [(2, 6, 0), (3, 4, 1)]),
        ("Cy", 10, [(1, 8, 0), (4, 2, 0)]),
    ]

    # Dee takes the seat that was Bo's. Then all drivers leave the race, and it is over.
    dee = Start(name="Dee", colour="blue", number=9, visitor="dee")
    third = running.go_on(row, [*without("bo", starters), dee], terms())
    assert grid_of(third) == (2, 1, 0, 3)
    for seat in (0, 1, 2):
        raced(third, 3)
        assert isinstance(live.submit(third.pk, Retire(seat)), live.Accepted)
    assert not running.goes_on(row)
    assert table(row) == [
        ("Legend 0", 19, [(4, 2, 0), (1, 8, 1), (1, 8, 0)]),
        ("Dee", 11, [(2, 6, 0), (3, 4, 1), (3, 0, 0)]),
        ("Ada", 11, [(3, 4, 0), (2, 6, 1), (4, 0, 0)]),
        ("Cy", 10, [(1, 8, 0), (4, 2, 0), (2, 0, 0)]),
    ]
    assert keeping.check(row)
    with pytest.raises(Broken, match="the championship is over"):
        running.go_on(row, starters, terms())


def test_a_race_that_nobody_drives_any_more_counts_as_it_stands() -> None:
    row = begun(cast("ada", "bo"))
    race = running.go_on(row, cast("ada", "bo"), terms())
    while (asked := scenes.load(race.pk).questions) and not running.season_of(row).raced:
        live.submit(race.pk, live.stand_in(next(iter(asked.values())), "admin"))
    result = running.season_of(row).raced[0].result
    assert result.ended == "unattended"
    assert sorted(line.points for line in result.lines) == [2, 4]
    assert running.go_on(row, cast("ada", "bo"), terms()) != race


def test_board_rules_carry_the_table_onto_the_grid() -> None:
    row = begun(cast("ada", "bo"), rules="rulebook", garage=True)
    first = running.go_on(row, cast("ada", "bo"), terms())
    assert msgspec.json.decode(first.setup, type=Setup).draft == "one"
    raced(first)
    second = running.go_on(row, cast("ada", "bo"), terms())
    assert grid_of(second) == tuple(one.seat for one in standings(running.season_of(row)))
    before = running.season_of(row).raced[0].result.lines
    entrants = msgspec.json.decode(second.setup, type=Setup).entrants
    assert [one.upgrades for one in entrants] == [line.upgrades for line in before]
    assert [len(one.upgrades or ()) for one in entrants] == [1, 1], "what was drafted is kept"
    assert [one.sponsors for one in entrants] == [line.sponsors for line in before]


def test_the_race_that_is_on_is_started_once() -> None:
    row = begun(cast())
    race = running.go_on(row, cast(), terms(room="RRRRR"))
    assert running.go_on(row, cast(), terms(room="RRRRR")) == race
    assert Race.objects.count() == 1
    row.refresh_from_db()
    assert row.room == "RRRRR"


def test_a_seat_is_found_by_its_colour_and_a_legend_keeps_its_own() -> None:
    row = begun(cast("ada", "bo", legends=1))
    bo, ada = without("zed", cast("ada", "bo"))[::-1]
    usurper = Start(name="Eve", colour="grey", number=3, visitor="eve")
    race = running.go_on(row, [bo, usurper, ada], terms())
    assert [(seat.name, seat.kind) for seat in race.seats.all()] == [
        ("Ada", "driver"),
        ("Bo", "driver"),
        ("Legend 0", "legend"),
    ]


def test_a_player_has_one_seat_of_a_championship() -> None:
    row = begun(cast("ada", "bo"))
    running.take_over(row, "blue", "ada", "Ada", 7)
    assert list(row.competitors.values_list("visitor", "name")) == [("", "Ada"), ("ada", "Ada")]


def test_a_plan_that_cannot_be_raced_begins_nothing() -> None:
    content = SeasonContent()
    setup = SeasonSetup(calendar=(Stop("espana", "strike", laps=1),), competitors=(Competitor("medium"),), events=True)
    with pytest.raises(Broken) as broken:
        running.found(Plan(content=content, setup=setup, tracks=()), ())
    assert {fault.code for fault in broken.value.faults} == {"no_race", "no_driver"}
    assert not Championship.objects.exists()


def test_a_race_that_cannot_be_read_stops_the_championship_and_loses_nothing() -> None:
    row = begun(cast("ada", "bo"))
    first = raced(running.go_on(row, cast("ada", "bo"), terms()))
    stored = first.state
    Race.objects.filter(pk=first.pk).update(state="{}", engine="0.0.1")
    first.entries.filter(seq=0).update(events="[]")
    restart()
    with pytest.raises(running.UnreadableRace) as unreadable:
        running.go_on(row, cast("ada", "bo"), terms())
    assert unreadable.value.race == first
    assert unreadable.value.season.raced == ()
    assert row.stops.get(number=1).race is None
    Race.objects.filter(pk=first.pk).update(state=stored)  # as by a later version that can read it
    restart()
    assert len(running.season_of(row).raced) == 1

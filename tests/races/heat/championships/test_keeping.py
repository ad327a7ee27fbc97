"""The record of a championship: what the command line reads, what is verified, and what stays closed until when."""

import pytest
from django.core.management import CommandError, call_command

import engine
from engine.heat.season import read_season, verify_season
from engine.kernel.commands import End
from engine.kernel.records import encode
from races import live
from races.heat.championships import keeping, running
from races.models import Championship, Entry, Race
from tests.races.heat.championships.kit import begun, cast, raced, restart, terms
from tests.races.views.kit import address, browser

pytestmark = pytest.mark.django_db(transaction=True)


def driven(races: int = 2) -> Championship:
    """A championship in its second race, or after all."""
    row = begun(cast("ada", "bo"))
    for number in range(races):
        race = running.go_on(row, cast("ada", "bo"), terms())
        raced(race, 20)
        if number < races - 1 or races == 3:
            live.submit(race.pk, End())
    return row


def test_the_record_is_what_the_command_line_reads() -> None:
    row = driven()
    data = keeping.exported(row)
    season = verify_season(read_season(data))
    assert encode(season) == encode(running.season_of(row))
    assert b'"name":"Ada"' in data
    assert b"preset:" not in data


def test_championships_are_verified_with_races(capsys: pytest.CaptureFixture[str]) -> None:
    driven()
    call_command("verify_races")
    told = capsys.readouterr().out
    assert f"2 races replayed with engine {engine.__version__}, 0 of them differ." in told
    assert f"1 championships replayed with engine {engine.__version__}, 0 of them differ." in told


def test_a_championship_with_a_changed_race_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    row = driven()
    Entry.objects.filter(race__stop__number=0, seq=3).update(events="[]")
    with pytest.raises(CommandError):
        call_command("verify_races", row.code)
    assert f"{row.code}: season: races[0].entries[3].events" in capsys.readouterr().err


def test_a_race_that_was_not_the_championships_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    row = driven()
    race = Race.objects.get(stop__number=1)
    Race.objects.filter(pk=race.pk).update(setup=race.setup.replace('"laps":1', '"laps":2'))
    with pytest.raises(CommandError):
        call_command("verify_races", row.code)
    assert f"race {race.code} was not started with the setup" in capsys.readouterr().err


def test_a_championship_of_several_versions_is_checked_by_its_events(capsys: pytest.CaptureFixture[str]) -> None:
    driven()
    Race.objects.filter(stop__number=1).update(engine="9.9.9")
    restart()
    call_command("verify_races")
    assert capsys.readouterr().out.count("were started by another engine version") == 2


def test_records_stay_closed_while_sponsor_cards_are_still_played_with() -> None:
    row = driven(2)
    first = Race.objects.get(stop__number=0)
    assert browser("ada").get(address(first, "record.json")).status_code == 403
    assert browser("ada").get(address(first, "replay/?seat=0")).status_code == 200, "the own hand is no secret"
    assert browser("ada").get(address(first, "replay/?seat=1")).status_code == 403
    assert browser("ada").get(address(first, "replay/?seat=all")).status_code == 403
    for number in (1, 2):
        race = running.go_on(row, cast("ada", "bo"), terms())
        assert running.stop_of(race) == row.stops.get(number=number)
        live.submit(race.pk, End())
    assert browser("ada").get(address(first, "record.json")).status_code == 200
    assert browser("zed").get(address(first, "replay/?seat=all")).status_code == 200

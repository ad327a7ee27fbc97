"""The record on the site: whole, replayable, and any difference is reported."""

from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from engine.heat import read_record
from engine.kernel.commands import End, Question, command_for
from engine.kernel.records import encode
from races import live, records, scenes
from races.games import table_game_of
from races.models import Content, Entry, Race
from tests.races.factories import make_race

pytestmark = pytest.mark.django_db(transaction=True)


def drive(race: Race, answers: int) -> None:
    """Let drivers answer with their first choice."""
    for _ in range(answers):
        scene = scenes.load(race.pk)
        question: Question = scene.table_game.game.awaiting(scene.state)[0]
        live.submit(race.pk, command_for(question, scene.table_game.game.legal(scene.state, question.seat)[0]))
    race.refresh_from_db()


def test_the_record_can_be_read_and_played_again() -> None:
    race = make_race()
    drive(race, 12)
    record = records.record_of(race)
    assert read_record(encode(record)) == record
    records.check(race)


def test_it_does_not_tell_who_answered_in_advance() -> None:
    """Ids of commands say how these came to the site; pre-set answers have a name of their own there."""
    race = make_race()
    drive(race, 3)
    entry = Entry.objects.get(race=race, seq=2)
    entry.command = entry.command.replace(f'"id":"{entry.command_id}"', '"id":"preset:1.gears.0.1"')
    entry.save()
    assert "preset:" in entry.command
    assert b"preset:" not in encode(records.record_of(race))
    records.check(race)


def test_there_is_a_state_for_each_entry() -> None:
    race = make_race()
    drive(race, 5)
    states = records.states(race)
    assert len(states) == race.version + 1
    assert scenes.load(race.pk).state == states[-1]


def test_all_races_are_verified(capsys: pytest.CaptureFixture[str]) -> None:
    drive(make_race(), 4)
    call_command("verify_races")
    assert "1 races replayed" in capsys.readouterr().out


def test_a_race_of_another_engine_is_checked_by_its_stored_events(capsys: pytest.CaptureFixture[str]) -> None:
    """The seed is another, so that no command would be decided as it was; that is no difference."""
    race = make_race()
    drive(race, 4)
    Race.objects.filter(pk=race.pk).update(engine="0.1.0", seed="ab" * 16)
    call_command("verify_races")
    told = capsys.readouterr().out
    assert "0 of them differ" in told
    assert "1 of them were started by another engine version" in told


def test_a_changed_record_of_another_engine_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    race = make_race()
    drive(race, 4)
    Race.objects.filter(pk=race.pk).update(engine="0.1.0")
    Entry.objects.filter(race=race, seq=2).update(events="[]")
    with pytest.raises(CommandError):
        call_command("verify_races")
    assert race.code in capsys.readouterr().err


def test_a_changed_record_is_reported_by_its_code(capsys: pytest.CaptureFixture[str]) -> None:
    race = make_race()
    drive(race, 4)
    entry = Entry.objects.get(race=race, seq=2)
    entry.events = "[]"
    entry.save()
    with pytest.raises(CommandError):
        call_command("verify_races")
    assert race.code in capsys.readouterr().err


DAMAGE: dict[str, Callable[[Race], object]] = {
    "an entry is missing": lambda race: Entry.objects.filter(race=race, seq=race.version).delete(),
    "an entry too many": lambda race: Entry.objects.create(
        race=race, seq=race.version + 1, command_id="x", events="[]", accepted=race.started
    ),
    "no entries": lambda race: Entry.objects.filter(race=race).delete(),
    "a column that no site writes": lambda race: Race.objects.filter(pk=race.pk).update(veil={"hidden": "many"}),
    "seats that are no numbers": lambda race: Race.objects.filter(pk=race.pk).update(absent={"first": 1}),
    "an empty set-up": lambda race: Race.objects.filter(pk=race.pk).update(setup=""),
    "a seed that is none": lambda race: Race.objects.filter(pk=race.pk).update(seed="none"),
    "a state that is none": lambda race: Race.objects.filter(pk=race.pk).update(state="{}"),
    "content that is none": lambda race: Content.objects.filter(pk=race.content_id).update(data="{}"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_any_damage_is_reported_and_stops_nothing(kind: str) -> None:
    damaged, sound = make_race(), make_race()
    drive(damaged, 3)
    if "content" in kind:  # which races share
        sound = damaged
    DAMAGE[kind](damaged)
    table_game_of.cache_clear()
    told, differs = StringIO(), StringIO()  # not with the lines of the log
    with pytest.raises(CommandError):
        call_command("verify_races", stdout=told, stderr=differs)
    assert damaged.code in differs.getvalue()
    assert sound is damaged or ("2 races replayed" in told.getvalue() and sound.code not in differs.getvalue())
    table_game_of.cache_clear()


def test_a_race_that_goes_on_meanwhile_does_not_differ() -> None:
    race = make_race()
    drive(race, 3)
    before = Race.objects.get(pk=race.pk)
    drive(race, 3)
    records.check(before)


def test_a_race_that_is_not_there_is_told() -> None:
    with pytest.raises(CommandError, match="There is no race or championship NOWHERE"):
        call_command("verify_races", "NOWHERE")


def test_admin_ends_a_race_by_a_command(admin_client: Client) -> None:
    race = make_race()
    answer = admin_client.post("/admin/races/race/", {"action": "end", "_selected_action": [race.pk]}, follow=True)
    assert f"{race.code}: done" in answer.content.decode()
    race.refresh_from_db()
    assert race.ended is not None
    assert '"end"' in Entry.objects.get(race=race, seq=race.version).command


def test_admin_reads_races_and_entries_and_changes_nothing(admin_client: Client) -> None:
    race = make_race()
    live.submit(race.pk, End())
    page = admin_client.get(f"/admin/races/race/{race.pk}/change/")
    assert page.status_code == 200
    assert b'type="submit" value="Save"' not in page.content
    entry = Entry.objects.get(race=race, seq=0)
    assert admin_client.get(f"/admin/races/entry/{entry.pk}/change/").status_code == 200
    assert admin_client.post(f"/admin/races/entry/{entry.pk}/change/", {"events": "[]"}).status_code == 403

"""What a version of the site stored, a later one goes on with: by the stored state, or by folding the events; or it
holds the race with a clear message. It never alters what was stored."""

import json
import logging
from pathlib import Path

import pytest

import engine
from engine.kernel.commands import command_for
from engine.kernel.records import encode, fold, verify, verify_events
from races import live, records, scenes
from races.models import Entry, Race
from tests import forks
from tests.environment import bare
from tests.races import recorded
from tests.races.recorded import Recorded
from tests.races.views.kit import browser

EVERY = recorded.every()
PLAYED_ON = 12
"""Commands after the upgrade; a race to its end would prove no more."""


@pytest.fixture(params=EVERY, ids=lambda one: one.name)
def kept(request: pytest.FixtureRequest) -> Recorded:
    found: Recorded = request.param
    return found


def of_other_version(kept: Recorded) -> bool:
    return kept.file.engine != engine.__version__


def play_on(race: Race) -> int:
    """Answer with the first choice; returns how many commands were accepted."""
    played = 0
    while played < PLAYED_ON and (questions := list(scenes.scene_of(race.pk).questions.values())):
        choice = scenes.scene_of(race.pk).legal(questions[0].seat)[0]
        assert isinstance(live.submit(race.pk, command_for(questions[0], choice)), live.Accepted)
        played += 1
    return played


def stored(race: Race) -> list[tuple[int, str, str]]:
    return list(Entry.objects.filter(race=race).order_by("seq").values_list("seq", "command", "events"))


def test_there_is_a_record_of_every_game_and_every_version_that_had_it() -> None:
    kinds = {(one.file.game, one.file.engine) for one in EVERY}
    assert kinds >= {("heat", "0.1.0"), ("heat", "0.2.0"), ("henhur", "0.2.0"), ("lastcard", "0.2.0")}
    assert {game for game, version in kinds if version == engine.__version__} == {"heat", "henhur", "lastcard"}


@pytest.mark.django_db(transaction=True)
def test_a_race_that_was_on_goes_on(kept: Recorded) -> None:
    half = len(kept.file.entries) // 2
    race = recorded.store(kept, half)
    before = stored(race)
    assert play_on(race) > 0
    assert stored(race)[:half] == before
    race.refresh_from_db()
    assert race.engine == kept.file.engine
    if kept.file.engine != engine.__version__:
        assert records.check(race) is False


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("one", [one for one in EVERY if of_other_version(one)], ids=lambda one: one.name)
def test_one_whose_state_had_another_form_goes_on_by_its_events(one: Recorded) -> None:
    """As it would be if a version had kept states in another form: what is stored of events is enough."""
    race = recorded.store(one, len(one.file.entries) // 2)
    here = scenes.scene_of(race.pk).state
    scenes.forget()
    Race.objects.filter(pk=race.pk).update(state='{"of_yesterday": 1}')
    assert scenes.scene_of(race.pk).state == here
    assert play_on(race) > 0
    race.refresh_from_db()
    assert "of_yesterday" not in race.state
    assert records.check(race) is False


@pytest.mark.django_db(transaction=True)
def test_one_whose_events_make_no_sense_is_held_and_left_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    one = next(one for one in EVERY if of_other_version(one))
    race = recorded.store(one, len(one.file.entries) // 2)
    Race.objects.filter(pk=race.pk).update(state='{"of_yesterday": 1}')
    Entry.objects.filter(race=race, seq=3).update(events='[{"type": "of_yesterday"}]')
    before = stored(race)
    with caplog.at_level(logging.ERROR):
        page = browser("v0").get(f"/races/{race.code}/")
    assert page.status_code == 404
    assert "This race cannot be shown." in page.content.decode()
    assert f"Race {race.code} cannot be read by this version of the site" in caplog.text
    assert stored(race) == before
    assert Race.objects.get(pk=race.pk).state == '{"of_yesterday": 1}'


def test_every_record_folds_and_those_of_this_version_play_again(kept: Recorded) -> None:
    """Heat's own tests compare more of its records; this is the same for every game."""
    file = kept.file
    table = recorded.table_game(file)
    found = recorded.record(file)
    state = (verify_events if of_other_version(kept) else verify)(table.game, found)
    assert table.game.problems(state) == ()
    assert fold(table.game, [event for entry in found.entries for event in entry.events]) == state
    for entry in file.entries:
        events = table.read_events(entry.row[1])
        assert json.loads(encode(events)) == json.loads(entry.row[1])


def test_a_database_full_of_races_of_the_first_version_is_brought_to_this_one(tmp_path: Path) -> None:
    """In tables of then; `python -m tests.load.migrating --races 2000` says how long it takes with more."""
    env = {**bare(), "HEATSITE_DB": str(tmp_path / "old.sqlite3"), "HEATSITE_SECRET_KEY": "only-for-tests-" * 4}
    ran = forks.run(["-m", "tests.load.migrating", "--races", "24"], env)
    assert ran.returncode == 0, ran.stderr
    assert "24 races of 0.1.0" in ran.stdout
    assert "6 that were on were played on" in ran.stdout

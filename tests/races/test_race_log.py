"""The log is derived from the events: the same from memory, from the database, and from the start."""

import pytest

from engine.kernel.faults import Broken
from races import live, scenes
from races.models import Entry, Race
from races.race_log import LogEntry, whole_log
from tests.races.factories import make_race
from tests.races.test_live import first_answer

pytestmark = pytest.mark.django_db(transaction=True)


def go_on(race: Race, commands: int) -> None:
    for _ in range(commands):
        scene = scenes.scene_of(race.pk)
        question = scene.table_game.game.awaiting(scene.state)[0]
        assert isinstance(live.submit(race.pk, first_answer(race, question.seat, "")), live.Accepted)


def fresh(race: Race) -> scenes.AnyScene:
    """The scene of a process that has just begun."""
    scenes.forget()
    return scenes.load(race.pk)


def test_it_is_the_same_however_it_was_made() -> None:
    race = make_race()
    scenes.load(race.pk)
    go_on(race, 20)
    followed = scenes.scene_of(race.pk)
    assert list(followed.log) == list(fresh(race).log) == whole_log(followed.race)
    assert any(entry.lines for entry in followed.log)


def test_a_process_that_heard_nothing_catches_up() -> None:
    race = make_race()
    old = scenes.load(race.pk)
    go_on(race, 6)
    newest = list(fresh(race).log)
    scenes.forget()
    scenes.keep(old)
    assert list(scenes.load(race.pk).log) == newest


def test_a_process_keeps_the_races_that_went_on_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenes, "MOST_SCENES", 2)
    one, two, three = (scenes.load(make_race().pk) for _ in range(3))
    assert scenes.known(one.race.pk, 0) is None
    assert scenes.known(two.race.pk, 0) is two
    scenes.keep(two)
    scenes.load(one.race.pk)
    assert scenes.known(three.race.pk, 0) is None
    assert scenes.known(two.race.pk, 0) is two


def test_the_page_has_the_newest_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenes, "NEWEST", 3)
    race = make_race()
    scenes.load(race.pk)
    go_on(race, 5)
    newest = whole_log(scenes.scene_of(race.pk).race)[-3:]
    assert list(scenes.scene_of(race.pk).log) == newest
    assert list(fresh(race).log) == newest


def test_hidden_answers_have_an_entry_without_lines() -> None:
    race = make_race()
    go_on(race, 1)
    assert whole_log(Race.objects.get(pk=race.pk))[1] == LogEntry(1, ())


@pytest.mark.parametrize("events", ["[", '[{"type":"of_tomorrow"}]', '[{"type":"passed","seat":0,"phase":"react"}]'])
def test_events_that_make_no_sense_are_told_from_others(events: str) -> None:
    race = make_race()
    Entry.objects.filter(race=race, seq=0).update(events=events)
    with pytest.raises(Broken):
        whole_log(race)
    scenes.forget()
    with pytest.raises(scenes.Unreadable):
        scenes.load(race.pk)

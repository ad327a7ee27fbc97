"""The one writer: accepted once, refused without a trace, and a replay gives the same bytes."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from engine.kernel.commands import Answer, Withdraw, command_for
from engine.kernel.refusals import Refusal
from races import bursts, changes, channel_layer, live, notices, scenes, sweeper
from races.models import Entry, Race
from tests.races.factories import heat_scene, make_race

pytestmark = pytest.mark.django_db(transaction=True)


def first_answer(race: Race, seat: int, command_id: str) -> Answer[Any]:
    scene = scenes.load(race.pk)
    question = next(q for q in scene.table_game.game.awaiting(scene.state) if q.seat == seat)
    command = command_for(question, scene.table_game.game.legal(scene.state, seat)[0], command_id)
    assert isinstance(command, Answer)
    return command


def test_an_answer_is_kept_with_its_events() -> None:
    race = make_race()
    command = first_answer(race, 0, "one")
    answer = live.submit(race.pk, command)
    assert answer == live.Accepted(seq=1)
    entry = Entry.objects.get(race=race, seq=1)
    assert (entry.seat, entry.command_id) == (0, "one")
    race.refresh_from_db()
    assert race.version == 1
    assert race.revision == 1


def test_a_repeated_command_gets_the_first_answer() -> None:
    race = make_race()
    command = first_answer(race, 0, "one")
    live.submit(race.pk, command)
    assert live.submit(race.pk, command) == live.Accepted(seq=1, repeated=True)
    assert Entry.objects.filter(race=race).count() == 2


def test_an_id_that_another_command_has_used_is_refused() -> None:
    race = make_race()
    first = first_answer(race, 0, "one")
    live.submit(race.pk, first)
    refused = live.submit(race.pk, Withdraw(0, first.question, "one"))
    assert isinstance(refused, Refusal)
    assert refused.code == "id_used"
    assert Entry.objects.filter(race=race).count() == 2


def test_an_answer_given_anew_with_the_id_of_the_first_is_refused() -> None:
    race = make_race()
    first = first_answer(race, 0, "one")
    live.submit(race.pk, first)
    assert live.submit(race.pk, Withdraw(0, first.question, "back")) == live.Accepted(seq=2)
    anew = first_answer(race, 0, "one")
    before = Race.objects.values().get(pk=race.pk)
    refused = live.submit(race.pk, anew)
    assert isinstance(refused, Refusal)
    assert refused.code == "id_used"
    assert Race.objects.values().get(pk=race.pk) == before
    assert live.submit(race.pk, first) == live.Accepted(seq=1, repeated=True)


def test_a_refused_command_leaves_no_trace() -> None:
    race = make_race()
    command = first_answer(race, 0, "one")
    live.submit(race.pk, command)
    before = Race.objects.values().get(pk=race.pk)
    answer = live.submit(race.pk, Answer(0, command.question, command.choice, "two"))
    assert isinstance(answer, Refusal)
    assert answer.code == "stale"
    assert Race.objects.values().get(pk=race.pk) == before


def test_a_preset_is_kept_without_a_revision() -> None:
    race = make_race()
    before = scenes.load(race.pk)
    changes.set_presets(race.pk, 0, ["slip"])
    after = scenes.scene_of(race.pk)
    assert after.race.presets == {0: ["slip"]}
    assert (after.revision, after.version) == (before.revision, before.version)
    assert all(after.view(seat) == before.view(seat) for seat in (None, 0, 1))


def test_an_answer_by_preset_can_be_taken_back_and_is_not_given_again() -> None:
    race = make_race(clock=0)
    changes.set_presets(race.pk, 0, ["keep"])
    changes.set_presets(race.pk, 1, [])
    scene = heat_scene(race)
    while scene.state.phase != "discard":
        live.submit(race.pk, first_answer(race, scene.game.awaiting(scene.state)[0].seat, ""))
        scene = heat_scene(race)
    later = timezone.now() + timedelta(seconds=7)
    sweeper.sweep(later)
    scene = heat_scene(race)
    assert [question.seat for question in scene.game.awaiting(scene.state)] == [1]
    question = scene.game.question(scene.state, 0)
    assert isinstance(live.submit(race.pk, Withdraw(0, question, "back")), live.Accepted)
    sweeper.sweep(later + timedelta(seconds=60))
    scene = heat_scene(race)
    assert {question.seat for question in scene.game.awaiting(scene.state)} == {0, 1}
    assert scene.race.presets[0] == ["keep"]


@pytest.mark.parametrize("reason", ["clock", "away"])
def test_a_stand_in_who_comes_too_late_finds_the_driver_back(reason: str) -> None:
    race = make_race(clock=60)
    scene = scenes.load(race.pk)
    question = scene.table_game.game.awaiting(scene.state)[0]
    answer = live.submit(race.pk, live.stand_in(question, reason))
    assert getattr(answer, "code", "") == "stale"
    over = timezone.now() + timedelta(seconds=61)
    assert isinstance(live.submit(race.pk, live.stand_in(question, reason), over), live.Accepted)


@pytest.mark.parametrize("reason", ["clock", "away", "bot"])
def test_no_stand_in_answers_while_the_race_is_paused(reason: str) -> None:
    race = make_race(clock=60)
    changes.hand_over(race.pk, 0, "racer" if reason == "bot" else "")
    changes.pause(race.pk)
    scene = scenes.load(race.pk)
    question = next(one for one in scene.table_game.game.awaiting(scene.state) if one.seat == 0)
    tomorrow = timezone.now() + timedelta(days=1)
    assert getattr(live.submit(race.pk, live.stand_in(question, reason), tomorrow), "code", "") == "stale"


def test_what_is_stored_is_accepted_though_nobody_can_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dead:
        async def group_send(self, group: str, message: dict[str, Any]) -> None:
            raise ConnectionError("gone")

    heard: list[int] = []
    monkeypatch.setattr(channel_layer, "get_channel_layer", Dead)
    monkeypatch.setattr(channel_layer, "health", channel_layer.LayerHealth())
    monkeypatch.setattr(notices, "listeners", [lambda race, revision: heard.append(revision)])
    race = make_race()
    assert live.submit(race.pk, first_answer(race, 0, "one")) == live.Accepted(seq=1)
    changes.pause(race.pk)
    assert heard == [1, 2]


async def test_those_who_never_stop_talking_keep_no_news_from_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []

    async def note(race: int, revision: int) -> None:
        told.append(revision)

    monkeypatch.setattr(bursts, "announce", note)
    race = await sync_to_async(make_race)()
    commands = [await sync_to_async(first_answer)(race, 0, f"c{number}") for number in range(bursts.MOST_COMMANDS + 3)]
    await asyncio.gather(*(live.submit_async(race.pk, command) for command in commands))
    assert told == [1]
    assert bursts.bursts == {}

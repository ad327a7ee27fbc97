"""The one writer: accepted once, refused without a trace, and a replay gives the same bytes."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from engine.kernel.commands import Answer, address
from engine.kernel.refusals import Refusal
from races import live, table
from races.models import Entry, Race
from tests.races.factories import make_race

pytestmark = pytest.mark.django_db(transaction=True)


def first_answer(race: Race, seat: int, command_id: str) -> Answer[Any]:
    scene = table.load(race.pk)
    question = next(q for q in scene.game.awaiting(scene.state) if q.seat == seat)
    command = address(question, scene.game.legal(scene.state, seat)[0], command_id)
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


def test_a_refused_command_leaves_no_trace() -> None:
    race = make_race()
    command = first_answer(race, 0, "one")
    live.submit(race.pk, command)
    before = Race.objects.values().get(pk=race.pk)
    answer = live.submit(race.pk, Answer(0, command.question, command.choice, "two"))
    assert isinstance(answer, Refusal)
    assert answer.code == "stale"
    assert Race.objects.values().get(pk=race.pk) == before


async def test_those_who_never_stop_talking_keep_no_news_from_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []

    async def note(race: int, revision: int) -> None:
        told.append(revision)

    monkeypatch.setattr(live, "announce", note)
    race = await sync_to_async(make_race)()
    commands = [await sync_to_async(first_answer)(race, 0, f"c{number}") for number in range(live.LONGEST_BURST + 3)]
    await asyncio.gather(*(live.submit_async(race.pk, command) for command in commands))
    assert told == [1]
    assert live._bursts == {}

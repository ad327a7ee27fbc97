"""Bots on the site: they answer through the one writer, once, and stand-ins help where one is stuck."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator

import pytest
from channels.db import database_sync_to_async
from pytest_django.fixtures import Settings

from engine.kernel.chance import TABLE
from engine.kernel.commands import command_for
from races import bots, changes, live, scenes
from races.models import Entry, Race
from races.start import Start
from tests.races.factories import make_race
from tests.waiting import LIMIT, until


def with_bots(*names: str) -> Race:
    ada = Start(name="Ada", colour="red", number=1, visitor="ada")
    others = [
        Start(name=f"Bot {seat}", colour=colour, number=seat, bot=name)
        for seat, (name, colour) in enumerate(zip(names, ("blue", "green", "yellow"), strict=False), 2)
    ]
    return make_race(starters=[ada, *others])


@pytest.fixture
async def queue(settings: Settings) -> AsyncIterator[bots.BotQueue]:
    """A queue that has all the time that bots need on a busy machine."""
    settings.BOT_PATIENCE = LIMIT
    queue = bots.BotQueue()
    queue.start()
    yield queue
    await queue.close()


async def answer_of(race: Race, *seats: int) -> None:
    """Wait for the answers of these seats."""

    async def are_there() -> bool:
        rows = Entry.objects.filter(race=race, seq__gt=0).values_list("seat", flat=True)
        return set(seats) <= set(await database_sync_to_async(list)(rows))

    await until(are_there, f"answers of the seats {seats}")


async def test_bots_answer_when_they_are_woken(queue: bots.BotQueue) -> None:
    race = await database_sync_to_async(with_bots)("cautious", "racer")
    await queue.wake_all()
    await answer_of(race, 1, 2)
    row = await Race.objects.aget(pk=race.pk)
    assert not row.bots_asked


async def test_a_bot_answers_once_however_many_processes_wake_it(queue: bots.BotQueue) -> None:
    other = bots.BotQueue()
    other.start()
    race = await database_sync_to_async(with_bots)("cautious")
    queue.wake(race.pk)
    other.wake(race.pk)
    await answer_of(race, 1)
    await asyncio.sleep(0.1)
    assert await Entry.objects.filter(race=race, seq__gt=0).acount() == 1
    await other.close()


async def test_a_stand_in_answers_for_a_bot_that_does_not(queue: bots.BotQueue, settings: Settings) -> None:
    settings.BOT_PATIENCE = 0
    race = await database_sync_to_async(with_bots)("cautious")
    queue.wake(race.pk)
    await answer_of(race, TABLE)


async def test_a_stand_in_answers_for_a_bot_that_makes_no_sense(queue: bots.BotQueue) -> None:
    race = await database_sync_to_async(with_bots)("one that was there last year")
    queue.wake(race.pk)
    await answer_of(race, TABLE)


async def test_a_bot_that_never_comes_to_an_end_holds_up_no_other(queue: bots.BotQueue, settings: Settings) -> None:
    settings.BOT_PATIENCE = 0.5
    asyncio.get_running_loop().run_in_executor(queue.thinkers.pool, time.sleep, 600)
    race = await database_sync_to_async(with_bots)("cautious")
    queue.wake(race.pk)
    await answer_of(race, TABLE)
    settings.BOT_PATIENCE = LIMIT
    other = await database_sync_to_async(with_bots)("cautious")
    queue.wake(other.pk)
    await answer_of(other, 1)


async def test_a_seat_that_is_given_away_is_driven_and_can_be_taken_back(queue: bots.BotQueue) -> None:
    race = await database_sync_to_async(make_race)()
    await database_sync_to_async(changes.hand_over)(race.pk, 1, "racer")
    await answer_of(race, 1)
    await database_sync_to_async(changes.hand_over)(race.pk, 1, "")
    scene = await database_sync_to_async(scenes.load)(race.pk)
    assert scene.race.bots == {}


async def test_a_bot_that_thought_for_too_long_finds_the_wheel_taken() -> None:
    race = await database_sync_to_async(make_race)()
    await database_sync_to_async(changes.hand_over)(race.pk, 1, "racer")
    scene = await database_sync_to_async(scenes.load)(race.pk)
    question = next(one for one in scene.game.awaiting(scene.state) if one.seat == 1)
    await database_sync_to_async(changes.hand_over)(race.pk, 1, "")
    late = command_for(question, scene.game.legal(scene.state, 1)[0], f"{live.BOT}{question}")
    for command in (late, live.stand_in(question, "bot")):
        refused = await live.submit_async(race.pk, command)
        assert getattr(refused, "code", "") == "stale"


async def test_a_seat_that_is_given_away_is_driven_at_once(queue: bots.BotQueue) -> None:
    race = await database_sync_to_async(make_race)()
    await database_sync_to_async(scenes.load)(race.pk)
    await database_sync_to_async(changes.hand_over)(race.pk, 1, "cautious")
    await answer_of(race, 1)


async def test_a_race_that_cannot_be_read_is_left_alone(queue: bots.BotQueue, caplog: pytest.LogCaptureFixture) -> None:
    race = await database_sync_to_async(with_bots)("rookie")
    await Race.objects.filter(pk=race.pk).aupdate(state="{}", revision=1)
    for _ in range(3):
        await queue.wake_all()
        await asyncio.gather(*queue._driving.values())
    assert [race.code in record.getMessage() for record in caplog.records if record.levelno > logging.INFO] == [True]

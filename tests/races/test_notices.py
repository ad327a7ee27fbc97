"""How sockets are told while the channel layer is away. With a real Redis it is tested in services."""

import asyncio
import logging
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from redis.exceptions import ConnectionError as NoConnection

from races import changes, channel_layer, scenes
from races.channel_layer import LayerHealth, Outbox, open_sockets
from races.consumers.program import RaceProgram
from races.models import Race
from races.sockets import NOT_HERE, catch_up
from tests.races.programs import Program, started
from tests.waiting import LIMIT


class Layer:
    """Away or there, and counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0
        self.away = True
        self.hangs = False

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.asked += 1
        if self.hangs:
            await asyncio.Event().wait()
        if self.away:
            raise NoConnection("gone")


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> Layer:
    layer = Layer()
    monkeypatch.setattr(channel_layer, "health", LayerHealth())
    monkeypatch.setattr(channel_layer, "outbox", Outbox())
    monkeypatch.setattr(channel_layer, "get_channel_layer", lambda: layer)
    return layer


async def two(race: Race) -> tuple[Program, Program]:
    """Two watch, and heard everything so far."""
    pair = Program(race.code), Program(race.code)
    for program in pair:
        await program.begin()
    return pair


async def test_a_process_tells_its_own_and_says_once_why(layer: Layer, caplog: pytest.LogCaptureFixture) -> None:
    race = await started()
    pair = await two(race)
    for change, paused in ((changes.pause, True), (changes.resume, False), (changes.pause, True)):
        await sync_to_async(change)(race.pk)
        for program in pair:
            assert (await program.hear("update"))["paused"] is paused
    assert layer.asked == 1  # nobody waits for it again and again
    assert [record.levelno for record in caplog.records if record.name == channel_layer.__name__] == [logging.WARNING]
    for program in pair:
        await program.leave()


async def test_it_is_asked_again_after_a_while(
    layer: Layer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel_layer, "REST", 0)
    race = await started()
    pair = await two(race)
    await sync_to_async(changes.pause)(race.pk)
    await sync_to_async(changes.resume)(race.pk)
    layer.away = False
    await sync_to_async(changes.pause)(race.pk)
    for program in pair:
        assert [(await program.hear("update"))["paused"] for _ in range(3)] == [True, False, True]
    told = [record.getMessage() for record in caplog.records if record.name == channel_layer.__name__]
    assert [line[:23] for line in told] == ["Redis cannot be reached", "Redis can be reached ag"]
    for program in pair:
        await program.leave()


async def test_nobody_waits_for_a_layer_that_hangs(layer: Layer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Drivers would be asked late, and chosen for meanwhile."""
    monkeypatch.setattr(channel_layer, "PATIENCE", 10 * LIMIT)
    layer.hangs = True
    race = await started("ada", "bo")
    ada = Program(race.code, visitor="ada")
    update = await ada.begin()
    await ada.say({"type": "command", "command": answer(update)})
    assert {(await ada.hear())["type"] for _ in range(2)} == {"accepted", "update"}
    await sync_to_async(changes.pause)(race.pk)  # from the thread of the database, where the sockets want to look
    assert (await ada.hear("update"))["paused"]
    assert layer.asked == 1  # one message waits there, and the others for it
    assert not channel_layer.health.is_broken
    await ada.leave()


async def say_three_things() -> None:
    """As a server does, until nothing waits to be said."""
    channel_layer.groups.stay()
    for _ in range(3):
        await channel_layer.broadcast("nobody", {"type": "nothing"})
    await asyncio.gather(*channel_layer.outbox.tasks)


async def test_a_layer_that_hangs_is_given_up_with_all_that_waits(
    layer: Layer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel_layer, "PATIENCE", 0.01)
    layer.hangs = True
    await say_three_things()
    assert layer.asked == 1
    assert channel_layer.health.rests


async def test_what_waits_for_a_slow_layer_for_too_long_is_dropped(
    layer: Layer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel_layer, "PATIENCE", 0)
    layer.away = False
    await say_three_things()
    assert layer.asked == 0
    assert channel_layer.health.rests


async def test_a_command_of_manage_waits_before_its_loop_ends(layer: Layer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel_layer.groups, "_loop", None)
    layer.away = False
    race = await started()
    await sync_to_async(changes.pause)(race.pk)
    assert layer.asked == 1
    assert not channel_layer.outbox.tasks


def answer(update: dict[str, Any]) -> dict[str, Any]:
    question, choice = update["question"], update["choices"]["choices"][0]
    return {"type": "answer", "seat": question["seat"], "question": question, "choice": choice, "id": "one"}


async def test_who_comes_while_it_is_away_is_refused_at_once(layer: Layer) -> None:
    race = await started()
    channel_layer.health.failed(NoConnection("gone"))
    with pytest.raises(NoConnection):
        await Program(race.code).connect()
    channel_layer.health = LayerHealth()
    late = Program(race.code)
    await late.begin()
    await late.leave()


async def test_what_comes_past_the_layer_waits_for_its_turn(layer: Layer, monkeypatch: pytest.MonkeyPatch) -> None:
    race = await started()
    program = Program(race.code)
    await program.begin()
    under_way: list[bool] = []
    most = 0

    async def slowly(self: RaceProgram, message: dict[str, Any]) -> None:
        nonlocal most
        under_way.append(True)
        most = max(most, len(under_way))
        await asyncio.sleep(0.02)
        under_way.pop()

    monkeypatch.setattr(RaceProgram, "race_moved", slowly)
    (socket,) = open_sockets
    await asyncio.gather(*(socket.deliver({"type": "race.moved", "revision": number}) for number in range(3)))
    assert most == 1
    await program.leave()


async def test_of_many_who_hear_of_it_at_once_one_loads(layer: Layer, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[int] = []
    load = scenes.load

    def count(race: int) -> scenes.AnyScene:
        loaded.append(race)
        return load(race)

    race = await started()
    pair = await two(race)
    monkeypatch.setattr(scenes, "load", count)
    await sync_to_async(changes.pause)(race.pk)
    for program in pair:
        await program.hear("update")
        await program.leave()
    assert loaded == [race.pk]


async def test_a_race_that_cannot_be_read_is_not_here(caplog: pytest.LogCaptureFixture) -> None:
    race = await started()
    there = Program(race.code)
    await there.begin()
    await Race.objects.filter(pk=race.pk).aupdate(state="{}", revision=9)
    await catch_up()
    assert await there.closing_code() == NOT_HERE
    late = await Program(race.code).connect()
    assert await late.closing_code() == NOT_HERE
    assert [record.levelno for record in caplog.records if record.levelno > logging.INFO] == [logging.ERROR]


async def test_a_connection_that_is_cut_off_while_it_comes_in_hears_no_notice(
    layer: Layer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    race = await started()
    waits = asyncio.Event()
    socket: list[RaceProgram] = []

    async def begin(self: RaceProgram, scene: scenes.AnyScene) -> None:
        socket.append(self)
        await waits.wait()

    monkeypatch.setattr(RaceProgram, "begin", begin)
    program = Program(race.code)
    coming = asyncio.create_task(program.begin())
    while not socket:
        await asyncio.sleep(0)
    assert socket[0] in open_sockets
    entering = asyncio.create_task(socket[0].deliver({"type": "race.moved", "revision": 10**6}))
    await asyncio.sleep(0)
    program.line.future.cancel()  # as Daphne ends what takes too long
    await entering
    coming.cancel()
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]

"""Any visitor does anything anywhere, in any order: rooms are opened, joined, raced and left, between junk at every
address and every socket. Nothing is an error of the site, nothing leaves a trace, and nothing stays behind."""

import asyncio
import json
import logging
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test
from pytest_django.fixtures import Settings

from engine.kernel.commands import End
from heatsite.asgi import sockets
from heatsite.crowd import Crowd
from heatsite.visitors import COOKIE, sign
from lobby import games, rooms, starting
from lobby import scenes as room_scenes
from lobby.models import Room
from lobby.refused import Refused
from races import live, presence, scenes
from races.channel_layer import open_sockets, spawned
from races.consumers.program import PROTOCOL
from races.models import Race
from tests.communicator import Communicator
from tests.heatsite import junk
from tests.lobby.factories import browser, offered_track
from tests.races.factories import deck_version

VISITORS = ("ada", "bo", "zed")
WHO = st.sampled_from(VISITORS)
SEEDS = st.integers(0, 2**16)
STEPS = 12


class Listening(logging.Handler):
    """Errors and traces: each is a fault here."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or record.levelno >= logging.ERROR:
            self.told.append(f"{record.name}: {record.getMessage()} {record.exc_info}")


class Site(RuleBasedStateMachine):
    """A site with a room of each game; what goes on there is up to hypothesis."""

    log = Listening()

    @initialize()
    def open(self) -> None:
        self.log.told.clear()
        scenes.forget()
        room_scenes.forget()
        presence.here.clear()
        offered_track()
        for deck in ("level", "helmet"):
            deck_version(deck)
        self.rooms = [rooms.open_room("ada", "Ada", game=game).code for game in games.OFFERS]

    def room(self, seed: int) -> str:
        standing = list(Room.objects.order_by("pk").values_list("code", flat=True)) or ["XXXXX"]
        return standing[seed % len(standing)]

    def race(self, seed: int) -> str:
        codes = list(Race.objects.order_by("pk").values_list("code", flat=True)) or ["XXXXXXXX"]
        return codes[seed % len(codes)]

    @rule(who=WHO, seed=SEEDS)
    def join(self, who: str, seed: int) -> None:
        self.allowed(lambda: rooms.join(self.room(seed), who, who.title()))

    @rule(who=WHO, seed=SEEDS)
    def leave(self, who: str, seed: int) -> None:
        self.allowed(lambda: rooms.leave(self.room(seed), who))

    @rule(who=WHO, seed=SEEDS)
    def start(self, who: str, seed: int) -> None:
        code = self.room(seed)
        self.allowed(lambda: rooms.set_ready(code, who, True))
        self.allowed(lambda: starting.start(code, who))

    @rule(seed=SEEDS)
    def answer(self, seed: int) -> None:
        """A driver who is asked chooses."""
        race = Race.objects.filter(code=self.race(seed)).first()
        if race is None:
            return
        scene = scenes.scene_of(race.pk)
        for question in list(scene.questions.values())[:1]:
            live.submit(race.pk, live.stand_in(question, "admin"))

    @rule(seed=SEEDS)
    def end(self, seed: int) -> None:
        """The host ends a race; it can be looked back at, and driven on from."""
        race = Race.objects.filter(code=self.race(seed)).first()
        if race is not None:
            live.submit(race.pk, End())

    @rule(who=WHO, seed=SEEDS)
    def drive_on(self, who: str, seed: int) -> None:
        client = browser(who)
        client.raise_request_exception = False
        there = f"/again/{self.race(seed)}/from/{seed % 9}/"
        assert client.post(there, {"seat": str(seed % 2), "with": "friends"}).status_code < 500

    @rule(who=st.sampled_from((*VISITORS, "")), seed=SEEDS, method=st.sampled_from(("get", "post", "put", "delete")))
    def ask(self, who: str, seed: int, method: str) -> None:
        dice = Random(seed)
        race = self.race(seed)
        path = dice.choice(junk.paths(self.room(seed), race, dice.choice((*games.OFFERS, "1"))))
        client = browser(who) if who else Client()
        client.raise_request_exception = False
        headers = {"HX-Request": "true"} if seed % 2 else {}
        status = getattr(client, method)(
            path, junk.fields(dice, junk.NAMES, {**junk.LIKELY, "race": (race,)}), headers=headers
        ).status_code
        assert status < 500, (method, path)

    @rule(who=WHO, seed=SEEDS, kind=st.sampled_from((*range(5), "lobby")))
    def say(self, who: str, seed: int, kind: Any) -> None:
        path = f"/ws/lobby/{self.room(seed)}/" if kind == "lobby" else f"/ws/races/{self.race(seed)}/"
        asyncio.run(self.messages(path, who, seed, kind))

    async def messages(self, path: str, who: str, seed: int, kind: Any) -> None:
        dice = Random(seed)
        protocols, message = junk.messages(PROTOCOL)[kind if kind != "lobby" else 0]
        cookie = f"{COOKIE}={sign(who)}".encode()
        headers = [(b"host", b"here"), (b"origin", b"http://here"), (b"cookie", cookie)]
        line = Communicator(sockets, path, headers, protocols)
        await line.connect()
        for text in [*junk.texts(dice, 8, message), json.dumps(message)]:
            await line.send_to(text_data=text)
            if kind == "lobby":
                continue
            if (await line.receive_output())["type"] == "websocket.close":
                break
        await line.disconnect()
        for task in list(spawned):
            task.cancel()
        await asyncio.gather(*spawned, return_exceptions=True)

    def allowed(self, work: Any) -> None:
        """Done or refused, with a code and a sentence."""
        refused = None
        try:
            work()
        except Refused as why:
            refused = why
        assert refused is None or (refused.code and str(refused.sentence))

    @invariant()
    def nothing_is_left(self) -> None:
        assert not self.log.told
        assert not open_sockets
        assert not presence.here

    def teardown(self) -> None:
        call_command("verify_races", verbosity=0)
        for model in (Room, Race):
            model.objects.all().delete()


@pytest.mark.django_db(transaction=True)
def test_any_order(settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    settings.DRAW_TRACKS = False
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
    monkeypatch.setattr("heatsite.gate.crowd", Crowd())
    monkeypatch.setattr("races.allowance.BURST", 10**6)
    logging.getLogger().addHandler(Site.log)
    try:
        count = max(5, hypothesis_settings().max_examples // 10)
        run_state_machine_as_test(Site, settings=hypothesis_settings(max_examples=count, stateful_step_count=STEPS))
    finally:
        logging.getLogger().removeHandler(Site.log)

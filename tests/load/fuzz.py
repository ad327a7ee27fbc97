"""Junk without end at every address and every socket of a site: none may lead to a 500, to an exception that nobody
handles, or to memory that is not given back.

python -m tests.load.fuzz [--count 1000000] [--seed 1] [--sums build/fuzz.jsonl]

The site runs in this process, on a database that is thrown away; nine of ten are messages on sockets of pages, programs
and rooms, one is a request. What is sent is made of what pages and programs say (`tests.heatsite.junk`), and of files
that are as bad as can be (`tests.locks.records`). Each part of 200,000 is a line in the file of sums, with its seed;
who starts it again goes on where it stood. Every part is a process of its own. Its memory counts from 100,000 on: by
then junk has found nearly all templates, texts and meters that a process keeps.
"""

import argparse
import asyncio
import gc
import json
import logging
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from asgiref.sync import sync_to_async
from django.core.handlers.base import BaseHandler
from django.db.models import Q
from django.utils import timezone
from msgspec import Struct

from tests.environment import bare
from tests.locks.records import worst

PART = 200_000
WARM = 0.5
"""The share of a part after which its memory counts."""
MUCH = 100_000
"""The growth is told for so many."""
REQUESTS = 0.1
"""The share of requests."""
BATCH = 1000
"""Messages and requests after which what they led to is removed."""
LOOK = 20
"""Requests after which files that wait are read."""
ON_A_SOCKET = 100
GAMES = 3
PAGE = os.sysconf("SC_PAGE_SIZE")


class Part(Struct):
    """What came of a part."""

    seed: str
    count: int
    grown: float = 0.0
    """Megabytes from when its memory counts to its end, for 100,000."""
    statuses: dict[str, int] = {}
    answers: dict[str, int] = {}
    accepted: int = 0
    reached: int = 0
    """Addresses that have answered otherwise than with a refusal."""
    seconds: float = 0.0
    wrong: list[str] = []


class Listening(logging.Handler):
    """Errors and traces of the log, which are faults here."""

    def __init__(self, wrong: list[str]) -> None:
        super().__init__(logging.ERROR)
        self.wrong = wrong

    def emit(self, record: logging.LogRecord) -> None:
        trace = logging.Formatter().formatException(record.exc_info)[-600:] if record.exc_info else ""
        self.wrong.append(f"{record.name}: {record.getMessage()} {trace}")


def memory() -> float:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE / 2**20


class Fuzz:
    """One part, in a process whose database is its own."""

    def __init__(self, part: Part) -> None:
        self.part = part
        self.dice = Random(part.seed)
        self.statuses: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.done = 0
        self.known = 0
        """Accepted commands of the races that go on, as of the batch before."""
        self.reached: set[str] = set()
        self.record: dict[str, Any] = {}
        self.worst: list[bytes] = []
        self.keys = ["1"]
        """What addresses may name: files that wait, days."""
        self.handler = BaseHandler()

    def go(self) -> None:
        from django.core.management import call_command

        from tests.templates import load_templates

        self.handler.load_middleware()
        began, warm = time.monotonic(), 0.0
        call_command("migrate", verbosity=0)
        self.ship()
        load_templates()  # loaded one by one, as junk comes upon them, they would look like growth
        while self.done < self.part.count:
            self.batch()
            if not warm and self.done >= self.part.count * WARM:
                warm = memory()
        self.part.grown = round((memory() - warm) / ((1 - WARM) * self.part.count / MUCH), 2)
        self.part.statuses, self.part.answers = dict(self.statuses), dict(self.answers)
        self.part.reached = len(self.reached - {""})
        self.part.seconds = round(time.monotonic() - began, 1)

    def ship(self) -> None:
        """The circuits and cards with which a site begins; junk in the admin takes some away. Django keeps each command
        that has loaded some for ever, with all of its tables."""
        from django.core.management import call_command
        from django.core.management.commands.loaddata import Command

        call_command("loaddata", "tracks", "lesson_tracks", "legend_decks", "boxes", verbosity=0)
        Command.find_fixtures.cache_clear()  # type: ignore[attr-defined]

    def batch(self) -> None:
        """Junk at a race of each game that goes on, one that is over, a lesson and a room, the same ones for as long as
        they go on. Of races a process keeps on purpose what it knows, of some hundreds: those would look like memory
        that is not given back, so a process starts without them when races are replaced."""
        from lobby.models import Attempt, Invitation, MailAddress, PushAddress, Room
        from races.models import Content, Entry, Opening, Race, Review

        races, over = self.races(), self.over()
        room = Room.objects.filter(host="ada", members__visitor="bo").first() or self.room()
        codes = [*(race.code for race in races), over.code]
        for number in range(int(BATCH * REQUESTS)):
            if number % LOOK == 0:
                codes = [*codes[: len(races) + 1], *self.what_came_of_it()]
            self.request(codes, over.code, room.code)
        asyncio.run(self.messages(races, room.code, int(BATCH * (1 - REQUESTS))))
        self.part.accepted += Entry.objects.filter(seat__gte=0).exclude(race=over).count() - self.known
        if self.done % (10 * BATCH) == 0:
            self.verify()
        Room.objects.exclude(pk=room.pk).delete()
        Race.objects.exclude(pk__in=[race.pk for race in (*races, over)]).delete()
        for model in (Attempt, Review, Invitation, MailAddress, PushAddress, Opening):
            model.objects.all().delete()
        Content.objects.filter(races=None).delete()
        forget_races()
        self.known = Entry.objects.filter(seat__gte=0).exclude(race=over).count()

    def races(self) -> list[Any]:
        """A race of each game that goes on, and a lesson."""
        from engine.heat import views
        from races import scenes
        from races.heat.lessons import begin
        from races.heat.lessons.taught import LESSONS
        from races.models import Race
        from tests.load.grid import match_of
        from tests.races.factories import make_race

        found = list(Race.objects.filter(ended=None, host="ada").order_by("pk"))
        if len({race.game for race in found}) == GAMES and len(found) > GAMES:
            return found
        Race.objects.filter(ended=None).delete()
        scenes.forget()
        views._views.clear()
        self.known = 0
        self.ship()
        lesson = self.dice.choice([one for one in begin.on_offer() if one in LESSONS.values()])
        version = begin.track(lesson)
        assert version is not None, "the shipped circuits are loaded"
        return [
            make_race("ada", "bo", clock=0),
            *(match_of(game, ["ada", "bo"], 1) for game in ("lastcard", "henhur")),
            begin.begin(lesson, "ada", "Ada", version),
        ]

    def what_came_of_it(self) -> list[str]:
        """Read the files that wait, as the process of reviews does; the codes of races that opened, that were driven on
        or that are of a day."""
        from races import opened, openings
        from races.heat.daily import edition
        from races.models import Opening, Race

        while (file := openings.claim()) is not None:
            openings.finish(file, opened.read_in_time(bytes(file.data)))
        today, week = edition.now_on(timezone.now())
        self.keys = ["1", today.key, week.key, *Opening.objects.values_list("key", flat=True)[:5]]
        mine = Race.objects.filter(Q(opened=True) | Q(position__isnull=False) | Q(daily__isnull=False))
        return list(mine.order_by("-pk").values_list("code", flat=True)[:5])

    def over(self) -> Any:
        """A race that bots have driven to its flag, with its record."""
        from races.models import Race
        from races.views.after import exported
        from tests.races.heat.results.kit import finished_race

        race = Race.objects.filter(opened=False, listed=True).exclude(ended=None).first()
        if race is None:
            race = finished_race(listed=True)
        if not self.record:
            self.worst = [json.dumps(one).encode() for one in worst()]
            self.record = msgspec.json.decode(exported(race, tuple(race.seats.order_by("number"))))
        return race

    def request(self, codes: list[str], over: str, room: str) -> None:
        """One request of somebody to some address."""
        from django.core.files.uploadedfile import SimpleUploadedFile
        from django.test import RequestFactory

        from heatsite.visitors import COOKIE, sign
        from tests.heatsite import junk

        code = self.dice.choice((*codes, over, over))
        path = self.dice.choice(
            junk.paths(
                room, code, self.dice.choice(("heat", "lastcard", "henhur", "1")), key=self.dice.choice(self.keys)
            )
        )
        browser = RequestFactory()
        if visitor := self.dice.choice(("ada", "ada", "bo", "zed", "")):
            browser.cookies[COOKIE] = sign(visitor)
        if path.startswith("/admin/") and self.dice.random() < 0.5:
            browser.cookies.update(self.admin())
        method = self.dice.choice(("get", "get", "post", "post", "post", "post", "head", "put", "delete"))
        headers = {"HX-Request": "true"} if self.dice.random() < 0.4 else {}
        body: Any = junk.fields(self.dice, junk.NAMES, {**junk.LIKELY, "race": (over,)})
        if path == "/records/":
            spoilt = junk.spoilt(self.dice, self.record)
            file = self.dice.choice((spoilt, spoilt, spoilt, json.dumps(self.record).encode(), *self.worst[:1]))
            self.worst = self.worst[1:] + self.worst[:1]
            body["record"] = SimpleUploadedFile("record.json", file)
        if "browser/" in path and method == "post":
            text = json.dumps(junk.bent(self.dice, junk.SUBSCRIPTION), default=str)  # half a character, too
            request: Any = browser.post(path, text, "application/json", headers=headers)
        else:
            request = getattr(browser, method)(path, body, headers=headers)
        request._dont_enforce_csrf_checks = True
        status = self.answer(request)
        self.statuses[str(status)] += 1
        if status >= 500:
            self.part.wrong.append(f"{status} {method} {path}")
        self.reached.add(path.replace(code, "RACE").replace(room, "ROOM") if status < 400 else "")
        self.done += 1

    def admin(self) -> Any:
        """The cookies of an admin, made anew: what the admin's own forms do to users, they do to this one, too."""
        from django.contrib.auth.models import User
        from django.test import Client

        rights = {"is_staff": True, "is_superuser": True, "is_active": True}
        client = Client()
        client.force_login(User.objects.update_or_create(username="admin", defaults=rights)[0])
        return client.cookies

    def verify(self) -> None:
        from django.core.management import call_command

        try:
            with open(os.devnull, "w") as nowhere:  # noqa: PTH123, no file
                call_command("verify_races", verbosity=0, stdout=nowhere)
        except Exception as fault:  # noqa: BLE001, whatever it is that differs
            self.part.wrong.append(f"verify_races: {fault}")

    def answer(self, request: Any) -> int:
        """The status of the answer to a request. The test client of Django would keep two objects for each request that
        it sends, which would look like memory of the site that is not given back."""
        from django.core.signals import request_started

        request_started.send(sender=type(self.handler), environ=request.environ)
        response = self.handler.get_response(request)
        response.close()
        return int(response.status_code)

    def room(self) -> Any:
        from lobby import rooms

        room = rooms.open_room("ada", "Ada")
        rooms.join(room.code, "bo", "Bo")
        return room

    async def messages(self, races: list[Any], room: str, count: int) -> None:
        from heatsite.asgi import sockets
        from heatsite.visitors import COOKIE, sign
        from races.channel_layer import open_sockets, spawned
        from races.consumers.program import PROTOCOL
        from tests.communicator import Communicator
        from tests.heatsite import junk

        while count > 0:
            visitor = self.dice.choice(("ada", "bo", "zed"))
            cookie = f"{COOKIE}={sign(visitor)}".encode()
            headers = [(b"host", b"here"), (b"origin", b"http://here"), (b"cookie", cookie)]
            protocols, message = self.dice.choice(junk.messages(PROTOCOL))
            kind = "lobby" if self.dice.random() < 0.05 else "races"
            race = self.dice.choice(races)
            if protocols and message["type"] == "command" and self.dice.random() < 0.7:
                message = await sync_to_async(self.true_command)(race, visitor) or message
            path = f"/ws/{kind}/{room if kind == 'lobby' else race.code}/"
            line = Communicator(sockets, path, headers, protocols)
            try:
                await line.connect()
                for text in (json.dumps(message), *junk.texts(self.dice, min(ON_A_SOCKET, count) - 1, message)):
                    count -= 1
                    self.done += 1
                    await line.send_to(text_data=text)
                    if kind == "lobby":
                        continue  # it hears nothing
                    told = await line.receive_output()
                    self.answers[answer_of(told)] += 1
                    if told["type"] == "websocket.close":
                        break
                await line.disconnect()
            except Exception as fault:  # noqa: BLE001, whatever a socket died of
                self.part.wrong.append(f"{path} {protocols}: {type(fault).__name__} {fault}")
        for task in list(spawned):
            task.cancel()
        await asyncio.gather(*spawned, return_exceptions=True)
        if open_sockets:
            self.part.wrong.append(f"{len(open_sockets)} sockets stayed open")

    def true_command(self, race: Any, visitor: str) -> dict[str, Any] | None:
        """What a driver who is asked might say now: most of what is made of it is junk, and some of it is judged."""
        from races import scenes

        scene: Any = scenes.scene_of(race.pk)
        seat = scene.seat_of(visitor)
        if seat is None or seat not in scene.questions:
            return None
        choices = scene.game.legal(scene.state, seat)
        answer = {"type": "answer", "seat": seat, "question": scene.questions[seat], "id": str(self.dice.random())}
        command = {**answer, "choice": self.dice.choice(choices)}
        return {"type": "command", "command": msgspec.to_builtins(command)}


def forget_races() -> None:
    """Empty what a process keeps on purpose of some hundreds of races and contents. Each batch deletes its own, and
    opens new ones: up to the bounds of these caches they would look like growth."""
    from races import film, games
    from races.heat.results import figures

    for cached in (film._index, games.table_game_of, figures._story):
        cached.cache_clear()


def answer_of(told: dict[str, Any]) -> str:
    """What was answered, to be counted."""
    if told["type"] != "websocket.send":
        return f"{told['type']} {told.get('code', '')}"
    text = told["text"]
    if text.lstrip().startswith("<"):
        return "a page's frame"
    message = msgspec.json.decode(text)
    return f"{message['type']} {message.get('code', '')}".strip()


def run_part(seed: str, count: int) -> Part:
    """In this process."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heatsite.settings")
    with TemporaryDirectory(prefix="heatsite-fuzz-") as folder:
        os.environ["HEATSITE_DB"] = str(Path(folder) / "fuzz.sqlite3")
        os.environ["HEATSITE_LOG"] = "ERROR"
        django.setup()
        from django.conf import settings

        from heatsite import crowd
        from races import allowance

        settings.DRAW_TRACKS = False
        settings.ALLOWED_HOSTS = ["*"]
        settings.MAIL = True
        allowance.BURST = 10**9
        flow = crowd.Flow(10**12, 10**12)
        crowd.VISITOR = {"frames": flow, "bytes": flow}
        part = Part(seed, count, wrong=[])
        logging.getLogger().addHandler(Listening(part.wrong))
        logging.getLogger().handlers[0].setLevel(logging.CRITICAL)
        Fuzz(part).go()
        from django.db import connections

        connections.close_all()
    return part


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--sums", type=Path, default=Path("build/fuzz.jsonl"))
    parser.add_argument("--part", help="one part in this process, as JSON: its seed")
    given = parser.parse_args()
    if given.part:
        sys.stdout.buffer.write(msgspec.json.encode(run_part(given.part, given.count)) + b"\n")
        return 0
    given.sums.parent.mkdir(parents=True, exist_ok=True)
    done = read(given.sums)
    while sum(one.count for one in done) < given.count:
        words = ["--part", f"{given.seed}-{len(done)}", "--count", str(min(PART, given.count))]
        told = subprocess.run(
            [sys.executable, "-m", "tests.load.fuzz", *words], check=True, stdout=subprocess.PIPE, env=bare()
        )
        with given.sums.open("ab") as sums:
            sums.write(told.stdout)
        print(line(msgspec.json.decode(told.stdout, type=Part)), flush=True)
        done = read(given.sums)
    grown = [one.grown for one in done]
    wrong = sum(len(one.wrong) for one in done)
    print(f"{sum(one.count for one in done)} in {len(done)} parts: {wrong} wrong, memory +{max(grown)} MB at most")
    return 1 if wrong or max(grown) >= 1 else 0


def read(sums: Path) -> list[Part]:
    return [msgspec.json.decode(text, type=Part) for text in sums.read_bytes().splitlines()] if sums.exists() else []


def line(part: Part) -> str:
    told = f"{part.seed}: {part.count}, {part.seconds:.0f} s, memory {part.grown:+} MB for {MUCH}"
    asked = f"{sum(part.statuses.values())} requests {part.statuses}, {part.reached} addresses reached"
    asked += f", {part.accepted} commands accepted"
    return f"{told}, {asked}; wrong: {part.wrong[:5]}"


if __name__ == "__main__":
    sys.exit(main())

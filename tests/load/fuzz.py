"""Junk without end at every address and every socket of a site: none may lead to a 500, to an exception that nobody
handles, or to memory that is not given back.

python -m tests.load.fuzz [--count 1000000] [--seed 1] [--sums build/fuzz.jsonl]

The site runs in this process, on a database that is thrown away; nine of ten are messages on sockets of pages, programs
and rooms, one is a request. What is sent is made of what pages and programs say (`tests.heatsite.junk`). Each part of
200,000 is a line in the file of sums, with its seed; who starts it again goes on where it stood. Every part is a
process of its own. Its memory counts from 100,000 on: by then junk has found nearly all templates, texts and meters
that a process keeps.
"""

import argparse
import asyncio
import gc
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
from django.core.handlers.base import BaseHandler
from msgspec import Struct

PART = 200_000
WARM = 0.5
"""The share of a part after which its memory counts."""
MUCH = 100_000
"""The growth is told for so many."""
REQUESTS = 0.1
"""The share of requests."""
BATCH = 1000
"""Messages and requests after which what they led to is removed."""
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
        self.handler = BaseHandler()

    def go(self) -> None:
        from django.core.management import call_command

        self.handler.load_middleware()
        began, warm = time.monotonic(), 0.0
        call_command("migrate", verbosity=0)
        call_command("loaddata", "tracks", "legend_decks", verbosity=0)
        while self.done < self.part.count:
            self.batch()
            if not warm and self.done >= self.part.count * WARM:
                warm = memory()
        self.part.grown = round((memory() - warm) / ((1 - WARM) * self.part.count / MUCH), 2)
        self.part.statuses, self.part.answers = dict(self.statuses), dict(self.answers)
        self.part.seconds = round(time.monotonic() - began, 1)

    def batch(self) -> None:
        """Junk at a race of each game and a room, the same ones for as long as they go on. Of races a process keeps on
        purpose what it knows, of some hundreds: those would look like memory that is not given back."""
        from django.contrib.auth.models import User
        from django.core.management import call_command
        from django.test import Client, RequestFactory

        from heatsite.visitors import COOKIE, sign
        from lobby.models import Attempt, Room
        from races.models import Entry, Race
        from tests.heatsite import junk
        from tests.load.grid import match_of
        from tests.races.factories import make_race

        races = list(Race.objects.filter(ended=None, host="ada").order_by("pk")[:GAMES])
        if len({race.game for race in races}) < GAMES:
            Race.objects.all().delete()
            races = [make_race("ada", "bo", clock=0)]
            races += [match_of(game, ["ada", "bo"], 1) for game in ("lastcard", "henhur")]
        room = Room.objects.filter(host="ada", members__visitor="bo").first() or self.room()
        for _ in range(int(BATCH * REQUESTS)):
            path = self.dice.choice(junk.paths(room.code, self.dice.choice(races).code))
            browser = RequestFactory()
            if visitor := self.dice.choice(("ada", "bo", "zed", "")):
                browser.cookies[COOKIE] = sign(visitor)
            if path.startswith("/admin/") and self.dice.random() < 0.5:
                # anew: what the admin's own forms do to users, they do to this one, too
                admin = {"is_staff": True, "is_superuser": True, "is_active": True}
                client = Client()
                client.force_login(User.objects.update_or_create(username="admin", defaults=admin)[0])
                browser.cookies.update(client.cookies)
            method = self.dice.choice(("get", "post", "post", "post", "head", "put", "delete"))
            headers = {"HX-Request": "true"} if self.dice.random() < 0.5 else {}
            request = getattr(browser, method)(path, junk.fields(self.dice, junk.NAMES), headers=headers)
            request._dont_enforce_csrf_checks = True
            status = self.answer(request)
            self.statuses[str(status)] += 1
            if status >= 500:
                self.part.wrong.append(f"{status} {method} {path}")
            self.done += 1
        asyncio.run(self.messages([race.code for race in races], room.code, int(BATCH * (1 - REQUESTS))))
        self.part.accepted = max(self.part.accepted, Entry.objects.filter(seat__gte=0).count())
        if self.done % (10 * BATCH) == 0:
            try:
                call_command("verify_races", verbosity=0, stdout=open(os.devnull, "w"))  # noqa: PTH123, SIM115
            except Exception as fault:  # noqa: BLE001, whatever it is that differs
                self.part.wrong.append(f"verify_races: {fault}")
        Room.objects.exclude(pk=room.pk).delete()
        Race.objects.exclude(pk__in=[race.pk for race in races]).delete()
        Attempt.objects.all().delete()

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

    async def messages(self, races: list[str], room: str, count: int) -> None:
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
            path = f"/ws/{kind}/{room if kind == 'lobby' else self.dice.choice(races)}/"
            line = Communicator(sockets, path, headers, protocols)
            try:
                await line.connect()
                for text in junk.texts(self.dice, min(ON_A_SOCKET, count), message):
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
        told = subprocess.run([sys.executable, "-m", "tests.load.fuzz", *words], check=True, stdout=subprocess.PIPE)
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
    asked = f"{sum(part.statuses.values())} requests {part.statuses}, {part.accepted} commands accepted"
    return f"{told}, {asked}; wrong: {part.wrong[:5]}"


if __name__ == "__main__":
    sys.exit(main())

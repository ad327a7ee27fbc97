"""The one writer of races. Clicks, clocks, stand-ins, bots and repairs all come through `submit` as commands.

Afterwards a notice goes round that holds a number and nothing else; whoever hears it looks for themselves.
"""

import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from django.db import IntegrityError, transaction
from django.utils import timezone

from engine.kernel.commands import Answer, Question, StandIn, Withdraw, address
from engine.kernel.records import encode
from engine.kernel.refusals import Refusal, refusal
from races import clocks, operator_log, scenes
from races.games import AnyTableGame, table_game
from races.models import Entry, Race
from races.sockets import tell

TABLE = -1
"""Whose command it is that no seat gave."""
LONGEST_ID = 64

BOT = "bot:"
"""So begin the ids of what bots say, or stand-ins for them. They are heard only while a bot drives the seat."""
CLOCKS = ("clock", "away")
"""The reasons of stand-ins for whom a clock sends."""
KEPT = ("version", "revision", "state", "clocks", "due", "bots_asked", "presets", "ended", "touched")
"""What of a race's row a command may change."""
LONGEST_BURST = 12
"""So many commands at most are announced together."""

listeners: list[Callable[[int, int], None]] = []
"""Who else in this process hears that a race has moved on, and to which revision: the bots."""

SENTENCES = {
    "paused": "The race is paused; your choice can wait until it goes on.",
    "bad_id": "A command id is 1 to 64 letters, digits and the signs . _ -.",
}


@dataclass(frozen=True)
class Accepted:
    """A command that was carried out, and with which entry. A repeated one was carried out before."""

    seq: int
    repeated: bool = False


def is_command_id(value: object) -> bool:
    """Whether somebody outside may name a command so. Ids with a colon are the site's own, made from a question."""
    return (
        isinstance(value, str)
        and 0 < len(value) <= LONGEST_ID
        and all(sign.isascii() and (sign.isalnum() or sign in "._-") for sign in value)
    )


def submit(race: int, command: Any, now: datetime | None = None) -> Accepted | Refusal:
    """Carry a command out and tell the others. For views, commands and admin; sockets use `submit_async`."""
    answer, revision = store(race, command, now)
    if revision is not None:
        async_to_sync(announce)(race, revision)
    return answer


async def submit_async(race: int, command: Any) -> Accepted | Refusal:
    """The same for sockets. Commands that come at the same moment are announced once, by the last of them: often all
    drivers are asked at once, and what the first of six answers led to need not be shown six times."""
    burst = _bursts.setdefault(race, Burst())
    burst.commands += 1
    try:
        answer: Accepted | Refusal
        answer, revision = await database_sync_to_async(store)(race, command)
        burst.revision = max(revision or 0, burst.revision)
        return answer
    finally:
        burst.commands -= 1
        burst.done += 1
        if not burst.commands:
            del _bursts[race]
        if burst.revision and (not burst.commands or burst.done >= LONGEST_BURST):
            revision, burst.revision, burst.done = burst.revision, 0, 0
            await announce(race, revision)


@dataclass
class Burst:
    """The commands to one race that are under way at this moment, those that are done, and the newest revision that
    they have led to and nobody has been told."""

    commands: int = 0
    done: int = 0
    revision: int = 0


_bursts: dict[int, Burst] = {}


def store(race: int, command: Any, now: datetime | None = None) -> tuple[Accepted | Refusal, int | None]:
    """One transaction: lock, decide, append, keep. The number is the revision to announce, if anything changed."""
    began = time.monotonic()
    command = command if command.id else msgspec.structs.replace(command, id=uuid.uuid4().hex)
    writing: Writing | None
    try:
        with transaction.atomic():
            writing = Writing(Race.objects.select_for_update().get(pk=race), now or timezone.now())
            refused = writing.carry_out(command)
            if refused is None:
                withdrawn = command.seat if isinstance(command, Withdraw) else None
                if withdrawn is not None:
                    writing.drop_presets_of(withdrawn)
                writing.answer_by_preset()
                writing.keep(withdrawn)
    except IntegrityError:  # the same command, at the same moment, through another process
        writing, refused = None, refusal("stale")
    if writing is None or refused is not None:
        return _first_answer(race, command) or refused or refusal("stale"), None
    if (scene := scenes.after(writing.race, writing.state, writing.entries)) is not None:
        scenes.keep(scene)
    operator_log.carried_out(writing.race, seat_of(command), command, time.monotonic() - began)
    if writing.race.ended == writing.now:
        operator_log.ended(writing.race)
    return Accepted(writing.entries[0].seq), writing.race.revision


def _first_answer(race: int, command: Any) -> Accepted | None:
    """A repeat gets the answer that the first one got."""
    seq = (
        Entry.objects.filter(race=race, seat=seat_of(command), command_id=command.id)
        .values_list("seq", flat=True)
        .first()
    )
    return None if seq is None else Accepted(seq, repeated=True)


def seat_of(command: Any) -> int:
    """Whose command it is: a stand-in's, a retirement's and an end are the table's."""
    return command.seat if isinstance(command, Answer | Withdraw) else TABLE


class Writing:
    """A race under its lock, while commands are carried out."""

    def __init__(self, race: Race, now: datetime) -> None:
        self.race = race
        self.now = now
        self.bound: AnyTableGame = table_game(race.content_id)
        self.state = self.bound.game.decode(race.state)
        self.entries: list[Entry] = []

    def carry_out(self, command: Any) -> Refusal | None:
        if self.race.paused and seat_of(command) != TABLE:
            return Refusal("paused", SENTENCES["paused"], seat_of(command))
        if command.id.startswith(BOT) and command.question.seat not in self.race.bots:
            return refusal("stale")  # its driver took the wheel while the bot was thinking
        if isinstance(command, StandIn) and not self.is_wanted(command):
            return refusal("stale")
        step = self.bound.game.decide(self.state, command)
        if isinstance(step, Refusal):
            return step
        self.race.version += 1
        self.entries.append(
            Entry(
                race=self.race,
                seq=self.race.version,
                seat=seat_of(command),
                command_id=command.id,
                command=encode(command).decode(),
                events=encode(step.events).decode(),
                told=encode(self.bound.lines(self.state, step.events)).decode(),
                accepted=self.now,
            )
        )
        self.state = step.state
        return None

    def is_wanted(self, command: StandIn) -> bool:
        """Whether a stand-in has still to answer: while it was sent for, a driver may have come back, or all paused."""
        seat = command.question.seat
        if command.reason == "bot":
            return not self.race.paused
        if command.reason in CLOCKS and seat in self.race.clocks:
            over = None if self.race.paused else clocks.over_at(self.race, seat)
            return over is not None and over <= clocks.milliseconds(self.now)
        return True

    def drop_presets_of(self, seat: int) -> None:
        """Whoever takes back what a preset has answered wants to choose, and not be answered for at once again."""
        question = self.bound.game.question(self.state, seat)
        for preset in self.race.presets.get(seat, [])[:]:
            if self.bound.preset_answer(self.state, question, [preset]) is not None:
                self.race.presets[seat].remove(preset)

    def answer_by_preset(self) -> None:
        """Drivers who said in advance what they would answer are not kept waiting for their own click."""
        asked = True
        while asked:
            asked = False
            for question in self.bound.game.awaiting(self.state):
                chosen = self.race.presets.get(question.seat)
                if chosen and (choice := self.bound.preset_answer(self.state, question, chosen)) is not None:
                    asked = self.carry_out(address(question, choice, f"preset:{question}")) is None
                    if asked:
                        break

    def keep(self, withdrawn: int | None) -> None:
        """Write everything down: the entries, the state, and whose clocks run from now on."""
        race, now = self.race, clocks.milliseconds(self.now)
        race.state = self.bound.game.encode(self.state).decode()
        clocks.ask(race, self.bound.game.awaiting(self.state), self.bound, now, withdrawn)
        if self.bound.is_over(self.state) and race.ended is None:
            race.ended = self.now
        race.revision += 1
        Entry.objects.bulk_create(self.entries)
        race.save(update_fields=KEPT)


def change(race: int, edit: Callable[[Race], None]) -> Race:
    """Change what stands around a race (who is there, who drives, pauses), never its state, and tell the others."""
    with transaction.atomic():
        row = Race.objects.select_for_update().get(pk=race)
        edit(row)
        row.revision += 1
        row.save()
    async_to_sync(announce)(race, row.revision)
    return row


def set_presets(race: int, seat: int, chosen: list[str]) -> None:
    """Keep the answers that a driver gives in advance. Nobody is told, and no revision tells that any were given."""
    with transaction.atomic():
        row = Race.objects.select_for_update().get(pk=race)
        row.presets.pop(seat, None)
        if chosen:
            row.presets[seat] = chosen
        row.save(update_fields=["presets"])


def pause(race: int, now: datetime | None = None) -> None:
    """No clock runs and no answer is taken until somebody resumes."""
    moment = clocks.milliseconds(now or timezone.now())

    was_paused = False

    def edit(row: Race) -> None:
        nonlocal was_paused
        was_paused = row.paused
        if not row.paused:
            row.paused = True
            clocks.stand(row, moment)

    row = change(race, edit)
    if not was_paused:
        operator_log.paused(row)


def resume(race: int, now: datetime | None = None) -> None:
    moment = clocks.milliseconds(now or timezone.now())

    was_paused = False

    def edit(row: Race) -> None:
        nonlocal was_paused
        was_paused = row.paused
        if row.paused:
            row.paused = False
            clocks.run(row, moment)

    row = change(race, edit)
    if was_paused:
        operator_log.resumed(row)


def hand_over(race: int, seat: int, bot: str, now: datetime | None = None) -> None:
    """Let a bot drive a seat; without one, its driver takes the wheel again."""
    moment = clocks.milliseconds(now or timezone.now())

    before = ""

    def edit(row: Race) -> None:
        nonlocal before
        before = row.bots.pop(seat, "")
        if bot:
            row.bots[seat] = bot
        bound = table_game(row.content_id)
        clocks.ask(row, bound.game.awaiting(bound.game.decode(row.state)), bound, moment)

    row = change(race, edit)
    if bot != before:
        operator_log.seat_changed_hands(row, seat, bot)


def stand_in(question: Question, reason: str) -> StandIn:
    """The stand-in's command. Its id comes from the question, so it is given once."""
    return StandIn(question, reason, f"{reason}:{question}")


def group(race: int) -> str:
    return f"race.{race}"


async def announce(race: int, revision: int) -> None:
    """Tell everybody who looks at the race that it has moved on. Delivery is at most once, so it is only a number."""
    for listener in listeners:
        listener(race, revision)
    await tell(group(race), {"type": "race.moved", "revision": revision})

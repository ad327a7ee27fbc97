"""The one writer of races. Every change of a game's state is a command to `carry_out`.

`carry_out` has two entrances, which also announce the new revision: `submit_async` for the messages of sockets and for
bots, `submit` for forms sent without a script, the sweeper's stand-ins, management commands and the admin. A command
is judged and stored in one transaction under the race's lock; the notice after it holds the revision and nothing else.
docs/RACES.md describes the mechanism.
"""

import time
import uuid
from dataclasses import dataclass
from datetime import datetime

import msgspec
from asgiref.sync import async_to_sync
from channels.db import database_sync_to_async
from django.db import IntegrityError
from django.utils import timezone

from engine.kernel.bounds import WORD
from engine.kernel.chance import TABLE
from engine.kernel.commands import Answer, Command, Question, Retire, StandIn, Withdraw
from engine.kernel.records import encode
from engine.kernel.refusals import Refusal, refusal
from races import automatic, clocks, operator_log, places, scenes, veil, waiting
from races.bursts import part_of_burst
from races.games import AnyTableGame, table_game_of
from races.locking import locked
from races.models import Entry, Race
from races.notices import announce
from races.race_log import EntryEvents
from races.statements import statements

LONGEST_ID = WORD.most

BOT = "bot:"
"""The ids of commands of bots, and of stand-ins for bots, begin so. They are accepted only while a bot drives the
seat."""
CLOCKS = ("clock", "away")
"""The reasons of stand-ins that the sweeper sends because a time is over."""

SENTENCES = {
    "paused": "The race is paused; your choice can wait until it goes on.",
    "id_used": "This id belongs to another command that was carried out; give each command an id of its own.",
    "no_retiring": "In this game a player retires by a choice of its own, when the game offers it.",
    "bad_id": "A command id is 1 to 64 letters, digits and the signs . _ -.",
}


@dataclass(frozen=True)
class Accepted:
    """A command was stored as the entry of this number; a repeated one was stored before."""

    seq: int
    repeated: bool = False
    hidden: bool = False
    """Whether others may not know yet that it was stored, nor how many were (`races.veil`)."""


def is_command_id(value: object) -> bool:
    """Whether a page or a program may give a command this id. Ids with a colon are the site's own."""
    return (
        isinstance(value, str)
        and 0 < len(value) <= LONGEST_ID
        and all(sign.isascii() and (sign.isalnum() or sign in "._-") for sign in value)
    )


def seat_of(command: Command[object]) -> int:
    """The seat that gave a command: a stand-in's, a retirement's and an end are the table's."""
    return command.seat if isinstance(command, Answer | Withdraw) else TABLE


def stand_in(question: Question, reason: str) -> StandIn:
    """The stand-in's command. Its id comes from the question, so the same question is answered once only."""
    return StandIn(question, reason, f"{reason}:{question}")


def retirement(table_game: AnyTableGame, seat: int) -> Retire | Refusal:
    """The command by which a player leaves the game for good. Its id is made from the seat: it counts as the table's,
    and so the ids that players choose could meet."""
    if not table_game.may_retire:
        return Refusal("no_retiring", SENTENCES["no_retiring"], seat)
    return Retire(seat, f"retire:{seat}")


def submit(
    race_id: int, command: Command[object], now: datetime | None = None, then: object | None = None
) -> Accepted | Refusal:
    """Carry a command out and announce the new revision. For views, management commands and the admin. `then` is an
    answer to the question after this one, which is held."""
    reply, revision = carry_out(race_id, command, now, then)
    if revision is not None:
        async_to_sync(announce)(race_id, revision)
    return reply


async def submit_async(race_id: int, command: Command[object], then: object | None = None) -> Accepted | Refusal:
    """The same for sockets and bots; commands that come at the same moment are announced once."""
    async with part_of_burst(race_id) as burst:
        reply: Accepted | Refusal
        reply, revision = await database_sync_to_async(carry_out)(race_id, command, None, then)
        burst.revision = max(revision or 0, burst.revision)
        return reply


def carry_out(
    race_id: int, command: Command[object], now: datetime | None = None, then: object | None = None
) -> tuple[Accepted | Refusal, int | None]:
    """Judge and store a command in one transaction. The number is the revision to announce, if anything changed."""
    began = time.monotonic()
    command = command if command.id else msgspec.structs.replace(command, id=uuid.uuid4().hex)
    try:
        with locked(race_id) as row:
            writing = Writing(row, now or timezone.now())
            refused = writing.why_not_ahead(command, then) or writing.judge(command)
            if refused is None:
                writing.follow_up(command, then)
                writing.write()
    except IntegrityError:  # the command fits the state, but its seat has an entry of this id
        return first_reply(race_id, command) or refusal("stale"), None
    if refused is not None:
        return first_reply(race_id, command) or refused, None
    scenes.advance(row, writing.state, writing.happened)
    operator_log.carried_out(row, seat_of(command), command, time.monotonic() - began)
    if row.ended == writing.now:  # ended by this very command
        operator_log.ended(row)
    seq = writing.happened[0].seq
    return Accepted(seq, hidden=bool(row.veil) and seq > row.veil["version"]), row.revision


def first_reply(race_id: int, command: Command[object]) -> Accepted | Refusal | None:
    """The reply to an id that its seat has used before: that of the first time if the command is the same, else a
    refusal, because this command was not carried out. None if the id is new."""
    entries = Entry.objects.filter(race=race_id, seat=seat_of(command), command_id=command.id)
    first = entries.values_list("seq", "command").first()
    if first is None:
        return None
    seq, stored = first
    if stored != encode(command).decode():
        return Refusal("id_used", SENTENCES["id_used"], seat_of(command))
    veiled = Race.objects.values_list("veil", flat=True).get(pk=race_id)
    return Accepted(seq, repeated=True, hidden=bool(veiled) and seq > veiled["version"])


class Writing:
    """A race under its lock while a command is carried out, and what follows from it."""

    def __init__(self, race: Race, now: datetime) -> None:
        self.race = race
        self.now = now
        self.table_game: AnyTableGame = table_game_of(race.content_id)
        self.state = scenes.state_of(race)
        self.phase = veil.phase_of(self.table_game.game.awaiting(self.state))
        self.entries: list[Entry] = []
        self.happened: list[EntryEvents] = []

    def judge(self, command: Command[object]) -> Refusal | None:
        """Let the game judge one command, and note its entry for `write`. A refused command changes nothing."""
        if self.race.paused and seat_of(command) != TABLE:
            return Refusal("paused", SENTENCES["paused"], seat_of(command))
        if isinstance(command, Answer | StandIn) and self._comes_from_no_bot(command):
            return refusal("stale")  # the driver has taken the seat back while the bot was thinking
        if isinstance(command, StandIn) and not self._is_wanted(command):
            return refusal("stale")
        if automatic.is_automatic(command) and not self._is_due(command):
            return refusal("stale")
        step = self.table_game.game.decide(self.state, command)
        if isinstance(step, Refusal):
            return step
        self.race.version += 1
        self.happened.append(EntryEvents(self.race.version, self.state, step.events, step.state))
        self.entries.append(
            Entry(
                race=self.race,
                seq=self.race.version,
                seat=seat_of(command),
                command_id=command.id,
                command=encode(command).decode(),
                events=encode(step.events).decode(),
                accepted=self.now,
            )
        )
        self.state = step.state
        return None

    def _comes_from_no_bot(self, command: Answer[object] | StandIn) -> bool:
        """Whether a command says that it is a bot's while no bot drives its seat."""
        return command.id.startswith(BOT) and command.question.seat not in self.race.bots

    def _is_wanted(self, command: StandIn) -> bool:
        """Whether a stand-in has still to answer. It was sent for without the lock: since then the driver may have
        come back, or the race may have been paused."""
        seat = command.question.seat
        if command.reason == "bot":
            return not self.race.paused
        if command.reason in CLOCKS and seat in self.race.clocks:
            over = None if self.race.paused else clocks.over_at(self.race, seat)
            return over is not None and over <= clocks.milliseconds(self.now)
        return True

    def _is_due(self, command: Command[object]) -> bool:
        """Whether an answer that the site gives for a player is still wanted. It was made without the lock: since then
        the player may have touched the form, or answered."""
        now = clocks.milliseconds(self.now)
        return command in list(automatic.due(self.race, self.table_game, self.state, now))

    def why_not_ahead(self, command: Command[object], then: object | None) -> Refusal | None:
        """Why what is given ahead with a command cannot be held."""
        if then is None:
            return None
        if not isinstance(command, Answer):
            return refusal("malformed", reason="only with an answer another one is given ahead")
        return self.table_game.ahead_refused(self.state, command.question, command.choice, then)

    def follow_up(self, command: Command[object], then: object | None = None) -> None:
        """What a carried-out command leads to: clocks of the next questions, answers for players, the veil, the end."""
        now = clocks.milliseconds(self.now)
        automatic.hold(self.race, self.table_game, self.state, command, then)
        self._ask(command)
        while (answer := next(automatic.due(self.race, self.table_game, self.state, now), None)) is not None:
            if self.judge(answer) is not None:
                automatic.disarm(self.race, answer.seat, now)
                continue
            automatic.hold(self.race, self.table_game, self.state, answer, None)
            self._ask(answer)
        silent = bool(self.race.veil) and not any(
            self.table_game.lines(one.before, one.events) for one in self.happened
        )
        veil.follow(self.race, self.table_game, self.state, self.phase, now, silent=silent)
        clocks.set_due(self.race, now)
        if not self.table_game.game.awaiting(self.state) and self.race.ended is None:
            self.race.ended = self.now
        if isinstance(command, Retire):
            waiting.look(self.race, self.table_game, self.state, now)

    def _ask(self, command: Command[object]) -> None:
        """Give the open questions their clocks, after a command."""
        now = clocks.milliseconds(self.now)
        withdrawn = command.seat if isinstance(command, Withdraw) else None
        clocks.ask(self.race, self.table_game.game.awaiting(self.state), self.table_game, now, withdrawn)
        chained = (
            isinstance(command, Answer)
            and command.id.startswith(automatic.PRESET)
            and automatic.is_open(self.race, self.table_game, self.happened[-1].before, command.question)
        )
        automatic.arm(self.race, self.table_game, self.state, now, chained=chained)

    def write(self) -> None:
        """Insert the entries, and give the row the new state and revision; `locked` writes the row's columns."""
        self.race.state = self.table_game.game.encode(self.state).decode()
        self.race.revision += 1
        statements().insert(self.entries)
        if self.race.ended == self.now:  # ended by this very command
            places.keep(self.race, self.table_game, self.state)

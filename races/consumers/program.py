"""The socket of a program: JSON under a sub-protocol. docs/PROTOCOL.md tells programs what is said here."""

from functools import lru_cache
from typing import Any, Self, assert_never
from weakref import WeakKeyDictionary

import msgspec
from channels.db import database_sync_to_async
from django.urls import reverse
from django.utils import timezone
from msgspec import Raw, Struct

import engine
from engine.kernel.bounds import Word
from engine.kernel.commands import Answer, Question, Retire, Withdraw
from engine.kernel.records import encode
from engine.kernel.refusals import Refusal, refusal
from races import clocks, event_feed, live, meters, series, tokens
from races.channel_layer import open_sockets, spawn
from races.consumers import messages as m
from races.consumers.socket import RaceSocket
from races.models import Content, Race
from races.scenes import AnyScene

PROTOCOL = "heatsite.race.v1"

BAD_TOKEN = 4401
"""The closing code where a token is unknown, taken back, or another race's."""

NO_PROGRAMS = 4405
"""The closing code of a race in which only people may play. Programs may not watch it either."""

AT_ONCE = 64
"""Choices in one message. Nearly every question has fewer; a few have thousands."""

SENTENCES = {
    "no_seat": "You are a spectator here; only drivers can do that.",
    "not_yours": "You can answer for your own seat, take your own answers back, and leave; nothing else.",
    "bad_id": "A command needs an id: 1 to 64 letters, digits and the signs . _ -.",
}


class RaceProgram(RaceSocket):
    """Speaks JSON. A token tells which seat it drives. Without a token the seat is the one of the visitor's cookie,
    which only a connection with an Origin of this site may use (`heatsite.visitors`); else it is a spectator."""

    token: str | None = None
    token_seat: int | None = None

    async def enter(self) -> None:
        code = self.scope["url_route"]["kwargs"]["code"]
        if await database_sync_to_async(is_for_people_only)(code):
            meters.refused("no_programs")
            await self.turn_away(NO_PROGRAMS)
            return
        self.token = tokens.offered(self.scope["subprotocols"])
        if self.token is not None:
            # Join the group before the token is checked: a token revoked in between closes this connection, too.
            await self.join(tokens.group(tokens.hash_of(self.token)))
            self.token_seat = await database_sync_to_async(tokens.seat_of)(self.token, code)
            if self.token_seat is None:
                await self.turn_away(BAD_TOKEN)
                return
        await super().enter()

    def chosen_protocol(self) -> str:
        return PROTOCOL

    async def find_seat(self, scene: AnyScene) -> int | None:
        return await super().find_seat(scene) if self.token is None else self.token_seat

    async def token_revoked(self, message: dict[str, Any]) -> None:
        self.seat = None  # a message that is being handled must not move the car any more
        await self.close(BAD_TOKEN)

    @classmethod
    async def catch_up(cls, sockets: list[Self]) -> None:
        """Also close connections whose token is not valid any more: the layer may have lost that notice as well."""
        await super().catch_up(sockets)
        used = {socket.token for socket in sockets if socket.token is not None}
        invalid = await database_sync_to_async(tokens.invalid_of)(used) if used else set()
        for socket in sockets:
            if socket.token in invalid and socket in open_sockets:
                spawn(socket.deliver({"type": "token.revoked"}))

    # What is shown

    async def begin(self, scene: AnyScene) -> None:
        self.scene = scene
        self.told_over = self.updated = False
        content = await database_sync_to_async(content_of)(scene.race.content_id)
        await self.send_message(hello(scene, self.seat, content))
        await self.go_on(scene)

    async def go_on(self, scene: AnyScene) -> None:
        known, self.scene = self.scene, scene
        if self.updated and is_same(known, scene, self.seat):
            return  # another seat has answered in secret: even that there is an update would tell when
        self.updated = True
        await self.send_message(update(scene, self.seat))
        if scene.is_over and not self.told_over:
            self.told_over = True
            code = [scene.race.code]
            await self.send_message(m.Over(reverse("races:record", args=code), reverse("races:results", args=code)))

    async def send_message(self, message: m.ToProgram) -> None:
        await self.send(text_data=msgspec.json.encode(message).decode())

    async def refuse(self, why: Refusal, command_id: str = "") -> None:
        meters.refused(why.code)
        await self.send_message(m.Refused(command_id, why.code, why.sentence, why.params))

    # What is said

    async def handle_text(self, text: str) -> None:
        message = m.read(text)
        if isinstance(message, Refusal):
            await self.refuse(message)
        elif isinstance(message, m.EventsAfter):
            await self.send_events(message.after)
        elif self.seat is None:  # messages that spectators may send stand above this branch, the drivers' below it
            command_id = id_of(message.command) if isinstance(message, m.Command) else ""
            await self.refuse(own_refusal("no_seat"), command_id)
        elif isinstance(message, m.Command):
            await self.give_command(message.command, self.seat)
        elif isinstance(message, m.Explain | m.MoreChoices):
            await self.answer_query(message, self.seat)
        else:
            assert_never(message)

    async def give_command(self, data: Raw, seat: int) -> None:
        """A command: only for the own seat, and only what its driver could click."""
        command = self.scene.table_game.read(bytes(data))
        if isinstance(command, Refusal):
            await self.refuse(command, id_of(data))
            return
        command_id = command.id if live.is_command_id(command.id) else ""
        answer: live.Accepted | Refusal
        if not isinstance(command, Answer | Withdraw | Retire) or command.seat != seat:
            answer = own_refusal("not_yours")
        elif not command_id:
            answer = own_refusal("bad_id")
        elif isinstance(command, Retire):
            meant = live.retirement(self.scene.table_game, seat)
            answer = meant if isinstance(meant, Refusal) else await live.submit_async(self.watched, meant)
        else:
            answer = await live.submit_async(self.watched, command)
        if isinstance(answer, Refusal):
            await self.refuse(answer, command_id)
        else:
            await self.send_message(m.Accepted(command_id, 0 if answer.hidden else answer.seq, answer.repeated))

    async def answer_query(self, message: m.Explain | m.MoreChoices, seat: int) -> None:
        """More about the open question: its further choices, or what one of them leads to."""
        scene = self.scene
        question = question_of(scene, seat)
        if question is None:
            await self.refuse(refusal("not_asked", seat))
        elif isinstance(message, m.MoreChoices):
            await self.send_message(m.Choices(question, choice_page(scene, seat, message.start)))
        elif isinstance(message, m.Explain):
            command = scene.table_game.read(encode(Answer(seat, question, message.choice)))
            if isinstance(command, Refusal):
                await self.refuse(command)
            else:
                assert isinstance(command, Answer), "what is written as an answer is read as one"
                await self.send_message(
                    m.Explanation(question, scene.table_game.game.explain(scene.view(seat), command.choice))
                )
        else:
            assert_never(message)

    async def send_events(self, after: int) -> None:
        told = await database_sync_to_async(event_feed.since)(self.scene, after, self.seat)
        await self.send_message(m.Events(self.scene.shown.version, tuple(m.SeenEntry(*entry) for entry in told)))


def is_for_people_only(code: str) -> bool:
    """Return whether programs are refused in the race of this code."""
    race = Race.objects.only("game").filter(code=code).first()
    return race is not None and series.people_only(race)


class Shown(Struct, frozen=True):
    """What is the same for every connection of one viewer as long as nothing changes; encoded once."""

    view: Raw
    question: Question | None
    choices: Raw
    may_withdraw: bool


_shown: WeakKeyDictionary[AnyScene, dict[int | None, Shown]] = WeakKeyDictionary()


def shown(scene: AnyScene, seat: int | None) -> Shown:
    by_seat = _shown.setdefault(scene, {})
    if seat not in by_seat:
        question = question_of(scene, seat)
        page = choice_page(scene, seat, 0) if seat is not None and question is not None else None
        by_seat[seat] = Shown(
            Raw(encode(scene.view(seat))),
            question,
            Raw(encode(page)),
            seat is not None and question is None and len(scene.legal(seat)) > 0,
        )
    return by_seat[seat]


def question_of(scene: AnyScene, seat: int | None) -> Question | None:
    """The open question of a seat."""
    return None if seat is None else scene.questions.get(seat)


def choice_page(scene: AnyScene, seat: int, start: int) -> m.ChoicePage:
    """Some of the choices of a seat, without writing the others out."""
    choices = scene.legal(seat)
    some = range(start, min(start + AT_ONCE, len(choices)))
    return m.ChoicePage(len(choices), start, tuple(choices[place] for place in some))


def hello(scene: AnyScene, seat: int | None, content: Raw) -> m.Hello:
    race = scene.race
    return m.Hello(
        game=scene.table_game.game.name,
        engine=engine.__version__,
        race=m.RaceTerms(race.code, race.laps, race.rules, race.clock, race.grace, race.absence),
        seat=seat,
        seats=tuple(m.SeatInfo(row.number, row.kind, row.name, row.colour, row.car_number) for row in scene.seats),
        digest=race.content_id,
        content=content,
    )


def is_same(known: AnyScene, scene: AnyScene, seat: int | None) -> bool:
    """Whether a viewer sees no difference between two scenes: what is new is the secret answer of another seat."""
    before, now = shown(known, seat), shown(scene, seat)
    return (known.shown.revision, before.question, before.may_withdraw) == (
        scene.shown.revision,
        now.question,
        now.may_withdraw,
    )


def update(scene: AnyScene, seat: int | None) -> m.Update:
    """Clocks are the only part that is not the same a moment later."""
    race = scene.shown.race
    mine = shown(scene, seat)
    now = clocks.milliseconds(timezone.now())
    return m.Update(
        revision=race.revision,
        version=race.version,
        paused=race.paused,
        away=tuple(sorted(scene.away)),
        bots=tuple(sorted(race.bots)),
        clocks=tuple(
            m.QuestionClock(
                number,
                clock["question"],
                clock["left"] if clock["due"] is None else max(0, clock["due"] - now),
                clock["due"] is not None,
                None if (over := clocks.over_at(race, number)) is None else max(0, over - now),
            )
            for number, clock in race.clocks.items()
        ),
        view=mine.view,
        question=mine.question,
        choices=mine.choices,
        may_withdraw=mine.may_withdraw,
    )


@lru_cache(maxsize=32)
def content_of(digest: str) -> Raw:
    """What a race is driven on; it never changes."""
    return Raw(Content.objects.values_list("data", flat=True).get(digest=digest).encode())


class _Identified(Struct):
    """A command as far as its id goes."""

    id: Word = ""


_IDS: "msgspec.json.Decoder[_Identified]" = msgspec.json.Decoder(_Identified)


def id_of(command: Raw) -> str:
    """The id of a command that may be broken otherwise, so that its sender knows which one was refused."""
    try:
        found = _IDS.decode(command).id
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""
    return found if live.is_command_id(found) else ""


def own_refusal(code: str) -> Refusal:
    return Refusal(code, SENTENCES[code])

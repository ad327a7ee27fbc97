"""The wire test of the games beside Heat: all that players and spectators are sent in a match follows from what each of
them may know.

Pages and programs listen at their sockets. At each revision the match is dealt anew with all that a viewer cannot know
(hands, piles, bids, tokens that were laid in secret, the seed), and what is made of that match must be what the
viewer was sent, to the byte; anything else told them something.
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from msgspec.structs import replace

from engine.henhur.bots import BOTS as HENS
from engine.kernel.chance import Seed, derive
from engine.kernel.commands import command_for
from engine.kernel.records import encode
from engine.lastcard.bots import BOTS as CARDS
from heatsite.visitors import COOKIE, sign
from races import live, scenes, tokens
from races.consumers import program
from races.consumers.program import PROTOCOL
from races.lastcard import board
from races.models import Race, Seat
from races.page_state import PageState
from races.pages import pages_of
from races.race_log import entries_with_states, whole_log
from races.scenes import NEWEST, AnyScene, Scene
from tests.communicator import Communicator
from tests.races.henhur.kit import match
from tests.races.lastcard.kit import dealt
from tests.races.programs import HOST, application

pytestmark = pytest.mark.django_db(transaction=True)

DICE = Seed("d1ce" * 16)
PUBLISHED = {"target": 0, "draw_four": "challenge", "calls": "by_hand"}
QUIET = 0.003
"""Seconds without a message after which a line has said all of a revision."""


@dataclass(frozen=True)
class Played:
    """A match: how it is dealt, who plays, and after how many answers enough is seen."""

    deal: Callable[[], Race]
    bot: Callable[[Any], Any]
    answers: int


MATCHES = {
    "lastcard": Played(lambda: dealt(3, setup=PUBLISHED, clock=0), CARDS["random"], 90),
    "henhur": Played(lambda: match(clock=0), HENS["good"], 60),
}


@dataclass
class Heard:
    """One connection, whose it is, and all that it was sent, by revision."""

    line: Communicator
    seat: int | None
    is_page: bool
    said: dict[int, list[str]]


async def listening(race: Race, seat: int | None, *, is_page: bool) -> Heard:
    headers = [(b"host", HOST.encode())]
    protocols: list[str] = []
    visitor = "zed" if seat is None else ("ada", "bo", "cy")[seat]
    if is_page:
        headers += [(b"origin", f"http://{HOST}".encode()), (b"cookie", f"{COOKIE}={sign(visitor)}".encode())]
    else:
        token = [] if seat is None else [f"token.{await sync_to_async(token_of)(race, seat)}"]
        protocols = [PROTOCOL, *token]
    line = Communicator(application, f"/ws/races/{race.code}/", headers, protocols)
    connected, _ = await line.connect()
    assert connected
    return Heard(line, seat, is_page, {})


def token_of(race: Race, seat: int) -> str:
    return tokens.make(Seat.objects.get(race=race, number=seat))


async def recorded(played: Played) -> tuple[list[Race], list[Heard]]:
    """A match with everything that each viewer was sent: its row at each revision, and the lines."""
    scenes.forget()
    race = await sync_to_async(played.deal)()
    viewers: list[tuple[int | None, bool]] = [(0, True), (1, False), (2, True), (None, True), (None, False)]
    lines = [await listening(race, seat, is_page=is_page) for seat, is_page in viewers]
    rows: list[Race] = []
    scene: Any = await sync_to_async(scenes.scene_of)(race.pk)
    bot = played.bot(scene.game)
    dice = Random(race.game)
    for count in range(played.answers):
        rows.append(scene.race)
        for line in lines:
            while not await line.line.receive_nothing(QUIET):
                line.said.setdefault(scene.revision, []).append(await line.line.receive_from())
        if scene.is_over:
            break
        question = dice.choice(list(scene.questions.values()))
        seat = question.seat
        choice = bot.choose(scene.view(seat), scene.legal(seat), derive(DICE, str(question)))
        done = await live.submit_async(race.pk, command_for(question, choice, f"c{count}"))
        assert isinstance(done, live.Accepted), done
        scene = await sync_to_async(scenes.scene_of)(race.pk)
    for line in lines:
        await line.line.disconnect()
    return rows, lines


class Imagined:
    """The match as a viewer may imagine it, revision by revision. Its log is the true one; that it tells no more than
    everybody may know is a test of its own."""

    def __init__(self, rows: list[Race], seat: int | None) -> None:
        self.seat = seat
        self.seats = tuple(Seat.objects.filter(race=rows[0]).order_by("number"))
        self.entries = list(entries_with_states(rows[-1]))
        self.log = whole_log(rows[-1])
        self.scenes = {row.revision: self._scene(row) for row in rows}

    def _scene(self, row: Race) -> AnyScene:
        log = self.log[max(0, row.version + 1 - NEWEST) : row.version + 1]
        truth: Any = Scene(row, self.seats, self.entries[row.version].state, log)
        chance = derive(DICE, f"{self.seat} {row.revision}")
        stripped = copy(row)
        stripped.seed, stripped.state = DICE, ""
        for column in ("presets", "held"):
            theirs = getattr(row, column)
            setattr(stripped, column, {seat: kept for seat, kept in theirs.items() if seat == self.seat})
        return Scene(stripped, self.seats, truth.game.imagine(truth.view(self.seat), chance), log)


def expected(heard: Heard, imagined: Imagined) -> dict[int, list[str]]:
    """What the viewer of a line is to be sent, made of what they may know."""
    told: dict[int, list[str]] = {}
    page = PageState(heard.seat, "en")
    known: AnyScene | None = None
    for revision, scene in imagined.scenes.items():
        if heard.is_page:
            text = page.next(scene) if known else page.first(scene, -1, -1, "")
            told[revision] = [text] if text else []
        elif known is None:
            content = program.content_of(scene.race.content_id)
            messages = [program.hello(scene, heard.seat, content), program.update(scene, heard.seat)]
            told[revision] = [encode(message).decode() for message in messages]
        elif program.is_same(known, scene, heard.seat):
            told[revision] = []
        else:
            told[revision] = [encode(program.update(scene, heard.seat)).decode()]
        known = scene
    return told


@pytest.mark.parametrize("game", MATCHES)
async def test_what_a_viewer_is_sent_follows_from_what_they_may_know(game: str) -> None:
    rows, lines = await recorded(MATCHES[game])
    assert len(rows) > 40
    for heard in lines:
        imagined = await sync_to_async(Imagined)(rows, heard.seat)
        told = await sync_to_async(expected)(heard, imagined)
        for revision, texts in told.items():
            said = [text for text in heard.said.get(revision, []) if '"type":"over"' not in text]
            assert said == texts, f"revision {revision}, seat {heard.seat}"
        assert sum(map(len, told.values())) > 20


@pytest.mark.parametrize("game", MATCHES)
async def test_no_line_of_the_log_holds_more_than_everybody_may_know(game: str) -> None:
    rows, _lines = await recorded(MATCHES[game])
    log = await sync_to_async(whole_log)(rows[-1])
    scene: Any = await sync_to_async(scenes.load)(rows[-1].pk)
    pages = pages_of(scene)
    lines: list[Any] = [line for entry in log for line in entry.lines]
    bare = [replace(line, event=without_piles(scene, line.event)) for line in lines]
    said, said_bare = ([(line, pages.sentence(line, scene)) for line in found] for found in (lines, bare))
    assert len(lines) > 40
    assert [text for _, text in said] == [text for _, text in said_bare]
    assert pages.playback(scene, said) == pages.playback(scene, said_bare)


def without_piles(scene: Any, event: Any) -> Any:
    """An event as everybody may know it: only the order of a pile may be hidden in one that is told."""
    return event if scene.game.see(event, None) == event else replace(event, pile=())


async def test_a_page_that_tells_a_secret_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card of the first hand, where everybody sees it."""
    honest = board.FRAGMENTS["ribbon"]

    def tells(scene: Any) -> Any:
        return f"{honest(scene)}<i hidden>{''.join(sorted(scene.state.hands[0]))}</i>"

    monkeypatch.setitem(board.FRAGMENTS, "ribbon", tells)
    rows, lines = await recorded(MATCHES["lastcard"])
    spectator = next(line for line in lines if line.seat is None and line.is_page)
    told = await sync_to_async(lambda: expected(spectator, Imagined(rows, None)))()
    assert any(spectator.said.get(revision, []) != texts for revision, texts in told.items())

"""Junk for the games beside Heat, at forms and at sockets: each gets an answer, nothing falls over or is half done.

What is said is nearly what a player of the game would say; `tests/heatsite/test_junk.py` has junk for every address."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.management import call_command
from django.test import Client
from msgspec.structs import asdict

from engine.henhur.bots import BOTS as HENS
from engine.kernel.chance import Seed, derive
from engine.kernel.commands import Question, command_for
from engine.lastcard.bots import BOTS as CARDS
from heatsite.asgi import sockets
from heatsite.crowd import Crowd, Flow
from heatsite.visitors import COOKIE, sign
from races import live, presence, scenes
from races.consumers.program import PROTOCOL
from races.models import Entry, Race
from races.scenes import AnyScene
from tests.communicator import Communicator
from tests.heatsite import junk
from tests.races.henhur.kit import match
from tests.races.lastcard.kit import dealt

PUBLISHED = {"draw_four": "challenge", "calls": "by_hand"}
RACES: dict[str, Callable[[], Race]] = {"lastcard": lambda: dealt(3, setup=PUBLISHED, clock=0), "henhur": match}
BOTS: dict[str, Any] = {"lastcard": CARDS["random"], "henhur": HENS["good"]}
KINDS = {
    "lastcard": ("play", "draw", "pass", "keep", "accept", "challenge", "catch", "let_go", "next", "withdraw"),
    "henhur": ("run", "bid", "pick", "withdraw"),
}
WORDS = ("true", "false", "W", "r5", "gS", "stride", "rush", "lowbid", "punch", "dash", "r", "z", "")
FIELDS = ("colour", "call", "p", "p3", "r", "w_priority", "w_race", "a", "w")
CHOICES: dict[str, tuple[dict[str, Any], ...]] = {
    "lastcard": ({"type": "play", "card": "W", "colour": "r", "call": True}, {"type": "draw"}),
    "henhur": ({"type": "run", "card": "rush", "burn": True, "p": 1, "w_race": 2}, {"type": "pick", "card": "dash"}),
}
STEPS = 12
TRIES = 12
"""Junk at each of so many positions."""

GAMES = pytest.mark.parametrize("game", RACES)


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("races.allowance.BURST", 10**6)
    flow = Flow(10**9, 10**9)
    monkeypatch.setattr("heatsite.gate.crowd", Crowd())
    monkeypatch.setattr("heatsite.crowd.VISITOR", {"frames": flow, "bytes": flow})
    scenes.forget()
    presence.here.clear()


def go_on(race: Race, count: int) -> AnyScene:
    """The match after so many more answers of bots, the first seat's last."""
    scene = scenes.scene_of(race.pk)
    game: Any = scene.game
    bot = BOTS[race.game](game)
    for _ in range(count):
        if scene.is_over:
            break
        question = list(scene.questions.values())[-1]
        view, choices = game.view(scene.state, question.seat), scene.legal(question.seat)
        choice = bot.choose(view, choices, derive(Seed("7" * 64), str(question)))
        done = live.submit(race.pk, command_for(question, choice, f"own.{question}"))
        assert isinstance(done, live.Accepted), done
        scene = scenes.scene_of(race.pk)
    return scene


def question_of(scene: AnyScene, seat: int, dice: Random) -> Question:
    """The open question of a seat, or the one to come, or another."""
    asked = scene.questions.get(seat) or scene.table_game.early(scene.state, seat)
    if asked is None or dice.random() < 0.1:
        return Question(dice.randrange(4), dice.choice(("turn", "run", "bid", "draft")), seat, dice.randrange(4))  # type: ignore[arg-type]
    return asked


def form(game: str, scene: AnyScene, dice: Random) -> dict[str, Any]:
    """What a form of the first seat might send."""
    last = dice.choice(("true", "false", "false", "r", "")), *(dice.choice(WORDS) for _ in range(dice.randrange(2)))
    words = dice.choice(KINDS[game]), dice.choice(WORDS), *last
    do = ":".join(words[: dice.choice((1, 2, 3, 3, 3, 4))])
    odd = [str(one) for one in junk.ODD if not isinstance(one, str) or one.isprintable()]
    fields = {name: "0" if name in FIELDS[2:] else "" for name in FIELDS}
    fields |= {name: dice.choice((*odd, "1", "2", *WORDS)) for name in FIELDS if dice.random() < 0.08}
    if 0 in scene.questions and dice.random() < 0.2:  # what a button says, as far as nothing odd comes with it
        choice: Any = dice.choice(list(scene.legal(0)))
        do = choice.__struct_config__.tag
        fields |= {
            name: str(value).lower() if isinstance(value, bool) else str(value)
            for name, value in asdict(choice).items()
        }
    fields |= {"question": str(question_of(scene, 0, dice)), "do": do}
    if dice.random() < 0.4:
        fields["early"] = "yes"
    return fields


def is_whole(race: Race, capsys: pytest.CaptureFixture[str]) -> None:
    """The record leads to the state that is stored, and the match can be played on."""
    call_command("verify_races")
    assert " 0 of them differ" in capsys.readouterr().out
    before = Race.objects.get(pk=race.pk).version
    assert go_on(race, 1).is_over or Race.objects.get(pk=race.pk).version == before + 1


@GAMES
@pytest.mark.django_db
def test_forms_of_a_match_full_of_junk(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    race, dice, client = RACES[game](), Random(7), Client()
    client.cookies[COOKIE] = sign("ada")
    for _ in range(STEPS):
        scene = go_on(race, 4)
        for _ in range(TRIES):
            fields = form(game, scenes.scene_of(race.pk), dice)
            response = client.post(f"/races/{race.code}/answer/", fields)
            assert response.status_code == 302, fields
            assert client.get(f"/races/{race.code}/").status_code in {200, 302}
        if scene.is_over:
            break
    assert Entry.objects.filter(race=race, seat=0).exclude(command_id__startswith="own").exists(), "some of it is fine"
    is_whole(race, capsys)


@GAMES
@pytest.mark.parametrize("program", [False, True])
@pytest.mark.django_db(transaction=True)
async def test_frames_of_a_match_full_of_junk(game: str, program: bool, capsys: pytest.CaptureFixture[str]) -> None:
    race, dice = await sync_to_async(RACES[game])(), Random(11)
    headers = [(b"host", b"here"), (b"origin", b"http://here"), (b"cookie", f"{COOKIE}={sign('ada')}".encode())]
    line = Communicator(sockets, f"/ws/races/{race.code}/", headers, [PROTOCOL] if program else [])
    assert (await line.connect())[0]
    for _ in range(STEPS // 2):
        scene = await sync_to_async(go_on)(race, 5)
        asked = question_of(scene, 0, dice)
        question = {"round": asked.round, "phase": asked.phase, "seat": 0, "n": asked.n}
        choice = dice.choice(CHOICES[game])
        answer = {"type": "answer", "seat": 0, "question": question, "choice": choice, "id": "one"}
        said = [{"type": "command", "command": answer}, {"type": "explain", "choice": choice}]
        for text in junk.texts(dice, TRIES, dice.choice(said) if program else form(game, scene, dice) | {"id": "one"}):
            await line.send_to(text_data=text)
            assert (await line.receive_output())["type"] == "websocket.send"
    await line.disconnect()
    await sync_to_async(is_whole)(race, capsys)

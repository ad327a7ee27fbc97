"""What comes over the wire: a whole match by programs and pages, and nothing that is secret."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from asgiref.sync import sync_to_async
from msgspec import Raw

from client.messages import Hello
from client.minds import Misunderstood, mind_for
from engine.henhur import AnyEvent, Choice, HenHur, Run, View, base_content
from engine.kernel import Answer, Question, Withdraw, encode
from races import live, registry, scenes, tokens
from races.models import Race, Seat
from races.thinking import think
from tests.high_card.players import play_by_protocol
from tests.races.henhur.kit import DICE, GAME, get, match, played, scene_of
from tests.races.programs import Program
from tests.waiting import LIMIT

PAPER = (Path(__file__).parents[3] / "docs/PROTOCOL.md").read_text(encoding="utf-8")


def token_of(race: Race, seat: int) -> str:
    return tokens.make(Seat.objects.get(race=race, number=seat))


async def test_programs_play_a_whole_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("races.allowance.BURST", 10**6)
    race = await sync_to_async(match)()
    offered = [await sync_to_async(token_of)(race, seat) for seat in range(3)]
    async with asyncio.timeout(LIMIT):
        told = await asyncio.gather(*(play_by_protocol(race, token) for token in offered))
    for seat, one in enumerate(told):
        assert one["hello"]["game"] == "henhur"
        assert one["hello"]["seat"] == one["update"]["view"]["mine"]["seat"] == seat
        assert one["update"]["view"]["ended"] == "won"


async def test_the_reference_client_plays_its_seat() -> None:
    """The mind that the client finds by the game's name answers from what the wire tells alone."""
    race = await sync_to_async(match)(("Ada", "Bo"))
    program = Program(race.code, await sync_to_async(token_of)(race, 0))
    await program.connect()
    hello = msgspec.json.decode(json.dumps(await program.hear("hello")), type=Hello)
    mind = mind_for(hello, "cautious")
    update = await program.hear("update")
    question = msgspec.convert(update["question"], Question)
    choice = mind.choose(Raw(json.dumps(update["view"]).encode()), question)
    command = {"type": "answer", "seat": 0, "question": update["question"], "choice": msgspec.to_builtins(choice)}
    answered = await program.ask({"type": "command", "command": {**command, "id": "one"}})
    assert answered["type"] in {"accepted", "update"}
    await program.line.disconnect()
    with pytest.raises(Misunderstood):
        mind_for(hello, "racer")


def test_the_choices_of_the_paper_are_choices() -> None:
    found = re.findall(r"^```json henhur choice\n(.*?)^```", PAPER, re.MULTILINE | re.DOTALL)
    kinds = [type(msgspec.json.decode(one, type=Choice)).__name__ for one in found]
    assert kinds == ["Run", "Bid", "Pick"]


def test_the_paper_names_every_field_of_the_view_and_every_event() -> None:
    part = PAPER.partition("## HenHur")[2].partition("\n## ")[0]
    for field in View.__struct_fields__:
        assert f"`{field}`" in part or field in {"content", "setup"}, field
    tags = [kind.__struct_config__.tag for kind in get_args(AnyEvent)]
    assert all(f"`{tag}`" in part for tag in tags)


@pytest.mark.django_db
@pytest.mark.parametrize("turn", [1, 2, 5])
def test_pages_and_views_show_nobody_what_lies_face_down(turn: int) -> None:
    """Two matches in which Bo has laid different cards and tokens look the same to Ada and to a spectator."""
    race = match()
    played(race, turn)
    seen: list[list[str]] = []
    state = scene_of(race).state
    hand = dict.fromkeys(state.runners[1].hand)
    for card in hand:
        question = GAME.question(scene_of(race).state, 1)
        choice: Any = Run(card) if state.phase == "run" else msgspec.convert({"type": "bid", "card": card}, Choice)
        accepted = live.submit(race.pk, Answer(1, question, choice, f"c{card}{turn}"))
        assert isinstance(accepted, live.Accepted), accepted
        scene = scene_of(race)
        events = live_events(race, scene.version)
        seen.append([encode(GAME.see(event, viewer)).decode() for viewer in (0, None) for event in events])
        pages = [get(visitor, race, page) for visitor, page in (("ada", ""), ("zed", ""), ("zed", "tv/"))]
        assert not any(f"run:{card}" in page for page in pages[1:])
        seen[-1] += [part_of(page) for page in pages]
        live.submit(race.pk, Withdraw(1, question, f"w{card}{turn}"))
    assert all(one == seen[0] for one in seen)


def live_events(race: Race, version: int) -> Any:
    stored = race.entries.get(seq=version).events
    return registry.part("henhur", "table_game").bind(encode(base_content())).read_events(stored)


def part_of(page: str) -> str:
    """What differs for no reason but time and tokens is left out."""
    body = page[page.index('id="hens"') :]
    body = re.sub(r'(csrfmiddlewaretoken" value|data-version|value)="[^"]*"', "", body)
    return re.sub(r"\d+\.(?:run|bid)\.\d+\.\d+|data-at=\"\d+\"", "", body)


@pytest.mark.django_db
def test_bots_think_in_a_process_of_their_own() -> None:
    race = match(("Ada", "Bo"))
    scene = scene_of(race)
    for bot in ("random", "cautious", "good"):
        question = scene.questions[1]
        content = encode(base_content()).decode()
        choice = think(registry.GAMES["henhur"], bot, content, race.state, question, DICE)
        assert choice in HenHur().legal(scene.state, 1)
    scenes.forget()

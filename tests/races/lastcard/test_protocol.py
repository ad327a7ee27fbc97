"""docs/PROTOCOL.md tells all that a program can say in Last Card, and a program plays a match with what it says."""

import json
import re
from pathlib import Path
from typing import Any, get_args

from asgiref.sync import sync_to_async

from engine.lastcard import Choice
from engine.lastcard.judging import PHASES, SENTENCES
from heatsite.asgi import sockets
from races import tokens
from races.consumers.program import PROTOCOL
from races.models import Race, Seat
from tests.communicator import Communicator
from tests.races.lastcard.kit import dealt

PAPER = (Path(__file__).parents[3] / "docs/PROTOCOL.md").read_text(encoding="utf-8")
PART = PAPER.partition("## Last Card\n")[2].partition("\n## ")[0]


def test_every_choice_is_told() -> None:
    told = set(re.findall(r'"type": "(\w+)"', PART))
    assert told == {str(kind.__struct_config__.tag) for kind in get_args(Choice)}


def test_every_phase_and_every_refusal_is_told() -> None:
    assert set(re.findall(r"^\| `(\w+)` \|", PART, re.MULTILINE)) == {"turn", "drawn", *PHASES}
    assert all(f"`{code}`" in PART for code in SENTENCES)


async def connected(race: Race, seat: int) -> Communicator:
    token = await sync_to_async(lambda: tokens.make(Seat.objects.get(race=race, number=seat)))()
    line = Communicator(sockets, f"/ws/races/{race.code}/", [(b"host", b"heat.example")], [PROTOCOL, f"token.{token}"])
    accepted, _ = await line.connect()
    assert accepted
    return line


async def test_programs_play_a_round_and_see_only_their_own_hands() -> None:
    race = await sync_to_async(dealt)(2, setup={"target": 0, "hand": 3})
    lines = [await connected(race, seat) for seat in (0, 1)]
    answered: list[set[int]] = [set(), set()]
    over = 0
    for _ in range(4000):
        for seat, line in enumerate(lines):
            if await line.receive_nothing(0.005):
                continue
            message: dict[str, Any] = json.loads(await line.receive_from())
            assert message["type"] != "refused", message
            over += message["type"] == "over"
            if message["type"] == "update":
                view = message["view"]
                assert view["seat"] == seat
                assert len(view["hand"]) == view["cards"][seat]
                assert not view["hands"] or view["ended"]
                question = message["question"]
                if question and question["n"] not in answered[seat]:
                    answered[seat].add(question["n"])
                    choice = message["choices"]["choices"][0]
                    command = {"type": "answer", "seat": seat, "question": question, "choice": choice}
                    said = {"type": "command", "command": {**command, "id": f"c{question['n']}"}}
                    await line.send_to(text_data=json.dumps(said))
        if over == 2:
            break
    assert over == 2
    for line in lines:
        await line.disconnect()
    race = await sync_to_async(Race.objects.get)(pk=race.pk)
    assert race.ended is not None

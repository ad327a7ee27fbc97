"""docs/PROTOCOL.md tells the truth: its dialogues are played against the site, and it names all that there is."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec
import pytest
from asgiref.sync import sync_to_async
from pytest_django.fixtures import Settings

from engine.kernel.chance import Seed
from engine.kernel.refusals import SENTENCES as KERNEL_SENTENCES
from races import allowance, live, scenes, sockets
from races.consumers import messages, program
from races.models import Race
from tests.races.factories import make_race
from tests.races.henhur.kit import match
from tests.races.lastcard.kit import dealt
from tests.races.programs import Program, token_for

PAPER = (Path(__file__).parent.parent / "docs/PROTOCOL.md").read_text(encoding="utf-8")
REST = "…"
"""Stands for what is left out: any value, the rest of a list, or other fields."""

NESTED = (messages.RaceTerms, messages.SeatInfo, messages.QuestionClock, messages.ChoicePage, messages.SeenEntry)
CLOSING = {
    *(sockets.NOT_HERE, sockets.NOT_ALLOWED, sockets.FOREIGN, sockets.TOO_LARGE, sockets.TOO_FAST),
    program.BAD_TOKEN,
    program.NO_PROGRAMS,
}


class Line(NamedTuple):
    """One message of the dialogue: who says or hears it, and where in the paper it stands."""

    who: str
    says: bool
    message: Any
    number: int


def dialogue(title: str = "A dialogue") -> Iterator[Line]:
    said = section(title)
    begins = PAPER.index(said)
    for found in re.finditer(r"^```json (from|to) (\w+)\n(.*?)^```", said, re.MULTILINE | re.DOTALL):
        number = PAPER.count("\n", 0, begins + found.start()) + 1
        yield Line(found[2], found[1] == "from", json.loads(found[3]), number)


def section(title: str) -> str:
    found = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^#|\Z)", PAPER, re.MULTILINE | re.DOTALL)
    assert found, f"there is no section “{title}”"
    return found[2]


DIALOGUES: dict[str, Callable[[], Race]] = {
    "A dialogue": lambda: make_race("ada", "bo"),
    "A dialogue of HenHur": lambda: match(("Ada", "Bo")),
    "A dialogue of Last Card": lambda: dealt(
        2, setup={"target": 0, "hand": 3, "draw_four": "challenge", "calls": "by_hand"}, clock=0, seed=Seed("1274" * 16)
    ),
}
"""By its title: the race of which it tells."""


def fits(said: Any, told: Any) -> bool:
    """Whether what was said is what the paper tells, but for what the paper leaves out."""
    if told == REST:
        return True
    if isinstance(told, dict):
        named = {key: value for key, value in told.items() if key != REST}
        return (
            isinstance(said, dict)
            and (said.keys() >= named.keys() if REST in told else said.keys() == named.keys())
            and all(fits(said[key], value) for key, value in named.items())
        )
    if isinstance(told, list):
        named_items = told[:-1] if told and told[-1] == REST else told
        return (
            isinstance(said, list)
            and (len(said) >= len(named_items) if len(named_items) < len(told) else len(said) == len(told))
            and all(fits(one, item) for one, item in zip(said, named_items, strict=False))
        )
    return type(said) is type(told) and bool(said == told)


@pytest.mark.parametrize("title", DIALOGUES)
async def test_the_dialogue_is_what_is_said(settings: Settings, title: str) -> None:
    settings.DRAW_TRACKS = False
    scenes.forget()
    race = await sync_to_async(DIALOGUES[title])()
    await sync_to_async(Race.objects.filter(pk=race.pk).update)(code="BCDFGHJK")
    drivers = {name: Program("BCDFGHJK", await token_for(race, seat)) for seat, name in enumerate(("ada", "bo"))}
    connected = set()
    for line in dialogue(title):
        if line.who not in connected:
            await drivers[line.who].connect()
            connected.add(line.who)
        if line.says:
            await drivers[line.who].say(line.message)
        else:
            said = await drivers[line.who].hear()
            assert fits(said, line.message), f"docs/PROTOCOL.md:{line.number}: it was {json.dumps(said)}"
    said = await drivers["ada"].line.receive_nothing(0.05)
    assert said, "the dialogue is not told to its end"
    for driver in drivers.values():
        await driver.leave()


def test_nothing_is_said_outside_of_dialogues() -> None:
    every = re.findall(r"^```json (?:from|to) ", PAPER, re.MULTILINE)
    assert len(every) == sum(len(list(dialogue(title))) for title in DIALOGUES)


def test_the_dialogue_shows_every_kind_of_message() -> None:
    shown = {(line.says, line.message["type"]) for line in dialogue()}
    for says, union in ((True, messages.FromProgram), (False, messages.ToProgram)):
        kinds = {(says, struct.__struct_config__.tag) for struct in get_args(union)}
        assert kinds <= shown


@pytest.mark.parametrize(
    "struct",
    [*get_args(messages.ToProgram), *get_args(messages.FromProgram), *NESTED],
    ids=lambda struct: struct.__name__,
)
def test_every_field_is_told(struct: type[msgspec.Struct]) -> None:
    fields = {field.encode_name for field in msgspec.structs.fields(struct)}
    if struct in NESTED:
        title = f"`{struct.__name__}`"
    else:
        fields.add("type")
        title = f"`{struct.__struct_config__.tag}` {'asks' if struct in get_args(messages.FromProgram) else 'tells'}"
    assert set(re.findall(r"^\| `(\w+)` \|", section(title), re.MULTILINE)) == fields


def test_every_refusal_is_told() -> None:
    """Those of Heat are in docs/NOTATION.md: tests/engine/heat/test_notation.py asks for them."""
    told = set(re.findall(r"^\| `(\w+)` \|", section("Refusals"), re.MULTILINE))
    assert told == {*KERNEL_SENTENCES, *live.SENTENCES, *program.SENTENCES}


def test_every_answer_is_told() -> None:
    """Of what the site says, three messages are no answers."""
    kinds = {struct.__struct_config__.tag for struct in get_args(messages.ToProgram)} - {"hello", "update", "over"}
    found = re.search(r"gets one answer: (.*?)\. Answers", section("Rules for messages"), re.DOTALL)
    assert found is not None
    assert set(re.findall(r"`(\w+)`", found[1])) == kinds


def test_every_closing_code_is_told() -> None:
    told = {int(code) for code in re.findall(r"^\| (4\d+) \|", section("Closing codes"), re.MULTILINE)}
    assert told == CLOSING


def test_every_limit_is_told() -> None:
    limits = section("Rules for messages")
    for number in (sockets.LONGEST, allowance.BURST, allowance.A_SECOND, live.LONGEST_ID, program.AT_ONCE):
        assert re.search(rf"\b{number}\b", limits), number
    assert program.PROTOCOL in section("Connecting")

"""Junk: what no page and no program of ours would say, made from what they do say. The same junk every time."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

from django.urls import URLResolver, get_resolver

LONGEST = 8192
ODD: tuple[Any, ...] = (
    *("", " ", "\x00", "\ud800", "\u202e", "²", "٣", "<b>", "../..", "'; --", "x" * 3000, "🏎️"),
    *(None, True, -1, 0, 1, 4, 2**31, 2**63, 10**400, 1.5, 1e308),
    *([], {}, [[]], ["heat"], {"seat": 0}, [None, "up13"]),
)
WORDS = ("gear", "cards", "cool", "boost", "pass", "discard", "withdraw", "value", "slipstream", "retire", "end")
PHASES = ("gears", "cards", "react", "slipstream", "discard", "draft", "nowhere")
OPENINGS = ("[", '{"id":', '{"command":', '{"type":"command","command":')


FORM = {"question": "1.gears.0.1", "do": "gear", "gear": "2", "id": "one", "cards": ["up13"], "heat": "1"}
ANSWER = {
    "type": "answer",
    "seat": 0,
    "question": {"round": 1, "phase": "gears", "seat": 0, "n": 1},
    "choice": {"type": "gear", "gear": 2},
    "id": "one",
}
NAMES = (
    *("name", "code", "track", "laps", "least", "most", "rules", "clock", "grace", "watching", "listed", "once"),
    *("member", "bot", "level", "ready", "colour", "signal", "car_number", "bots", "legends", "strength"),
    *("seat", "preset", "sure", "question", "do", "id", "gear", "cards", "heat", "csrfmiddlewaretoken"),
)


def messages(protocol: str) -> list[tuple[list[str], dict[str, Any]]]:
    """A message of each kind, with the sub-protocols under which it is said."""
    return [
        ([], FORM),
        ([protocol], {"type": "command", "command": ANSWER}),
        ([protocol], {"type": "explain", "choice": ANSWER["choice"]}),
        ([protocol], {"type": "choices", "start": 0}),
        ([protocol], {"type": "events", "after": 0}),
    ]


def paths(room: str, race: str) -> list[str]:
    """Every address of the site, the admin's among them, for this room and this race."""
    return [fill(path, room, race) for path in _addresses(get_resolver(), "/")]


def fill(path: str, room: str, race: str) -> str:
    of_race = path.startswith(("/races/", "/again/", "/given-up/"))
    values = {"code": race if of_race else room, "secret": "x"}
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda found: values.get(found[1], "1"), path)


NAMED = re.compile(r"\(\?P<(\w+)>[^)]*\)|[\^$]")
"""What a regular expression of an address says otherwise than a path."""


def _addresses(resolver: URLResolver, start: str) -> Iterator[str]:
    for one in resolver.url_patterns:
        path = start + re.sub(
            r"\(\?P<(\w+)>[^)]*\)|[\^$]", lambda found: f"<{found[1]}>" if found[1] else "", str(one.pattern)
        )
        if isinstance(one, URLResolver):
            yield from _addresses(one, path)
        else:
            yield path


def texts(dice: Random, count: int, message: dict[str, Any]) -> Iterator[str]:
    """Messages that look like this one and are not: fields changed, lost and added, texts cut and spoilt, abysses."""
    for _ in range(count):
        text = json.dumps(bent(dice, message))
        at = dice.randrange(len(text))
        opening = dice.choice(OPENINGS)
        ways = (
            *(text,) * 16,
            text[:at],
            text[:at] + dice.choice('{}[]",:\\0eE-\x00é') + text[at + 1 :],
            opening * (LONGEST // len(opening)),
        )
        yield dice.choice(ways)[:LONGEST] or " "


def bent(dice: Random, value: Any) -> Any:
    """The value, perhaps with something odd in it."""
    if dice.random() < 0.12:
        return dice.choice((*ODD, *WORDS, question(dice)))
    if isinstance(value, dict):
        kept = {name: bent(dice, one) for name, one in value.items() if dice.random() > 0.05}
        return {**kept, "é": dice.choice(ODD)} if dice.random() < 0.1 else kept
    return value


def question(dice: Random) -> str:
    return f"{dice.randrange(3)}.{dice.choice(PHASES)}.{dice.randrange(3)}.{dice.randrange(4)}"


def fields(dice: Random, names: tuple[str, ...]) -> dict[str, Any]:
    """Fields as a form would post them, with values that it would not."""
    odd = [one if isinstance(one, str) else json.dumps(one) for one in dice.sample(ODD, 3)]
    values = [*(one.encode("utf-8", "replace").decode() for one in odd), dice.choice(WORDS), question(dice), "1"]
    return {name: dice.choice((*values, values)) for name in names if dice.random() > 0.1}

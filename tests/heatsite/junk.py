"""Junk: what no page and no program of ours would say, made from what they do say. The same junk every time."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

LONGEST = 8192
ODD: tuple[Any, ...] = (
    *("", " ", "\x00", "\ud800", "\u202e", "²", "٣", "<b>", "../..", "'; --", "x" * 3000, "🏎️"),
    *(None, True, -1, 0, 1, 4, 2**31, 2**63, 10**400, 1.5, 1e308),
    *([], {}, [[]], ["heat"], {"seat": 0}, [None, "up13"]),
)
WORDS = ("gear", "cards", "cool", "boost", "pass", "discard", "withdraw", "value", "slipstream", "retire", "end")
PHASES = ("gears", "cards", "react", "slipstream", "discard", "draft", "nowhere")
OPENINGS = ("[", '{"id":', '{"command":', '{"type":"command","command":')


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

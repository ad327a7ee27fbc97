"""Junk: what no page and no program of ours would say, made from what they do say. The same junk every time."""

import json
import re
from collections.abc import Iterator, Mapping
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
    *("with", "race", "invitation", "mute", "wanted", "browser", "address", "key", "lesson", "again", "one", "other"),
    *("over", "step", "known", "board", "every", "moment", "typed", "q", "page", "game", "then", "language", "next"),
)
SUBSCRIPTION = {
    "endpoint": "https://updates.push.services.mozilla.com/wpush/v2/one",
    "keys": {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    },
}
"""A push address as a browser spells it; the keys are those of the example in RFC 8291."""
LIKELY: dict[str, tuple[str, ...]] = {
    "seat": ("0", "1"),
    "with": ("friends",),
    "wanted": ("on",),
    "address": ("ada@mail.example",),
    "lesson": ("first", "weather", "press"),
    "game": ("heat", "lastcard", "henhur"),
    "over": ("rounds", "distance"),
    "one": ("0", "1"),
    "other": ("1", "0"),
    "sure": ("yes",),
    "name": ("Ada",),
    "step": ("0", "5", "20"),
    "invitation": ("1", "2", "3"),
    "mute": ("1", "2", "3"),
    "language": ("de", "fr", "en"),
    "rules": ("standard", "rulebook"),
}
"""What a form would say: with one odd field among right ones a request comes further than with odd ones alone."""


def messages(protocol: str) -> list[tuple[list[str], dict[str, Any]]]:
    """A message of each kind, with the sub-protocols under which it is said."""
    return [
        ([], FORM),
        ([protocol], {"type": "command", "command": ANSWER}),
        ([protocol], {"type": "explain", "choice": ANSWER["choice"]}),
        ([protocol], {"type": "choices", "start": 0}),
        ([protocol], {"type": "events", "after": 0}),
    ]


def paths(room: str, race: str, game: str = "1", **more: str) -> list[str]:
    """Every address of the site, the admin's among them, for this room and this race."""
    return [fill(path, room, race, {"game": game, **more}) for path in _addresses(get_resolver(), "/")]


def fill(path: str, room: str, race: str, more: Mapping[str, str]) -> str:
    of_race = path.startswith(("/races/", "/again/", "/given-up/"))
    values = {"code": race if of_race else room, "secret": "x", **more}
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


def fields(dice: Random, names: tuple[str, ...], likely: Mapping[str, tuple[str, ...]] | None = None) -> dict[str, Any]:
    """Fields as a form would post them, with values that it would not; some of those for which `likely` knows values
    have one of them."""
    odd = [one if isinstance(one, str) else json.dumps(one) for one in dice.sample(ODD, 3)]
    values = [*(one.encode("utf-8", "replace").decode() for one in odd), dice.choice(WORDS), question(dice), "1"]
    found: dict[str, Any] = {name: dice.choice((*values, values)) for name in names if dice.random() > 0.1}
    right = dice.choice((0.0, 0.5, 0.9))
    return found | {name: dice.choice(some) for name, some in (likely or {}).items() if dice.random() < right}


def spoilt(dice: Random, record: dict[str, Any]) -> bytes:
    """A record as a file, with something else at one to three places of it."""
    changed = json.loads(json.dumps(record))
    for _ in range(dice.randint(1, 3)):
        _spoil(dice, changed)
    data = json.dumps(changed).encode("utf-8", "replace")
    return data[: dice.randrange(len(data))] if dice.random() < 0.05 else data


def _spoil(dice: Random, value: Any) -> None:
    """Change one place below this one: a number by little, or to something odd; or drop or double a part."""
    while True:
        keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = dice.choice(keys)
        inner = value[key]
        if isinstance(inner, (dict, list)) and inner and dice.random() < 0.9:
            value = inner
            continue
        way = dice.random()
        if isinstance(inner, int) and way < 0.5:
            value[key] = inner + dice.choice((-1, 1, 7))
        elif way < 0.8:
            value[key] = dice.choice((*ODD[:-6], *WORDS, *([], {})))
        elif isinstance(value, dict):
            del value[key]
        else:
            value.insert(key, inner)
        return

"""Forms become commands. The fields of a socket's message and of a plain POST go the same way.

A form says which question it answers and, by the button that was pressed (`do`), what is chosen: "gear", "cool:2",
"value:up13:5". What the button does not say comes from fields named like those of the choice. Nothing is judged here:
the fields are put into JSON, and the engine's own strict parser makes a command of that, or a refusal.
"""

import re
from collections.abc import Mapping
from typing import Any, get_args, get_origin

import msgspec

from engine.heat import read_command
from engine.heat.choices import Choice
from engine.kernel.refusals import Refusal, refusal

WITHDRAW = "withdraw"
QUESTION = re.compile(r"(\d{1,6})\.([a-z_]{1,24})\.(\d{1,3})\.(\d{1,6})", re.ASCII)
WHOLE = re.compile(r"\d{1,4}", re.ASCII)

SHAPES: Mapping[str, tuple[tuple[str, Any], ...]] = {
    str(kind.__struct_config__.tag): tuple((one.name, one.type) for one in msgspec.structs.fields(kind))
    for kind in get_args(Choice)
}
"""What each kind of choice is made of, by its name."""


def command_of(fields: Mapping[str, Any], seat: int) -> Any | Refusal:
    """The command that a form of this seat's driver means, or why it means none."""
    do, *told = first(fields, "do").split(":")
    parts = QUESTION.fullmatch(first(fields, "question"))
    if parts is None:
        return refusal("malformed", reason="no question is named")
    question = {"round": int(parts[1]), "phase": parts[2], "seat": int(parts[3]), "n": int(parts[4])}
    command: dict[str, Any] = {"type": "answer", "seat": seat, "question": question, "id": first(fields, "id")}
    if do == WITHDRAW:
        command["type"] = WITHDRAW
    else:
        command["choice"] = {"type": do, **dict(_arguments(SHAPES.get(do, ()), told, fields))}
    try:
        return read_command(msgspec.json.encode(command))
    except UnicodeEncodeError:
        return refusal("malformed", reason="that is no text")


def _arguments(shape: tuple[tuple[str, Any], ...], told: list[str], fields: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """What a choice needs: first what the button says, then the fields. Lists take all that there is."""
    found: list[tuple[str, Any]] = []
    for name, kind in shape:
        if get_origin(kind) is tuple:
            words = told or every(fields, name)
            found.append((name, [card for word in words for card in word.split()]))
            told = []
        else:
            word = told.pop(0) if told else first(fields, name)
            found.append((name, int(word) if kind is int and WHOLE.fullmatch(word) else word))
    return found


def every(fields: Mapping[str, Any], name: str) -> list[str]:
    """All values of a field; what is no text counts as missing."""
    many = getattr(fields, "getlist", None)
    values = many(name) if many else fields.get(name)
    return [value for value in (values if isinstance(values, list) else [values]) if isinstance(value, str)]


def first(fields: Mapping[str, Any], name: str) -> str:
    return next(iter(every(fields, name)), "")

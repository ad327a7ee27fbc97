"""Forms become commands. The fields of a socket's message and of a plain POST go the same way.

A form says which question it answers and, by the button that was pressed (`do`), what is chosen: "gear", "cool:2",
"value:up13:5". What the button does not say comes from fields named like those of the choice. Nothing is judged here:
the result has the right types, and whether it is allowed is for the engine to say.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import get_args, get_origin

import msgspec

from engine.kernel.bounds import bare
from engine.kernel.commands import Answer, Question, Withdraw
from engine.kernel.refusals import Refusal, refusal

WITHDRAW = "withdraw"


@lru_cache(maxsize=16)
def shapes(choices: object) -> Mapping[str, tuple[tuple[str, object], ...]]:
    """What each kind of choice is made of, by its name."""
    kinds = get_args(choices) or (choices,)
    return {
        str(kind.__struct_config__.tag): tuple((one.name, bare(one.type)) for one in msgspec.structs.fields(kind))
        for kind in kinds
    }


EARLY = "early"
"""A field of forms whose question is still to come: the answer is held until it does."""
ALSO = "also"
"""The value of that field in a form that adds a wish to those that are held, for the case that they cannot be met."""
TOUCH = "touch"
"""What the button of a form says that has been touched: the player chooses, so the answer that stands ready is not
given when its time comes."""


def read_form(
    choices: object, fields: Mapping[str, object], seat: int
) -> tuple[Answer[object] | Withdraw, object | None] | Refusal:
    """What a form of this seat's player means: a command, and the choice that is given ahead with it, if one is. Or why
    it means nothing."""
    command, then = command_of(choices, fields, seat), then_of(choices, fields)
    if isinstance(command, Refusal):
        return command
    return then if isinstance(then, Refusal) else (command, then)


def then_of(choices: object, fields: Mapping[str, object]) -> object | Refusal | None:
    """What a form gives ahead, for the question after its own. Its field `then` says with which answer it does so, and
    what: "gear:play". None if it gives nothing ahead, as a form in which no card is chosen."""
    button = first(fields, "do").split(":")[0]
    answer, _, kind = first(fields, "then").partition(":")
    shape = shapes(choices).get(kind, ())
    if answer != button or not any(every(fields, name) for name, _type in shape):
        return None
    return _choice(choices, kind, [], fields)


def command_of(choices: object, fields: Mapping[str, object], seat: int) -> Answer[object] | Withdraw | Refusal:
    """The command that a form of this seat's player means, or why it means none. `choices` is the union of all that
    can be chosen in the game."""
    kind, *words = first(fields, "do").split(":")
    question = Question.read(first(fields, "question"))
    if question is None:
        return refusal("malformed", reason="no question is named")
    command_id = first(fields, "id")
    if kind == WITHDRAW:
        return Withdraw(seat, question, command_id)
    choice = _choice(choices, kind, words, fields)
    return choice if isinstance(choice, Refusal) else Answer(seat, question, choice, command_id)


def _choice(choices: object, kind: str, words: list[str], fields: Mapping[str, object]) -> object | Refusal:
    parts = {"type": kind, **dict(_arguments(shapes(choices).get(kind, ()), words, fields))}
    try:
        choice: object = msgspec.convert(parts, choices, strict=False)  # not strict: numbers come as text
    except msgspec.ValidationError as error:
        return refusal("malformed", reason=str(error))
    return choice


def _arguments(
    shape: tuple[tuple[str, object], ...], words: list[str], fields: Mapping[str, object]
) -> list[tuple[str, object]]:
    """The fields of a choice: the words of the button in their order, then the fields of the form.

    A field that is a list takes all words that are left, else all values of its name in the form. A value may hold
    several cards with spaces between, as the radio buttons of a discard do in `refresh`."""
    found: list[tuple[str, object]] = []
    for name, kind in shape:
        if get_origin(kind) is tuple:
            values = words or every(fields, name)
            found.append((name, [card for value in values for card in value.split()]))
            words = []
        else:
            found.append((name, words.pop(0) if words else first(fields, name)))
    return found


def every(fields: Mapping[str, object], name: str) -> list[str]:
    """All values of a field, of a POST or of the JSON that a socket sends. A form of the site sends ASCII only:
    anything else counts as missing."""
    many = getattr(fields, "getlist", None)  # of a POST
    values = many(name) if many else fields.get(name)
    every_value = values if isinstance(values, list) else [values]
    return [value for value in every_value if isinstance(value, str) and value.isascii()]


def first(fields: Mapping[str, object], name: str) -> str:
    return next(iter(every(fields, name)), "")

"""The cast: characters of our own invention that bots play, each with a style and a strength."""

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    """A character that a bot plays."""

    name: str
    bot: str
    style: str


@cache
def cast() -> tuple[Character, ...]:
    """Every character that ships."""
    data = files("engine.heat").joinpath("data/drivers.json").read_bytes()
    return msgspec.json.decode(data, type=tuple[Character, ...])

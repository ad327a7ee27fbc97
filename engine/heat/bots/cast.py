"""The bots as people meet them: drivers of our own invention, each with a style and a strength."""

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct


class Driver(Struct, frozen=True, forbid_unknown_fields=True):
    """A driver that a bot plays."""

    name: str
    bot: str
    style: str


@cache
def cast() -> tuple[Driver, ...]:
    """Every driver there is."""
    data = files("engine.heat").joinpath("data/drivers.json").read_bytes()
    return msgspec.json.decode(data, type=tuple[Driver, ...])

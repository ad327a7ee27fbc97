"""The cast of a game: characters of our own invention that bots play, each with a style and a strength."""

from importlib.resources import files

import msgspec
from msgspec import Struct

from engine.kernel.bounds import Sentence, Word


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    """A character that a bot plays."""

    name: Word
    bot: Word
    style: Sentence


def read_cast(package: str, file: str) -> tuple[Character, ...]:
    """Every character that ships with an engine, by its package and the name of a file of its data."""
    data = files(package).joinpath("data", file).read_bytes()
    return msgspec.json.decode(data, type=tuple[Character, ...])

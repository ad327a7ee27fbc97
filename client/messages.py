"""Those messages of the site that this client can get, with the fields that it uses. docs/PROTOCOL.md has all of
them."""

from typing import TypeAlias

import msgspec
from msgspec import Raw, Struct

from engine.kernel.bounds import Digest, Label, SeatNumber, Sentence, Serial, Word
from engine.kernel.commands import Question

PROTOCOL = "heatsite.race.v1"


class Hello(Struct, frozen=True, tag="hello"):
    """Which game this is, our seat in it, and the content that it is played with."""

    game: Label
    engine: Label
    seat: SeatNumber | None
    digest: Digest
    content: Raw


class Update(Struct, frozen=True, tag="update"):
    """The race as our seat may see it."""

    revision: Serial
    version: Serial
    view: Raw
    question: Question | None = None


class Accepted(Struct, frozen=True, tag="accepted"):
    """Our command was carried out."""

    id: Word
    seq: Serial
    repeated: bool = False


class Refused(Struct, frozen=True, tag="refused"):
    """Our command was not carried out."""

    id: Word
    code: Word
    sentence: Sentence


class Over(Struct, frozen=True, tag="over"):
    """The race is over."""

    record: Sentence
    results: Sentence


Message: TypeAlias = Hello | Update | Accepted | Refused | Over

_MESSAGES: "msgspec.json.Decoder[Message]" = msgspec.json.Decoder(Message)


def read(data: str | bytes) -> Message:
    """A message of the site. Raises `msgspec.DecodeError` for what this client does not understand."""
    return _MESSAGES.decode(data)

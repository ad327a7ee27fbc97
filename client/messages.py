"""What the site says, as far as this client listens. docs/PROTOCOL.md has every message in full."""

from typing import TypeAlias

import msgspec
from msgspec import Raw, Struct

from engine.heat import View
from engine.heat.tables import SHIPPED
from engine.kernel.commands import Question

PROTOCOL = "heatsite.race.v1"


class Hello(Struct, frozen=True, tag="hello"):
    """Which race this is, who we are in it, and what it is driven on."""

    engine: str
    seat: int | None
    digest: str
    content: Raw


class Update(Struct, frozen=True, tag="update"):
    """The race as it stands for us."""

    revision: int
    version: int
    view: View
    question: Question | None = None


class Accepted(Struct, frozen=True, tag="accepted"):
    """Our command was carried out."""

    id: str
    seq: int
    repeated: bool = False


class Refused(Struct, frozen=True, tag="refused"):
    """Our command was not carried out."""

    id: str
    code: str
    sentence: str


class Over(Struct, frozen=True, tag="over"):
    """The race is over."""

    record: str
    results: str


Message: TypeAlias = Hello | Update | Accepted | Refused | Over

_MESSAGES: "msgspec.json.Decoder[Message]" = msgspec.json.Decoder(Message, dec_hook=SHIPPED.dec_hook)


def read(data: str | bytes) -> Message:
    """A message of the site. Raises `msgspec.DecodeError` for what this client does not understand."""
    return _MESSAGES.decode(data)

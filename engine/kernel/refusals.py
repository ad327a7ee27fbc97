"""Why a command was not carried out: a code for programs, a sentence for a player."""

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "malformed": "That message could not be read: {reason}.",
        "unknown": "There is no command called “{name}”.",
        "no_such_seat": "There is no seat {seat} at this table.",
        "other_seat": "That question is put to another seat.",
        "not_asked": "It is not your turn to answer.",
        "stale": "That question is closed; the table has moved on.",
        "over": "It is over; nothing more can be answered.",
        "nothing_to_withdraw": "There is no answer of yours that could be taken back.",
        "not_an_answer": "That does not answer the question.",
    }
)
"""The kernel's own codes. A game adds its own; the site translates both."""


class Refusal(Struct, frozen=True):
    """A command that was not carried out. It leaves no trace in the state."""

    code: str
    sentence: str
    seat: int | None = None
    params: dict[str, str | int] = {}


def refusal(code: str, seat: int | None = None, /, **params: str | int) -> Refusal:
    """A refusal with one of the kernel's own codes."""
    return Refusal(code, SENTENCES[code].format(**params), seat, params)

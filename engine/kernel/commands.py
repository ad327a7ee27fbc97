"""What can be said to a game. Every command names the question that it is about."""

import re
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, get_args, get_origin

import msgspec
from msgspec import Struct

from engine.kernel.bounds import Number, SeatNumber, Word
from engine.kernel.refusals import Refusal, refusal
from engine.kernel.seats import Seat

Choice = TypeVar("Choice")
Message = TypeVar("Message")
Choice_co = TypeVar("Choice_co", covariant=True)


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """What one seat is asked. `n` counts the seat's questions, so a late answer to an old one is known as such."""

    round: Number
    phase: Word
    seat: Seat
    n: Number

    _NAME: ClassVar[re.Pattern[str]] = re.compile(r"(\d{1,6})\.([a-z_]{1,24})\.(\d{1,3})\.(\d{1,6})", re.ASCII)

    def __str__(self) -> str:
        return f"{self.round}.{self.phase}.{self.seat}.{self.n}"

    @classmethod
    def read(cls, text: str) -> "Question | None":
        """The question of this name, which is as `str` writes it; None if the text names none.

        >>> Question.read(str(Question(2, "react", 1, 7)))
        Question(round=2, phase='react', seat=1, n=7)
        """
        parts = cls._NAME.fullmatch(text)
        return None if parts is None else cls(int(parts[1]), parts[2], Seat(int(parts[3])), int(parts[4]))

    def is_beside(self, other: "Question") -> bool:
        """Whether both are asked in the same phase of the same round."""
        return (self.round, self.phase) == (other.round, other.phase)


class Answer(Struct, Generic[Choice_co], frozen=True, forbid_unknown_fields=True, tag="answer"):
    """The seat's answer to an open question."""

    seat: SeatNumber
    question: Question
    choice: Choice_co
    id: Word = ""


class Withdraw(Struct, frozen=True, forbid_unknown_fields=True, tag="withdraw"):
    """Take back the answer that stands, while the others are still thinking."""

    seat: SeatNumber
    question: Question
    id: Word = ""


class StandIn(Struct, frozen=True, forbid_unknown_fields=True, tag="stand_in"):
    """The table answers in a seat's place, because of `reason`: the clock ran out, or the seat's player is away."""

    question: Question
    reason: Word = "clock"
    id: Word = ""


class Retire(Struct, frozen=True, forbid_unknown_fields=True, tag="retire"):
    """A seat leaves the game for good, whether or not it is asked.

    The host may send it for any seat, and the seat for itself where the game allows that; the site decides
    who may.
    """

    seat: SeatNumber
    id: Word = ""


class End(Struct, frozen=True, forbid_unknown_fields=True, tag="end"):
    """The host ends the game as it stands."""

    id: Word = ""


Command: TypeAlias = Answer[Choice] | Withdraw | StandIn | Retire | End
"""Every command that a game may be given."""


class Withdrawal(Struct, frozen=True, forbid_unknown_fields=True, tag="withdrawal"):
    """Among the choices of a seat: to take back the answer that stands."""


def command_for(question: Question, choice: Choice | Withdrawal, command_id: str = "") -> "Answer[Choice] | Withdraw":
    """The command that makes this choice."""
    if isinstance(choice, Withdrawal):
        return Withdraw(question.seat, question, command_id)
    return Answer(question.seat, question, choice, command_id)


class _Named(Struct):
    """A command as far as its name goes."""

    type: Word


_NAMES: "msgspec.json.Decoder[_Named]" = msgspec.json.Decoder(_Named)

MOST_SHOWN = 200
"""The most signs of an unreadable message that a refusal repeats."""


class Reader(Generic[Message]):
    """Reads messages from the wire, strictly, such as the commands of a game. Whatever the bytes are, the answer is a
    message or a refusal."""

    def __init__(self, messages: Any) -> None:
        """`messages` is the union of all of them; a union is no type to the checker, so `Message` says it again."""
        self._decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(messages)
        self._names = {(get_origin(one) or one).__struct_config__.tag for one in get_args(messages)}

    def __call__(self, data: bytes | str) -> Message | Refusal:
        try:
            return self._decoder.decode(data)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            reason = str(error) or type(error).__name__
        try:
            name = _NAMES.decode(data).type
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            pass
        else:
            if name not in self._names:
                return refusal("unknown", name=name[:40])
        return refusal("malformed", reason=reason[:MOST_SHOWN])

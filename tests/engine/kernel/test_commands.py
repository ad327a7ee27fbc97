"""Reading commands from the wire: whatever the bytes are, the answer is a command or a refusal."""

import zlib
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel import (
    Answer,
    End,
    Question,
    Refusal,
    Retire,
    StandIn,
    Withdraw,
    Withdrawal,
    command_for,
    encode,
)
from engine.kernel.seats import Seat
from tests.engine.kernel import high_card
from tests.engine.kernel.high_card import Play

READ = high_card.read_command
QUESTION = Question(1, "play", Seat(2), 3)
COMMANDS = (
    Answer(2, QUESTION, Play(7), "a1"),
    Withdraw(2, QUESTION, "a2"),
    StandIn(QUESTION, "away", "a3"),
    Retire(2, "a4"),
    End("a5"),
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["answer", "retire", "end"]),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["type", "seat", "question", "id", "x"]), inner),
    max_leaves=12,
)


def code_of(data: bytes | str) -> str:
    """The code of a refusal, which must be one that can be sent to a player."""
    answer = READ(data)
    assert isinstance(answer, Refusal), answer
    assert len(encode(answer)) < 3000
    return answer.code


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: type(command).__name__)
def test_every_command_survives_its_bytes(command: Any) -> None:
    assert READ(encode(command)) == command
    assert READ(encode(command).decode()) == command


def test_an_id_and_a_reason_may_be_left_out() -> None:
    assert READ(b'{"type":"end"}') == End()
    assert READ('{"type":"retire","seat":-1}') == Retire(-1)
    question = '{"round":1,"phase":"play","seat":2,"n":3}'
    assert READ(f'{{"type":"stand_in","question":{question}}}') == StandIn(QUESTION, "clock")


@pytest.mark.parametrize("name", ["", "Answer", "edit_state", "withdrawal", "👑", "x" * 64])
def test_an_unknown_command_has_a_code_of_its_own(name: str) -> None:
    answer = READ(encode({"type": name, "seat": 1}))
    assert answer == Refusal("unknown", f"There is no command called “{name[:40]}”.", None, {"name": name[:40]})


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" ",
        b"null",
        b"[]",
        b"{}",
        b"7",
        b'"answer"',
        b"{",
        b'{"type":"end"} {"type":"end"}',
        b'{"type":"end"',
        b'{"type":1}',
        b'{"type":"' + b"x" * 65 + b'"}',
        b'{"type":null}',
        b'{"type":"end","id":7}',
        b'{"type":"retire"}',
        b'{"type":"retire","seat":"1"}',
        b'{"type":"retire","seat":1.5}',
        b'{"type":"retire","seat":true}',
        b'{"type":"retire","seat":NaN}',
        b'{"type":"retire","seat":Infinity}',
        b'{"type":"retire","seat":1e999}',
        b'{"type":"retire","seat":' + b"9" * 5000 + b"}",
        b'{"type":"answer","seat":0,"question":[],"choice":{"type":"play","card":1}}',
        b'{"type":"answer","seat":0,"question":{"round":1,"phase":"p","seat":0,"n":1},"choice":{"type":"nix"}}',
        b'{"type":"answer","seat":0,"question":{"round":1,"phase":"p","seat":0,"n":1}}',
        b"\xff\xfe{}",
        b'{"type":"end","id":"\xff"}',
        b'{"type":"end","id":"\\ud800"}',
        b"\x00",
        "\ud800",
        '{"type":"end","id":"\ud800"}',
        b"[" * 500_000,
        b'{"type":"end","x":' + b"[" * 500_000,
        b'{"type":"end","x":' + b'{"a":' * 500_000,
        b'{"type":"end","type":"retire"}',
    ],
    ids=lambda data: f"{repr(data)[:30]}…{zlib.crc32(repr(data).encode()):x}",
)
def test_what_cannot_be_read_is_malformed(data: bytes | str) -> None:
    assert code_of(data) == "malformed"


def test_of_keys_that_are_repeated_the_last_counts() -> None:
    assert READ(b'{"type":"retire","seat":1,"seat":2}') == Retire(2)


@pytest.mark.parametrize("seat", [2**31, 2**63 - 1, 2**63, 2**64, 10**100, -(2**63), -(10**100)])
def test_a_number_that_is_no_seat_of_any_game_is_malformed(seat: int) -> None:
    assert code_of(b'{"type":"retire","seat":%d}' % seat) == "malformed"


def test_a_number_that_could_be_a_seat_is_read() -> None:
    assert [READ(b'{"type":"retire","seat":%d}' % seat) for seat in (-1, 999)] == [Retire(-1), Retire(999)]


@given(st.binary() | st.text().map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_a_command_or_a_refusal(data: bytes) -> None:
    assert isinstance(READ(data), Refusal | Answer | Withdraw | StandIn | Retire | End)


@given(st.text(st.characters()))
def test_any_text_is_a_command_or_a_refusal(data: str) -> None:
    assert isinstance(READ(data), Refusal | Answer | Withdraw | StandIn | Retire | End)


@given(JSON)
def test_any_json_is_a_command_or_a_refusal(value: object) -> None:
    data = msgspec.json.encode(value)
    answer = READ(data)
    if isinstance(answer, Refusal):
        assert answer.code in ("malformed", "unknown")
        assert msgspec.json.decode(encode(answer), type=Refusal) == answer


@given(st.sampled_from(COMMANDS), st.integers(0, 2**32))
def test_mutated_commands_are_commands_or_refusals(command: Any, seed: int) -> None:
    """Bytes flipped, cut, doubled; the game is never reached by anything but a command."""
    dice = Random(seed)
    data = bytearray(encode(command))
    for _ in range(dice.randrange(1, 5)):
        place = dice.randrange(len(data))
        match dice.randrange(4):
            case 0:
                data[place] = dice.randrange(256)
            case 1:
                data[place:place] = dice.choice([b"0", b'"', b"{", b"]", b"-", b"9" * 30, b"null", b"\\u0000"])
            case 2:
                del data[place : place + dice.randrange(8)]
            case _:
                data[place:place] = data[place : place + 20]
        data = data or bytearray(b"0")
    answer = READ(bytes(data))
    assert isinstance(answer, Refusal | Answer | Withdraw | StandIn | Retire | End)
    if isinstance(answer, Refusal):
        assert answer.code in ("malformed", "unknown")


def test_the_command_of_a_choice() -> None:
    assert command_for(QUESTION, Play(4), "x") == Answer(2, QUESTION, Play(4), "x")
    assert command_for(QUESTION, Withdrawal(), "y") == Withdraw(2, QUESTION, "y")


def test_a_question_is_named_by_round_phase_seat_and_number() -> None:
    assert str(QUESTION) == "1.play.2.3"


@given(
    st.builds(
        Question,
        st.integers(0, 999_999),
        st.text("abcdefghijklmnopqrstuvwxyz_", min_size=1, max_size=24),
        st.integers(0, 999),
        st.integers(0, 999_999),
    )
)
def test_a_question_is_read_back_from_its_name(question: Question) -> None:
    assert Question.read(str(question)) == question


@pytest.mark.parametrize(
    "text", ["", "1.react.0", "1.react.0.3.4", "1.React.0.3", "٢.react.1.7", "1.react.0.3\n", "-1.a.0.0"]
)
def test_what_names_no_question_is_none(text: str) -> None:
    assert Question.read(text) is None

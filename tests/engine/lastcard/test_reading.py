"""Content, states and records from outside: every fault is named, with its place."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.kernel import Broken, encode
from engine.lastcard import Content, LastCard, Setup, State, read_content, read_record
from engine.lastcard.content import Kind, deck
from tests.engine.contract import record_of
from tests.engine.lastcard.kit import GAME, SEED, LastCardSubject, laid
from tests.engine.random_play import drive


def places(broken: pytest.ExceptionInfo[Broken]) -> list[tuple[str, str]]:
    return [(fault.place, fault.code) for fault in broken.value.faults]


@pytest.mark.parametrize(
    ("row", "faults"),
    [
        (Kind("x5", "x", "5", 2, 5), [("deck[54].symbol", "unknown")]),
        (Kind("r5", "r", "6", 2, 5), [("deck[54].face", "misnamed"), ("deck[54].face", "twice")]),
        (Kind("W", "", "W", 2, 5), [("deck[54].face", "twice")]),
        (Kind("b0", "b", "0", 0, 0), [("deck[54].face", "twice"), ("deck[54].copies", "out_of_range")]),
        (Kind("r10", "r", "10", 1, -1), [("deck[54].symbol", "unknown"), ("deck[54].points", "out_of_range")]),
    ],
)
def test_a_broken_deck_is_told_row_by_row(row: Kind, faults: list[tuple[str, str]]) -> None:
    content = Content(deck=(*deck(), row))
    with pytest.raises(Broken) as broken:
        read_content(encode(content))
    assert places(broken) == faults
    with pytest.raises(Broken):
        LastCard(content)


def test_a_deck_has_a_limit() -> None:
    with pytest.raises(Broken, match="at most 200 cards"):
        read_content(encode(Content(deck=(*deck()[1:], Kind("r0", "r", "0", 100, 0)))))


def test_the_shipped_deck_is_read_as_it_was_written() -> None:
    assert read_content(encode(Content())) == Content()
    assert LastCard(read_content(encode(Content()))).digest == GAME.digest


@pytest.mark.parametrize(
    ("setup", "fields"),
    [
        (Setup(1), ["seats"]),
        (Setup(11), ["seats"]),
        (Setup(4, 0), ["hand"]),
        (Setup(2, 21), ["hand"]),
        (Setup(8, 13), ["hand"]),
        (Setup(4, target=-1), ["target"]),
        (Setup(0, 30, 3), ["seats", "hand", "target"]),
        (msgspec.convert({"seats": 4}, Setup), []),
    ],
)
def test_a_set_up_that_cannot_be_played_is_named(setup: Setup, fields: list[str]) -> None:
    if not fields:
        assert GAME.start(setup, SEED)
        return
    with pytest.raises(Broken) as broken:
        GAME.start(setup, SEED)
    assert [place for place, _ in places(broken)] == fields


def test_unknown_words_of_a_set_up_are_named() -> None:
    wrong = Setup(4, draw_four="now", calls="loud")  # type: ignore[arg-type]
    with pytest.raises(Broken) as broken:
        GAME.start(wrong, SEED)
    assert [place for place, _ in places(broken)] == ["draw_four", "calls"]


def test_a_bad_seed_is_named() -> None:
    with pytest.raises(Broken, match="hexadecimal"):
        GAME.start(Setup(2), "0x")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"pile": ("r1",)}, "cards_lost"),
        ({"hands": (("g2", "g1"), ("b1", "b2"))}, "hand_unsorted"),
        ({"colour": "r"}, "wrong_colour"),
        ({"colour": "x"}, "no_such_colour"),
        ({"drawn": "y9"}, "drawn_not_held"),
        ({"asked": (1,)}, "wrong_seat_asked"),
        ({"n": (1,)}, "wrong_seats"),
        ({"turn": 7}, "no_such_seat"),
        ({"asked": (0, 9)}, "no_such_seat"),
        ({"left": (0,)}, "left_seat_asked"),
        ({"direction": 2}, "no_such_turn"),
        ({"passed": -2}, "no_such_turn"),
        ({"discard": ()}, "no_such_card"),
        ({"pile": ("moon",)}, "no_such_card"),
        ({"scores": (-1, 0)}, "below_zero"),
        ({"seed": "abc"}, "bad_seed"),
        ({"asked": ()}, "nobody_asked"),
        ({"ended": "target"}, "nobody_asked"),
        ({"phase": "drawn"}, "nothing_drawn"),
        ({"content": "0"}, "other_content"),
    ],
)
def test_a_state_that_is_none_is_not_read(changes: dict[str, Any], code: str) -> None:
    state: State = replace(laid("g1 g2|b1 b2", "g5"), **changes)
    with pytest.raises(Broken) as broken:
        GAME.decode(GAME.encode(state))
    assert code in [code for _, code in places(broken)]


def test_faults_of_a_record_are_named() -> None:
    subject = LastCardSubject(Setup(2), 1)
    record = replace(record_of(subject, list(drive(subject, 5))), content=Content())
    assert read_record(encode(record)).setup == Setup(2)
    wrong = replace(record, game="heat", setup=Setup(1), seed="z")
    with pytest.raises(Broken) as broken:
        read_record(encode(wrong))
    assert [place for place, _ in places(broken)] == ["setup.seats", "game", "seed"]

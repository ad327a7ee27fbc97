"""Records: folding, replaying and verifying, and every way in which a record can be wrong named with its place."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.kernel import Answer, Broken, Entry, Question, Seed, decode, encode, fold, replay, verify, verify_events
from engine.kernel.seats import Seat
from tests.engine.kernel.high_card import Chosen, Command, Dealt, Event, HighCard, Play, Setup, Shown, State, Withdrew
from tests.engine.kernel.test_kernel_game import GAME, Kept, played

RECORD, STATES = played(seed=1)


def changed(number: int, **changes: Any) -> Kept:
    """The record with one entry that is other."""
    entries = RECORD.entries
    return replace(RECORD, entries=(*entries[:number], replace(entries[number], **changes), *entries[number + 1 :]))


def fault_of(record: Kept) -> tuple[str, str]:
    with pytest.raises(Broken) as caught:
        verify(GAME, record)
    (fault,) = caught.value.faults
    assert caught.value.what == "record"
    assert fault.text
    return fault.place, fault.code


def test_verify_gives_the_last_state() -> None:
    assert verify(GAME, RECORD) == STATES[-1]


def test_verify_of_every_prefix_gives_the_state_there() -> None:
    for number, state in enumerate(STATES):
        assert verify(GAME, replace(RECORD, entries=RECORD.entries[: number + 1])) == state


def test_verify_events_gives_the_last_state_whatever_would_be_decided_again() -> None:
    other = replace(RECORD, seed=Seed("ab" * 16))
    assert verify_events(GAME, other) == STATES[-1]
    with pytest.raises(Broken):
        verify(GAME, other)


def test_verify_events_of_events_that_do_not_fit() -> None:
    for record, fault in (
        (replace(RECORD, entries=()), ("entries[0]", "no_start")),
        (replace(RECORD, entries=RECORD.entries[1:]), ("entries[0]", "no_start")),
        (changed(2, events=(Chosen(77, 1),)), ("entries[2].events", "misfit")),
        (changed(1, events=(Chosen(0, 99),)), ("entries[1].events", "unsound")),
    ):
        with pytest.raises(Broken) as caught:
            verify_events(GAME, record)
        assert [(one.place, one.code) for one in caught.value.faults] == [fault]


def test_fold_goes_on_from_a_state() -> None:
    later = [event for entry in RECORD.entries[4:] for event in entry.events]
    assert fold(GAME, later, STATES[3]) == STATES[-1]


def test_fold_of_nothing_is_no_game() -> None:
    with pytest.raises(AssertionError):
        fold(GAME, ())


def test_replay_of_nothing_is_nothing() -> None:
    assert list(replay(GAME, ())) == []


def test_no_start() -> None:
    assert fault_of(replace(RECORD, entries=())) == ("entries[0]", "no_start")
    assert fault_of(replace(RECORD, entries=RECORD.entries[1:])) == ("entries[0]", "no_start")


def test_no_command() -> None:
    assert fault_of(changed(3, command=None)) == ("entries[3].command", "no_command")


def test_an_event_differs() -> None:
    last = RECORD.entries[-1].events
    assert isinstance(last[1], Shown)
    other = (last[0], replace(last[1], dice=(9, 9)), *last[2:])
    place = f"entries[{len(RECORD.entries) - 1}].events[1]"
    assert fault_of(changed(len(RECORD.entries) - 1, events=other)) == (place, "differs")


def test_the_start_differs() -> None:
    assert fault_of(replace(RECORD, seed=Seed("ab" * 16))) == ("entries[0].events[0]", "differs")
    assert fault_of(replace(RECORD, setup=Setup(2))) == ("entries[0].events[0]", "differs")


def test_an_event_too_few_or_too_many_differs() -> None:
    events = RECORD.entries[2].events
    for other in (events[:-1], (*events, events[-1]), ()):
        assert fault_of(changed(2, events=other)) == ("entries[2].events", "differs")


def test_a_refused_command_is_named_by_its_code() -> None:
    entries = RECORD.entries
    early = Answer(0, Question(9, "play", Seat(0), 9), Play(1))
    assert fault_of(changed(2, command=early)) == ("entries[2].command", "not_asked")
    assert fault_of(replace(RECORD, entries=(*entries, entries[-1])))[1] == "over"
    again = (*entries[:4], entries[1], *entries[5:])
    assert fault_of(replace(RECORD, entries=again)) == ("entries[4].command", "stale")


def test_a_set_up_that_cannot_be_played_is_broken() -> None:
    with pytest.raises(Broken) as caught:
        verify(GAME, replace(RECORD, setup=Setup(77)))
    assert caught.value.what == "setup"


@pytest.mark.parametrize(
    ("number", "events"),
    [
        (0, ()),
        (0, (Chosen(0, 1),)),
        (2, (Withdrew(99),)),
        (2, (Shown((1,), (1, 1), (0,)),)),
        (2, (Dealt(Seed(""), "", Setup(0), ()), Shown((1, 2, 3), (1, 1), (0,)))),
    ],
)
def test_replay_names_the_entry_whose_events_do_not_fit(number: int, events: Any) -> None:
    with pytest.raises(Broken) as caught:
        list(replay(GAME, changed(number, events=events).entries))
    (fault,) = caught.value.faults
    assert (fault.place, fault.code) == (f"entries[{number}].events", "misfit")


def test_replay_gives_the_states_before_the_misfit() -> None:
    states = replay(GAME, changed(4, events=(Shown((), (), ()),)).entries)
    assert [next(states) for _ in range(4)] == STATES[:4]
    with pytest.raises(Broken):
        next(states)


def test_bytes_are_the_same_for_the_same_value() -> None:
    """Whatever order a mapping was made in, and whichever instance it is."""
    assert encode({"b": 1, "a": 2}) == encode({"a": 2, "b": 1}) == b'{"a":2,"b":1}'
    assert encode(RECORD) == encode(played(seed=1)[0]) != encode(played(seed=2)[0])


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"", ""),
        (b"\xff", ""),
        (b"[", ""),
        (b"[" * 200_000, ""),
        ("\ud800", ""),
        (b'{"seed":1}', "seed"),
        (b'{"seed":"","hands":[[1,"x"]]}', "hands[0][1]"),
        (b'{"seed":"","hands":[],"chosen":[],"points":[NaN]}', ""),
        (b'{"seed":""}', ""),
        (b"null", ""),
    ],
)
def test_decode_gives_a_value_or_a_fault_with_its_place(data: bytes | str, place: str) -> None:
    with pytest.raises(Broken) as caught:
        decode(msgspec.json.Decoder(State), data, "state")
    (fault,) = caught.value.faults
    assert (fault.place, fault.code) == (place, "malformed")
    assert str(caught.value).startswith("state: ")


def test_a_fault_names_its_place_in_its_text() -> None:
    with pytest.raises(Broken, match=r"^record: entries\[3\]\.command: a command is missing here$"):
        verify(GAME, changed(3, command=None))


def test_an_entry_of_the_start_has_no_command() -> None:
    start: Entry[Command, Any] = Entry(None, HighCard().start(Setup(3), RECORD.seed))
    assert RECORD.entries[0] == start
    assert msgspec.to_builtins(start)["command"] is None


def from_position(number: int) -> Kept:
    """The rest of the record, as one that goes on from the state after an entry."""
    entries = (Entry[Command, Event](None, ()), *RECORD.entries[number + 1 :])
    return replace(RECORD, entries=entries, position=STATES[number])


def test_a_game_goes_on_from_a_position() -> None:
    for number in range(len(STATES)):
        record = from_position(number)
        assert verify(GAME, record) == verify_events(GAME, record) == STATES[-1]
        assert list(replay(GAME, record.entries, record.position)) == STATES[number:]


def test_a_position_that_is_not_sound_begins_nothing() -> None:
    record = replace(
        RECORD, entries=(Entry[Command, Event](None, ()),), position=replace(STATES[0], hands=((99,),) * 3)
    )
    for check in (verify, verify_events):
        with pytest.raises(Broken) as caught:
            check(GAME, record)
        assert [(fault.place, fault.code) for fault in caught.value.faults] == [("position", "unsound")]


def test_the_first_entry_after_a_position_has_no_events() -> None:
    record = from_position(2)
    first = Entry[Command, Event](None, RECORD.entries[3].events)
    with pytest.raises(Broken):
        verify(GAME, replace(record, entries=(first, *record.entries[1:])))


def test_a_record_without_a_position_is_written_as_before() -> None:
    assert b"position" not in encode(RECORD)

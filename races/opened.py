"""Reading a record from a file, in the process that looks back at races.

Everything in a file comes from outside. It is read strictly, by the types of its game, and played again; a record that
this site cannot read or play is refused with a code. All that its pages need is made here, too: the site's own
processes only store it (`races.openings`).
"""

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

import engine
from engine.kernel.chance import Seed
from engine.kernel.commands import Command
from engine.kernel.records import Entry, Record, encode, replay, verify, verify_events
from races import registry
from races.film import Index, index_of
from races.games import AnyTableGame
from races.models import Race, Seat
from races.race_log import EntryEvents, logged

LARGEST = 2_500_000
"""Bytes of a record: a long race of twelve has about one million. The server takes no longer request than a little more
(`heatsite.requests`)."""
MOST_ENTRIES = 6_000
MOST_SEATS = 12
LARGEST_STATE = 64 * 1024
"""Bytes of a state: that of twelve cars with everything has a sixth of it. Whoever drives on from a larger one has it
written with each command."""
LARGEST_CONTENT = 128 * 1024
"""Bytes of the content: that of the largest circuit with everything has a fifth of it."""
MOST_EVENTS_OF_ENTRY, MOST_EVENTS = 400, 40_000
"""Events of one command and of a race: those of twelve cars with everything have 54, and 14,000 in nine laps."""
MOST_LINES_OF_ENTRY, MOST_LINES = 100, 8_000
"""Lines of the log for one command and for a race: 27, and 4,000 in nine laps. A page shows all of them."""
CPU_SECONDS = 10
"""Processor time for one file. The longest legal race takes a tenth of a second."""


_RULES, _LEGEND = Race._meta.get_field("rules").max_length or 0, Seat._meta.get_field("legend").max_length or 0
"""Signs that the columns for these names have."""


class NotOpened(Exception):
    """Why a file is not opened, by a code: `broken`, `foreign`, `newer`, `unfinished`, `too_large`."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


class _Entry(msgspec.Struct):
    command: msgspec.Raw
    events: msgspec.Raw


class OpenedSeat(msgspec.Struct):
    """Who drove, as the file says; what of it is missing or unheard of is made up."""

    name: str = ""
    colour: str = ""
    number: int = 0
    kind: str = ""
    legend: str = ""


class _File(msgspec.Struct):
    game: str
    engine: str
    content: msgspec.Raw
    setup: msgspec.Raw
    seed: str
    entries: list[_Entry]
    seats: list[OpenedSeat] = []
    position: msgspec.Raw = msgspec.Raw()


class Opened(msgspec.Struct):
    """A record that was read and played again, as it is stored."""

    game: str
    engine: str
    digest: str
    content: str
    setup: str
    seed: str
    laps: int
    rules: str
    track: tuple[str, str] | None
    """The id and the name of its circuit, in a game that has circuits."""
    position: str
    """The state from which it went on; empty for a race that began with its set-up."""
    state: str
    entries: list[tuple[int, str, str]]
    """Of each entry the seat, the command and the events; the table itself has the seat -1."""
    places: list[int]
    seats: list[OpenedSeat]
    index: Index


def read_in_time(data: bytes) -> bytes:
    """Read a file within its processor time. Return an `Opened`, or the code of why there is none.

    The answer is bytes: it goes from one process to another.
    """
    try:
        with _processor_time(CPU_SECONDS):
            return msgspec.json.encode(read(data))
    except NotOpened as fault:
        return msgspec.json.encode(fault.code)
    except _OutOfTime:
        return msgspec.json.encode("too_large")


class _OutOfTime(BaseException):
    """The processor time of a file is over. What reads files catches each `Exception`, and must not catch this."""


@contextmanager
def _processor_time(seconds: float) -> Iterator[None]:
    """Raise `_OutOfTime` in the main thread of this process once it has used so much processor time."""

    def late(_signal: int, _frame: object) -> None:
        raise _OutOfTime

    before = signal.signal(signal.SIGPROF, late)
    # Again and again: Python drops an exception that is raised in the midst of a finalizer.
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.5)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def read(data: bytes) -> Opened:
    """Read a record and play it again. Raises `NotOpened`."""
    file = _decoded(data)
    try:
        table_game: AnyTableGame = registry.part(file.game, "table_game").bind(bytes(file.content))
        record = _record(file, table_game)
        state = (verify if file.engine == engine.__version__ else verify_events)(table_game.game, record)
        if table_game.game.awaiting(state):
            raise NotOpened("unfinished")
        return _opened(file, table_game, record, state)
    except NotOpened:
        raise
    except Exception as fault:  # a file may claim anything: this is the border
        raise NotOpened("broken") from fault


def _decoded(data: bytes) -> _File:
    if len(data) > LARGEST:
        raise NotOpened("too_large")
    try:
        file = msgspec.json.decode(data, type=_File)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise NotOpened("broken") from None
    if file.game not in registry.GAMES:
        raise NotOpened("foreign")
    if _newer(file.engine):
        raise NotOpened("newer")
    if len(file.entries) > MOST_ENTRIES or len(file.seats) > MOST_SEATS or len(bytes(file.content)) > LARGEST_CONTENT:
        raise NotOpened("too_large")
    return file


def _newer(version: str) -> bool:
    """Return whether another version of the engine is a later one than this. Raises `NotOpened` for one that is no
    number."""
    parts = version.split(".")
    if len(parts) > 4 or not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts):
        raise NotOpened("broken")
    return [int(part) for part in parts] > [int(part) for part in engine.__version__.split(".")]


def _record(file: _File, table_game: AnyTableGame) -> Record[Any, Any, Any, Any, Any]:
    setup, seed = table_game.read_setup(bytes(file.setup).decode()), Seed(file.seed)
    entries = tuple(_entry(table_game, one) for one in file.entries)
    events = [len(entry.events) for entry in entries]
    if max(events, default=0) > MOST_EVENTS_OF_ENTRY or sum(events) > MOST_EVENTS:
        raise NotOpened("too_large")
    return Record(
        game=file.game,
        engine=file.engine,
        content=table_game.game.content,
        setup=setup,
        seed=seed,
        entries=entries,
        position=table_game.read_position(bytes(file.position), setup, seed) if file.position else None,
    )


def _entry(table_game: AnyTableGame, one: _Entry) -> Entry[Command[object], object]:
    command = bytes(one.command).decode()
    events = table_game.read_events(bytes(one.events).decode())
    return Entry(None if command == "null" else table_game.read_command(command), events)


def _opened(file: _File, table_game: AnyTableGame, record: Record[Any, Any, Any, Any, Any], state: object) -> Opened:
    game, content = table_game.game, record.content
    track = getattr(content, "track", None)
    places = list(game.places(game.view(state, None)))
    rules = getattr(getattr(content, "rules", None), "name", "")
    seats = [_seat(file.seats, number, record.setup) for number in range(len(places))]
    for text, column in ((rules, _RULES), *((seat.legend, _LEGEND) for seat in seats)):
        if len(text) > column or not text.isprintable():
            raise NotOpened("broken")
    return Opened(
        game=file.game,
        engine=file.engine,
        digest=game.digest,
        content=encode(content).decode(),
        setup=encode(record.setup).decode(),
        seed=record.seed,
        laps=getattr(record.setup, "laps", 0),
        rules=rules,
        track=(track.id, track.name) if track else None,
        position="" if record.position is None else game.encode(record.position).decode(),
        state=game.encode(state).decode(),
        entries=[
            (
                getattr(entry.command, "seat", -1),
                encode(entry.command).decode() if entry.command else "",
                encode(entry.events).decode(),
            )
            for entry in record.entries
        ],
        places=places,
        seats=seats,
        index=index_of(table_game, registry.part(file.game, "pages").PAGES.jump_to, _happened(table_game, record)),
    )


def _happened(table_game: AnyTableGame, record: Record[Any, Any, Any, Any, Any]) -> Iterator[EntryEvents]:
    """The entries with their states. Raises `NotOpened` for a state, or a log, larger than any of a real race."""
    before, told = record.position, 0
    for seq, state in enumerate(replay(table_game.game, record.entries, record.position)):
        happened = EntryEvents(seq, before, record.entries[seq].events, state)
        lines = len(logged(table_game, happened).lines)
        told += lines
        if len(table_game.game.encode(state)) > LARGEST_STATE or lines > MOST_LINES_OF_ENTRY or told > MOST_LINES:
            raise NotOpened("too_large")
        yield happened
        before = state


def _seat(told: Sequence[OpenedSeat], number: int, setup: object) -> OpenedSeat:
    entrants = getattr(setup, "entrants", ())
    legend = getattr(entrants[number], "legend", None) or "" if number < len(entrants) else ""
    return msgspec.structs.replace(told[number] if number < len(told) else OpenedSeat(), legend=legend)

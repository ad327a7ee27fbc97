"""Reading a record from a file, in the process that looks back at races.

Everything in a file comes from outside. It is read strictly, by the types of its game and within the bounds of
`engine.kernel.bounds`, and played again; a record that this site cannot read or play is refused with a code. All that
its pages need is made here, too: the site's own processes only store it (`races.openings`).
"""

import signal
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any

import msgspec

import engine
from engine.kernel import bounds
from engine.kernel.bounds import ENTRIES, Label, Number, SeedText, Sentence, Some, Word
from engine.kernel.chance import Seed
from engine.kernel.commands import Command
from engine.kernel.records import Entry, Record, encode, replay, verify, verify_events
from races import registry
from races.film import Index, index_of
from races.games import AnyTableGame
from races.models import Race, Seat
from races.race_log import EntryEvents, logged

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

    name: Sentence = ""
    colour: Word = ""
    number: Number = 0
    kind: Word = ""
    legend: Word = ""


class _File(msgspec.Struct):
    game: Label
    engine: Label
    content: msgspec.Raw
    setup: msgspec.Raw
    seed: SeedText
    entries: Annotated[list[_Entry], msgspec.Meta(max_length=ENTRIES.most)]
    seats: Some[OpenedSeat] = []
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


def read_in_time(packed: bytes) -> bytes:
    """Read a file of the queue within its processor time. Return an `Opened`, or the code of why there is none.

    The answer is bytes: it goes from one process to another.
    """
    try:
        with _processor_time(CPU_SECONDS):
            return msgspec.json.encode(read(zlib.decompress(packed)))
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
    if len(data) > bounds.RECORD_BYTES.most:
        raise NotOpened("too_large")
    try:
        file = msgspec.json.decode(data, type=_File)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise NotOpened("broken") from None
    if file.game not in registry.GAMES:
        raise NotOpened("foreign")
    if _newer(file.engine):
        raise NotOpened("newer")
    if len(file.entries) > bounds.FILE_ENTRIES.most or len(bytes(file.content)) > bounds.CONTENT_BYTES.most:
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
    if sum(events) > bounds.FILE_EVENTS.most:
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
        too_large = len(table_game.game.encode(state)) > bounds.STATE_BYTES.most
        if too_large or lines > bounds.LINES.most or told > bounds.FILE_LINES.most:
            raise NotOpened("too_large")
        yield happened
        before = state


def _seat(told: Sequence[OpenedSeat], number: int, setup: object) -> OpenedSeat:
    entrants = getattr(setup, "entrants", ())
    legend = getattr(entrants[number], "legend", None) or "" if number < len(entrants) else ""
    return msgspec.structs.replace(told[number] if number < len(told) else OpenedSeat(), legend=legend)

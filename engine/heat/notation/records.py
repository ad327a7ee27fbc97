"""The record of a race as a text: tags, one step a line with what came of it, the result.

Reading a record is playing it again. A step carries its command whole; what came of it is decided anew, and where the
text tells it, compared.
"""

import re
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.heat import grammar as w
from engine.heat.choices import Choice
from engine.heat.events import Finished
from engine.heat.game import Command, Heat
from engine.heat.moves import MOVES
from engine.heat.notation.happenings import AND, happenings, read_choice, write_choice
from engine.heat.notation.tags import KNOWN, POSITION, Values, read_tags, write_tags
from engine.heat.reading import RaceRecord, start_faults
from engine.heat.state import State
from engine.heat.tables import Moves, Tables, tables_of
from engine.kernel.commands import Answer, End, Question, Retire, StandIn, Withdraw
from engine.kernel.faults import Broken, Fault
from engine.kernel.records import Entry, fold, verify
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat

START = "start"
LEADS_TO = "->"
COMMENT = ";"
RESULT = "result"
OPEN = "open"

_TAG = re.compile(r"\[([A-Za-z]+)\s+(.*)\]", re.DOTALL)


# Writing


def write_record(record: RaceRecord, engine: str = "", moves: Moves = MOVES) -> str:
    """The record as a text. Raises `Broken` for a race that does not play again, since no text could be read back.

    `engine` is the version that writes; see `read_record_text`.
    """
    game = Heat(record.content, moves)
    try:
        verify(game, record)
    except Broken as broken:
        raise _of_other_engine(broken, record.engine, engine) from broken
    lines = [*write_tags(record), ""]
    for number, entry in enumerate(record.entries):
        command = START if entry.command is None else _command(entry.command, game.tables)
        lines.append(f"{number}. {command} {LEADS_TO} {happenings(entry.events, game.course, game.tables)}")
    lines += ["", f"{RESULT} {_result(record.entries[-1].events)}"]
    return "\n".join(lines) + "\n"


def _command(command: Command, tables: Tables) -> str:
    marked = f" id {w.name(command.id)}" if command.id else ""
    match command:
        case Answer(_, question, choice):
            return f"{_question(question)} {' '.join(write_choice(choice, tables))}{marked}"
        case Withdraw(_, question):
            return f"{_question(question)} withdraw{marked}"
        case StandIn(question, reason):
            return f"{_question(question)} stand-in {w.name(reason)}{marked}"
        case Retire(seat):
            return f"retire {seat}{marked}"
        case End():
            return f"end{marked}"


def _question(question: Question) -> str:
    return f"{question.round} {w.name(question.phase)} {question.seat}#{question.n}"


def _result(events: tuple[Any, ...]) -> str:
    last = events[-1] if events else None
    return f"{w.name(last.reason)} {w.numbers(last.ranking)}" if isinstance(last, Finished) else OPEN


# Reading


class _Step(Struct):
    """A line of the text that is a step."""

    line: int
    command: Command | None
    written: str


class _Text(Struct):
    """A text, taken to pieces."""

    tags: Values
    steps: list[_Step]
    result: tuple[int, str] | None
    faults: list[Fault]

    def fault(self, line: int, code: str, text: str) -> None:
        self.faults.append(Fault(f"line {line}", code, text))


def read_record_text(text: str, engine: str = "", moves: Moves = MOVES) -> RaceRecord:
    """Read a record, and play it again. Raises `Broken` with every fault, or with the first line that differs.

    A text holds commands, and of the events only what can be told; so it cannot be folded. With `engine`, the version
    that reads it, a text of another version that comes out otherwise is said to be that, and not to differ.
    """
    tables = tables_of(moves)
    pieces = _Text({}, [], None, [])
    for line, whole in enumerate(text.split("\n"), start=1):
        words = w.split(whole, COMMENT)[0].strip(" \t\r")
        if words.startswith("["):
            _read_tag(pieces, line, words)
        elif words:
            _read_line(pieces, line, w.tokens(words), tables)
    head = read_tags(pieces.tags, pieces.faults, tables.vocabulary.symbols)
    if not pieces.steps:
        pieces.faults.append(Fault("", "no_start", "there is no step; the first is “0. start”"))
    if head is not None and POSITION in pieces.tags and not pieces.faults:
        head = _read_position(head, pieces, moves)
    if head is None or pieces.faults:
        raise Broken("record", tuple(pieces.faults))
    try:
        return _play(head, pieces, moves)
    except Broken as broken:
        raise _of_other_engine(broken, head.engine, engine) from broken


def _read_position(head: RaceRecord, pieces: _Text, moves: Moves) -> RaceRecord:
    """The record with the position from which the race goes on."""
    line, written = pieces.tags[POSITION]
    game = Heat(head.content, moves)
    try:
        position = game.decode(written)
        head = replace(head, position=position)
        faults = start_faults(game, position, head.setup, head.seed)
    except Broken as broken:
        faults = broken.faults
    for fault in faults:
        pieces.fault(line, fault.code, f"{POSITION} {fault.place}: {fault.text}")
    return head


def _of_other_engine(broken: Broken, made_by: str, engine: str) -> Broken:
    """The faults of a record that another version of the engine made: that, and no difference."""
    if engine in {"", made_by}:
        return broken
    text = (
        f"engine {w.shown(made_by)} made this record, and this is {engine}, which decides otherwise here; a text holds "
        "no events that could be folded, so it takes that engine, or the record in its JSON form"
    )
    return Broken("record", tuple(Fault(one.place, "other_engine", text) for one in broken.faults))


def _read_tag(pieces: _Text, line: int, words: str) -> None:
    found = _TAG.fullmatch(words)
    if not found:
        pieces.fault(line, "bad_tag", 'a tag is [Name "value"]')
    elif found[1] not in KNOWN:
        pieces.fault(line, "unknown_tag", f"there is no tag {w.shown(found[1])}, but {', '.join(KNOWN)}")
    elif found[1] in pieces.tags:
        pieces.fault(line, "twice", f"the tag {found[1]} stands here for the second time")
    elif pieces.steps:
        pieces.fault(line, "late_tag", "tags stand before the steps")
    else:
        pieces.tags[found[1]] = (line, found[2])


def _read_line(pieces: _Text, line: int, words: list[str], tables: Tables) -> None:
    if pieces.result is not None:
        pieces.fault(line, "after_result", "nothing comes after the result")
    elif words[0] == RESULT:
        pieces.result = (line, " ".join(words[1:]))
    else:
        place = words.index(LEADS_TO) if LEADS_TO in words else len(words)
        written = " ".join(words[place + 1 :])
        number = len(pieces.steps)
        command = None
        if words[0] != f"{number}.":
            pieces.fault(line, "bad_number", f"this is step {number}, not {w.shown(words[0])}")
        elif (words[1:place] == [START]) != (number == 0):
            pieces.fault(line, "no_start", "step 0 is the start, and no other")
        elif number:
            try:
                command = _read_command(words[1:place], tables)
            except w.Unreadable as error:
                pieces.fault(line, error.code, error.text)
        pieces.steps.append(_Step(line, command, written))


def _read_command(words: list[str], tables: Tables) -> Command:
    mark = ""
    if words[-2:-1] == ["id"]:
        mark = w.read_name(words[-1])
        words = words[:-2]
    match words:
        case ["end"]:
            return End(mark)
        case ["retire", seat]:
            return Retire(w.whole()(seat), mark)
        case [round, phase, who, *rest] if rest:
            seat, _, n = who.partition("#")
            question = Question(w.whole()(round), w.read_name(phase), Seat(w.whole()(seat)), w.whole()(n))
            return _read_answer(question, rest, mark, tables)
    raise w.Unreadable("bad_step", "a step is: round phase seat#question choice; or: retire seat; or: end")


def _read_answer(question: Question, words: list[str], mark: str, tables: Tables) -> Command:
    match words:
        case ["withdraw"]:
            return Withdraw(question.seat, question, mark)
        case ["stand-in", reason]:
            return StandIn(question, w.read_name(reason), mark)
    return Answer[Choice](question.seat, question, read_choice(words, tables), mark)


def _play(head: RaceRecord, pieces: _Text, moves: Moves) -> RaceRecord:
    """The race, decided again, step by step; it ends at the first that differs from what the text tells."""
    game = Heat(head.content, moves)
    events = game.start(head.setup, head.seed) if head.position is None else ()
    state: State = fold(game, events, head.position)
    entries: list[Entry[Any, Any]] = []
    for step in pieces.steps:
        if step.command is not None:
            decided = game.decide(state, step.command)
            if isinstance(decided, Refusal):
                raise Broken("record", (Fault(f"line {step.line}", decided.code, decided.sentence),))
            events, state = decided.events, decided.state
        _compare(step, happenings(events, game.course, game.tables))
        entries.append(Entry(step.command, events))
    if pieces.result is not None and pieces.result[1] != _result(events):
        text = f"played again the result is “{_result(events)}”, not {w.shown(pieces.result[1])}"
        raise Broken("record", (Fault(f"line {pieces.result[0]}", "differs", text),))
    return replace(head, entries=tuple(entries))


def _compare(step: _Step, again: str) -> None:
    if not step.written or step.written == " ".join(w.tokens(again)):
        return
    kept = step.written.split(AND)
    played = again.split(AND)
    place = next((i for i, pair in enumerate(zip(kept, played, strict=False)) if pair[0] != pair[1]), None)
    if place is None:
        text = f"played again {len(played)} things happen here, not {len(kept)}"
    else:
        text = f"played again this is “{played[place]}”, not {w.shown(kept[place])}"
    raise Broken("record", (Fault(f"line {step.line}", "differs", text),))

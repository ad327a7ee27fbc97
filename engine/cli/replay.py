"""A recorded race, told as one viewer may know it, as far as one likes; and whether it plays again to the byte."""

import argparse
import json
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

import engine
from engine.cli import replay_season, sentences
from engine.cli.options import bytes_of
from engine.cli.replay_season import is_decided_again, verdict
from engine.heat import Heat, RaceRecord, State, read_record
from engine.heat.events import Event
from engine.heat.masking import Seen
from engine.heat.notation import read_record_text, write_position, write_record
from engine.heat.season import SeasonRecord, race_record, read_season
from engine.kernel import Broken, Fault, replay, verify, verify_events

EVERYTHING = "all"
SPECTATOR = "spectator"


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "replay",
        help="tell a recorded race again, or check it",
        description="Tell what happened in a recorded race, step by step, and print the position that it came to. A "
        "record is read in either of its forms, JSON or text (docs/NOTATION.md). Of the record of a championship the "
        "table is printed, or one of its races told.",
    )
    parser.add_argument("record", metavar="RECORD", help="a file with the record of a race or a championship")
    parser.add_argument("--race", metavar="NUMBER", type=int, help="of a championship: tell this race, from 1 on")
    parser.add_argument(
        "--verify",
        action="store_true",
        help="decide every command again, and say at which step it differs; a record of another engine version is "
        "checked by its stored events",
    )
    parser.add_argument(
        "--as",
        dest="viewer",
        metavar="VIEWER",
        help=f"tell only what this viewer may know: a seat, {SPECTATOR} (the default), or {EVERYTHING}",
    )
    parser.add_argument("--until", metavar="STEP", type=int, help="stop after this step; the start is step 0")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object")
    form.add_argument("--text", action="store_true", help="print the whole record as text, and nothing else")
    parser.set_defaults(run=run)


def read_either(data: bytes) -> RaceRecord | SeasonRecord:
    """A record in the form that it is in. Raises `Broken` with every fault."""
    if data.lstrip()[:1] == b"{":
        try:
            return read_record(data)
        except Broken as broken:
            if replay_season.claims(data):
                return read_season(data)
            raise broken from None
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise Broken("record", (Fault("", "malformed", f"this is neither JSON nor text ({error.reason})"),)) from None
    return read_record_text(text, engine.__version__)


def run(given: argparse.Namespace) -> int:
    viewer = given.viewer or (EVERYTHING if given.text else SPECTATOR)
    try:
        record = read_either(bytes_of(given.record, "record"))
        if isinstance(record, SeasonRecord) and given.race is None:
            return replay_season.tell(given, record)
        record = race_of(record, given.race)
    except Broken as broken:
        raise _discreet(broken, viewer) from None
    return _tell(given, record, viewer)


def race_of(record: RaceRecord | SeasonRecord, number: int | None) -> RaceRecord:
    """The race that is asked for."""
    if isinstance(record, SeasonRecord):
        assert number is not None, "without a number the championship itself is told"
        if not 1 <= number <= len(record.races):
            text = f"the races of this championship are 1 to {len(record.races)}, not {number}"
            raise Broken("options", (Fault("--race", "out_of_range", text),))
        return race_record(record, number - 1)
    if number is not None:
        raise Broken("options", (Fault("--race", "other_record", "this is the record of one race already"),))
    return record


def _tell(given: argparse.Namespace, record: RaceRecord, viewer: str) -> int:
    game = Heat(record.content)
    _check_options(given, record, viewer)
    if given.text:
        if given.until is not None:
            record = msgspec.structs.replace(record, entries=record.entries[: given.until + 1])
        try:
            print(write_record(record, engine.__version__), end="")
        except Broken as broken:
            raise _by_steps(broken) from None
        return 0
    if given.verify:
        _verify(game, record, viewer)
    steps, position = _told(game, record, viewer, given.until)
    if given.json:
        print(_json(given, record, viewer, steps, position))
        return 0
    for step in steps:
        for number, sentence in enumerate(step.sentences):
            print(f"{step.step if not number else '':>5}  {sentence}")
    print(f"\n{position}")
    if given.verify:
        print(verdict(record.engine))
    return 0


def _check_options(given: argparse.Namespace, record: RaceRecord, viewer: str) -> None:
    seats = [str(seat) for seat in range(len(record.setup.entrants))]
    faults = []
    if viewer not in {EVERYTHING, SPECTATOR, *seats}:
        text = f"a viewer is a seat ({', '.join(seats)}), {SPECTATOR} or {EVERYTHING}, not {viewer!a}"
        faults.append(Fault("--as", "no_such_seat", text))
    if given.text and viewer != EVERYTHING:
        faults.append(Fault("--text", "secrets", f"the text of a record holds every secret, so it is for {EVERYTHING}"))
    if given.until is not None and not 0 <= given.until < len(record.entries):
        text = f"the steps of this race are 0 to {len(record.entries) - 1}, not {given.until}"
        faults.append(Fault("--until", "out_of_range", text))
    if faults:
        raise Broken("options", tuple(faults))


def _verify(game: Any, record: RaceRecord, viewer: str) -> None:
    """Decide it all again, or fold its events where another version recorded it."""
    try:
        (verify if is_decided_again(record.engine) else verify_events)(game, record)
    except Broken as broken:
        raise _discreet(_by_steps(broken), viewer) from None


def _by_steps(broken: Broken) -> Broken:
    """The faults of a record, with steps for entries."""
    return Broken("record", tuple(Fault(_step_of(fault.place), fault.code, fault.text) for fault in broken.faults))


def _discreet(broken: Broken, viewer: str) -> Broken:
    """What differs may be a secret: it is shown in full only where the viewer may know everything."""
    hint = f"played again this comes out otherwise; --as {EVERYTHING} tells how"
    return Broken(
        broken.what,
        tuple(
            Fault(fault.place, fault.code, hint if fault.code == "differs" and viewer != EVERYTHING else fault.text)
            for fault in broken.faults
        ),
    )


def _step_of(place: str) -> str:
    """`entries[17].events[2]` is a place in step 17."""
    number, bracket, rest = place.removeprefix("entries[").partition("]")
    return f"step {number}{rest}" if bracket else place


class _Step(Struct):
    """One step as it is told."""

    step: int
    seen: list[Any]
    sentences: list[str]


def _told(game: Heat, record: RaceRecord, viewer: str, until: int | None) -> tuple[list[_Step], str]:
    """The steps as the viewer sees them, and the position that they come to. Events from outside may claim anything."""
    names = [f"Car {seat}" for seat in range(len(record.setup.entrants))]
    entries = record.entries if until is None else record.entries[: until + 1]
    if not entries:
        raise Broken("record", (Fault("entries", "no_start", "the first entry must be the start"),))
    kernel_game: Any = game
    steps: list[_Step] = []
    states = list(replay(kernel_game, entries, record.position))
    number = 0
    try:
        for number, entry in enumerate(entries):
            seen = [_seen(game, event, viewer) for event in entry.events]
            steps.append(_Step(number, seen, _sentences(game, seen, names)))
        return steps, _position(game, states[-1], viewer)
    except Exception as error:
        text = f"these events cannot be told ({type(error).__name__}: {error})"
        raise Broken("record", (Fault(f"step {number}", "misfit", text),)) from error


def _seen(game: Heat, event: Any, viewer: str) -> Seen:
    if viewer == EVERYTHING:
        return event  # type: ignore[no-any-return]
    return game.see(event, None if viewer == SPECTATOR else int(viewer))


def _sentences(game: Heat, seen: Sequence[Seen], names: Sequence[str]) -> list[str]:
    return [text for event in seen if (text := sentences.sentence(_public(game, event), names, game.course))]


def _public(game: Heat, event: Any) -> Seen:
    """The form of an event for which there are words."""
    return game.see(event, None) if isinstance(event, Event) else event


def _position(game: Heat, state: State, viewer: str) -> str:
    if viewer == EVERYTHING:
        return write_position(game, state)
    return write_position(game, game.view(state, None if viewer == SPECTATOR else int(viewer)))


def _json(given: argparse.Namespace, record: RaceRecord, viewer: str, steps: list[_Step], position: str) -> str:
    summary = {
        "engine": record.engine,
        "track": record.content.track.id,
        "rules": record.content.rules.name,
        "viewer": viewer,
        "steps": msgspec.to_builtins(steps),
        "position": position,
    }
    if given.verify:
        summary |= {"verified": True, "verified_by": "commands" if is_decided_again(record.engine) else "events"}
    return json.dumps(summary)

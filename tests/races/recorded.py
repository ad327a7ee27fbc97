"""Recorded games of every version and every game of this site, and their rows as that version stored them.

Those of Heat lie with its engine (`tests/engine/heat/fixtures/records`), those of the others here. Once a version is
out its records stay; `python -m tests.races.recorded` makes those of this version anew, and so does
`make golden ARGS=--records`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from django.utils import timezone

import engine
from engine.kernel.chance import Seed
from engine.kernel.commands import Command
from engine.kernel.records import Entry as Kept
from engine.kernel.records import Record, encode, fold
from engine.lastcard import Setup
from races import clocks, models
from races.games import AnyTableGame, bind
from tests.engine.henhur.kit import HenHurSubject
from tests.engine.lastcard.kit import LastCardSubject
from tests.engine.random_play import AnySubject, drive

HERE = Path(__file__).parent / "fixtures" / "records"
OF_HEAT = Path(__file__).parents[1] / "engine" / "heat" / "fixtures" / "records"


class Stored(msgspec.Struct, frozen=True):
    """One entry, as bytes."""

    command: msgspec.Raw
    events: msgspec.Raw

    @property
    def row(self) -> tuple[str, str]:
        """Command and events as the columns of an entry have them."""
        command = bytes(self.command).decode()
        return "" if command == "null" else command, bytes(self.events).decode()


class File(msgspec.Struct, frozen=True):
    """A record, with what only its game can read left as it is."""

    game: str
    engine: str
    content: msgspec.Raw
    setup: msgspec.Raw
    seed: str
    entries: list[Stored]


@dataclass(frozen=True)
class Recorded:
    """A recorded game."""

    path: Path

    @property
    def file(self) -> File:
        return msgspec.json.decode(self.path.read_bytes(), type=File)

    @property
    def name(self) -> str:
        return f"{self.path.parts[-4]}-{self.path.stem}" if self.path.parent == OF_HEAT else self.path.stem


def every() -> list[Recorded]:
    return [Recorded(path) for folder in (OF_HEAT, HERE) for path in sorted(folder.glob("*.json"))]


def table_game(file: File) -> AnyTableGame:
    return bind(file.game, bytes(file.content))


def record(file: File) -> Record[object, object, Command[object], object, object]:
    """The same as its game reads it."""
    table = table_game(file)
    return Record(
        game=file.game,
        engine=file.engine,
        content=table.game.content,
        setup=table.read_setup(bytes(file.setup).decode()),
        seed=Seed(file.seed),
        entries=tuple(
            Kept(table.read_command(command) if command else None, table.read_events(events))
            for command, events in (kept.row for kept in file.entries)
        ),
    )


def store(recorded: Recorded, entries: int) -> models.Race:
    """The rows of a race of that version after so many entries, while it goes on; two people drive."""
    file = recorded.file
    table = table_game(file)
    events = [event for kept in file.entries[:entries] for event in table.read_events(kept.row[1])]
    state = fold(table.game, events)
    content, _ = models.Content.objects.get_or_create(
        digest=f"{hash(bytes(file.content)) & 0xFFFFFFFF:x}",
        defaults={"game": file.game, "data": bytes(file.content).decode()},
    )
    race = models.Race(
        code=f"{models.Race.objects.count():08d}".translate(str.maketrans("0123456789", "BCDFGHJKLM")),
        game=file.game,
        content=content,
        engine=file.engine,
        setup=bytes(file.setup).decode(),
        seed=file.seed,
        clock=0,
        version=entries - 1,
        state=table.game.encode(state).decode(),
    )
    clocks.ask(race, table.game.awaiting(state), table, 0)
    race.save()
    seats = len(table.game.places(table.game.view(state, None)))
    models.Seat.objects.bulk_create(
        models.Seat(
            race=race, number=number, kind="driver", visitor=f"v{number}", name=f"V{number}", colour="red", car_number=1
        )
        for number in range(seats)
    )
    models.Entry.objects.bulk_create(
        models.Entry(
            race=race,
            seq=seq,
            seat=-1,
            command_id=f"id{seq}",
            command=kept.row[0],
            events=kept.row[1],
            accepted=timezone.now(),
        )
        for seq, kept in enumerate(file.entries[:entries])
    )
    return race


def make() -> Iterator[tuple[str, Record[Any, Any, Any, Any, Any]]]:
    """Games of random players, of every game but Heat."""
    subjects: tuple[AnySubject, ...] = (HenHurSubject(4, 7), LastCardSubject(Setup(4), 7))
    for subject in subjects:
        moves = list(drive(subject))
        yield (
            subject.game.name,
            Record(
                game=subject.game.name,
                engine=engine.__version__,
                content=getattr(subject.game, "content"),  # noqa: B009, no game must have one
                setup=subject.setup,
                seed=subject.seed,
                entries=tuple(Kept(move.command, move.events) for move in moves),
            ),
        )


def main() -> None:
    HERE.mkdir(parents=True, exist_ok=True)
    for name, record in make():
        (HERE / f"{engine.__version__}-{name}.json").write_bytes(encode(record))


if __name__ == "__main__":
    main()

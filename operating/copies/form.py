"""The form of a backup: lines of JSON, compressed. The first line says what it is of, then each table has a line with
its name and columns and a line for each row, and the last line counts the rows of each table.

It has no tie to a database: what SQLite held can be put into PostgreSQL. Nor has it one to a version of the site: it
holds the tables as the migrations that it names had made them.
"""

import gzip
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import TypeAlias

import msgspec

FORM = 1


class Broken(Exception):
    """A file is no backup, or not a whole one."""


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a backup is of."""

    heatsite: int
    """The number of the form."""
    engine: str
    made: datetime
    migrations: list[tuple[str, str]]
    """The migrations that had been applied."""


class Table(msgspec.Struct, frozen=True, tag="table"):
    table: str
    columns: list[str]


class End(msgspec.Struct, frozen=True, tag="end"):
    rows: dict[str, int]


Row: TypeAlias = list[object]


def _plain(value: object) -> object:
    if isinstance(value, datetime | date):
        return value.isoformat()
    raise TypeError(f"no column has values like {value!r}")


@contextmanager
def writing(path: Path, head: Head) -> Iterator[Callable[[Table, Iterable[Row]], int]]:
    """Write a backup, table by table. The file appears under its name when it is whole and on the disk; only its owner
    can read it, because it holds every secret."""
    partial = path.with_name(path.name + ".partial")
    rows: dict[str, int] = {}
    encoder = msgspec.json.Encoder(enc_hook=_plain)
    try:
        with (
            open(partial, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as raw,
            gzip.GzipFile(fileobj=raw, mode="wb", compresslevel=3, filename="") as file,
        ):
            file.write(encoder.encode(head) + b"\n")

            def write(table: Table, found: Iterable[Row]) -> int:
                rows[table.table] = 0
                file.write(encoder.encode(table) + b"\n")
                for row in found:
                    file.write(encoder.encode(row) + b"\n")
                    rows[table.table] += 1
                return rows[table.table]

            yield write
            file.write(encoder.encode(End(rows)) + b"\n")
            file.close()
            raw.flush()
            os.fsync(raw.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


_line: msgspec.json.Decoder[Table | End] = msgspec.json.Decoder(Table | End)


class Backup:
    """A backup that is read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._open() as file:
            try:
                self.head = msgspec.json.decode(file.readline(), type=Head)
            except (msgspec.DecodeError, UnicodeDecodeError) as fault:
                raise Broken(f"{path.name} is no backup of Heatsite: {fault}") from fault
        if self.head.heatsite != FORM:
            raise Broken(f"{path.name} has a form of another version of Heatsite ({self.head.heatsite}).")

    @contextmanager
    def _open(self) -> Iterator[gzip.GzipFile]:
        with self._readable(), gzip.GzipFile(self.path) as file:
            yield file

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except (OSError, EOFError, zlib.error) as fault:
            raise Broken(f"{self.path.name} cannot be read as a backup: {fault}") from fault
        except (msgspec.DecodeError, UnicodeDecodeError) as fault:
            raise Broken(f"{self.path.name} is damaged, or it ends too early.") from fault

    def tables(self) -> Iterator[tuple[Table, Iterator[Row]]]:
        """Each table with its rows, to be read in this order. Raises `Broken` where something is missing."""
        with self._open() as file:
            file.readline()
            rows: dict[str, int] = {}
            while isinstance(part := _line.decode(file.readline()), Table):
                rows[part.table] = 0
                yield part, (left := self._rows(file, rows, part.table))
                for _ in left:
                    pass  # what the caller left
            if part.rows != rows:
                raise Broken(f"{self.path.name} lacks rows that it had.")

    def _rows(self, file: gzip.GzipFile, counted: dict[str, int], table: str) -> Iterator[Row]:
        with self._readable():  # whoever asks for rows stands outside of `tables`
            while file.peek(1)[:1] == b"[":
                counted[table] += 1
                yield msgspec.json.decode(file.readline(), type=list[object])

    def count(self) -> dict[str, int]:
        """The rows of each table. Reads the file to its end, and so finds whether it is whole."""
        return {table.table: sum(1 for _ in rows) for table, rows in self.tables()}

"""The three statements of a command: read a race's row under its lock, write what changed of it, insert its entries.

Django makes the SQL of a query anew each time, and for these that took more than half of the CPU of the transaction.
Here it is made once for each connection, by Django where it has to know the database (the lock, the columns and how
their values become Python), so that rows come and go as through `Race.objects`, for SQLite as for PostgreSQL.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from weakref import WeakKeyDictionary

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from races.models import Entry, Race

_statements: "WeakKeyDictionary[BaseDatabaseWrapper, Statements]" = WeakKeyDictionary()
"""By connection; each thread has its own."""


def statements() -> "Statements":
    """Those of this thread's connection. To be called in a transaction."""
    here = connections[DEFAULT_DB_ALIAS]
    if here not in _statements:
        _statements[here] = Statements(here)
    return _statements[here]


class Statements:
    def __init__(self, here: BaseDatabaseWrapper) -> None:
        self.connection = here
        self.columns = {field.attname: field for field in Race._meta.concrete_fields}
        self.entry = [field for field in Entry._meta.concrete_fields if not field.primary_key]
        self.compiler: Any = Race.objects.select_for_update().filter(pk=0).query.get_compiler(connection=here)
        self.read_sql, _ = self.compiler.as_sql()
        self.converters = self.compiler.get_converters([column for column, _, _ in self.compiler.select])
        columns = ", ".join(self._quoted(field.column) for field in self.entry)
        table = self._quoted(Entry._meta.db_table)
        self.insert_sql = f"INSERT INTO {table} ({columns}) VALUES ({', '.join(['%s'] * len(self.entry))})"  # noqa: S608, no values
        self.update_sql: dict[tuple[str, ...], str] = {}
        """By the columns that are written."""

    def _quoted(self, name: str | None) -> str:
        return str(self.connection.ops.quote_name(name))  # type: ignore[arg-type]

    def read(self, race_id: int) -> Race:
        """The row of a race, locked until the transaction ends."""
        with self.connection.cursor() as cursor:
            cursor.execute(self.read_sql, (race_id,))
            found = cursor.fetchone()
        if found is None:
            raise Race.DoesNotExist
        values = next(iter(self.compiler.apply_converters([found], self.converters)))
        return Race.from_db(self.connection.alias, list(self.columns), values)

    def update(self, row: Race, names: Sequence[str]) -> None:
        """Write these columns of a row."""
        key = tuple(names)
        if key not in self.update_sql:
            columns = ", ".join(f"{self._quoted(self.columns[name].column)} = %s" for name in key)
            where = f"{self._quoted(self.columns['id'].column)} = %s"
            table = self._quoted(Race._meta.db_table)
            self.update_sql[key] = f"UPDATE {table} SET {columns} WHERE {where}"  # noqa: S608, no values
        fields = [self.columns[name] for name in key]
        values = [field.get_db_prep_save(field.pre_save(row, add=False), self.connection) for field in fields]
        with self.connection.cursor() as cursor:
            cursor.execute(self.update_sql[key], [*values, row.pk])

    def insert(self, entries: Iterable[Entry]) -> None:
        """Add entries to the record. Their keys stay unknown."""
        with self.connection.cursor() as cursor:
            for entry in entries:
                values = [
                    field.get_db_prep_save(getattr(entry, field.attname), self.connection) for field in self.entry
                ]
                cursor.execute(self.insert_sql, values)

    def insert_record(self, race: Race, entries: Sequence[tuple[int, str, str]], at: datetime) -> None:
        """Add the whole record of a race at once, each entry as seat, command and events. Objects of the model would
        take eight times as long, and the largest record has thousands of entries."""
        accepted = Entry._meta.get_field("accepted").get_db_prep_save(at, self.connection)
        columns = [field.attname for field in self.entry]
        rows = [
            {
                "race_id": race.pk,
                "seq": seq,
                "seat": seat,
                "command_id": f"{seq}",
                "command": command,
                "events": events,
                "accepted": accepted,
            }
            for seq, (seat, command, events) in enumerate(entries)
        ]
        with self.connection.cursor() as cursor:
            cursor.executemany(self.insert_sql, [[row[name] for name in columns] for row in rows])

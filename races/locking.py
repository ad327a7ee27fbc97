"""The lock of a race. Whatever changes a race's row changes it here, one change after the other.

It is a lock of the database, so it holds for all server processes: on PostgreSQL that of the row, on SQLite, which has
none of rows, the one for all writing, because transactions begin with it (`transaction_mode` in the settings). It is
held until the transaction ends, and nothing slow may happen meanwhile: no message is sent, and no bot thinks.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
from django.db import transaction

from races import database
from races.models import Race
from races.statements import statements


@contextmanager
def locked(race_id: int) -> Iterator[Race]:
    """The row of a race under its lock. What the body has changed of it is written when the body ends.

    The changed columns are found by comparison. A list of the columns that a change may touch would one day lack one,
    and what was written to that column would be lost without an error. Raises `Broken` for a row that is damaged.
    """
    with transaction.atomic():
        sql = statements()
        row = sql.read(race_id)
        row.check_columns()
        before, shown = _values(row), row.shown_revision
        yield row
        changed = [name for name, value in _values(row).items() if value != before[name]]
        if row.shown_revision != shown:
            changed.append("touched")
        if changed:
            sql.update(row, changed)
    database.health.worked()


def _values(row: Race) -> dict[str, object]:
    """Each column, to compare. Dictionaries are encoded: code changes them in place, so that a reference would never
    differ from before."""
    values = {field.attname: getattr(row, field.attname) for field in Race._meta.concrete_fields}
    return {name: msgspec.json.encode(value) if isinstance(value, dict) else value for name, value in values.items()}

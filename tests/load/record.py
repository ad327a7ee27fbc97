"""The record of the races of a load run, read from outside while their server runs: SQLite or PostgreSQL."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import psycopg

POSTGRES = "postgresql://"
STORED = "%Y-%m-%d %H:%M:%S.%f"
"""How Django stores a moment in SQLite, which has no type for it: as text, in UTC."""

Value = int | str | datetime


class Record:
    def __init__(self, address: str) -> None:
        """`address` is the path of an SQLite file, or an address of PostgreSQL."""
        self.address = address

    def rows(self, query: str, *values: Value) -> list[tuple[Value, ...]]:
        """What a query finds. Values stand in it as question marks."""
        if self.address.startswith(POSTGRES):
            with psycopg.connect(self.address, client_encoding="utf8") as base:
                return base.execute(query.replace("?", "%s").encode(), values).fetchall()
        with closing(sqlite3.connect(self.address)) as base:
            stored = [value.strftime(STORED) if isinstance(value, datetime) else value for value in values]
            return base.execute(query, stored).fetchall()

    def count(self, query: str, *values: Value) -> int:
        return int(str(self.rows(query, *values)[0][0]))


def moment(value: Value) -> float:
    """A stored moment in seconds since the epoch."""
    stored = value if isinstance(value, datetime) else datetime.fromisoformat(str(value)).replace(tzinfo=UTC)
    return stored.timestamp()

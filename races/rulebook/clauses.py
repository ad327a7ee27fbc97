"""The clauses of a game, as its page in docs has them: one source for the tests, which prove each of them, and for the
book, which has a place for each."""

import re
from functools import cache
from typing import NamedTuple

from django.conf import settings

_ROW = re.compile(r"^\| ([A-Z]+\d*(?:[.-]\d+)?) \| (.+?) \| ")
_CODE = re.compile(r" \(`[^`]*`\)|: `[^`]*`(?:, `[^`]*`)*|`")


class Clause(NamedTuple):
    """One row of the table: what it says, in the words of the engine."""

    id: str
    text: str


@cache
def clauses(page: str) -> dict[str, Clause]:
    """By id, every clause of a page of docs, in its order."""
    lines = (settings.BASE_DIR / "docs" / page).read_text(encoding="utf-8").splitlines()
    rows = (found.groups() for line in lines if "test_" in line and (found := _ROW.match(line)))
    return {name: Clause(name, text) for name, text in rows}


def plain(text: str) -> str:
    """A clause without the names of code, which tell a player nothing."""
    return _CODE.sub("", text)

"""A list that is sent row by row: each row is an element with an id, so a change costs its own row only."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count


@dataclass(frozen=True)
class Rows:
    """An element around rows. As text it is whole."""

    start: str
    rows: Mapping[str, str]
    end: str

    def __str__(self) -> str:
        return self.start + "".join(self.rows.values()) + self.end

    def since(self, known: "Rows") -> str:
        """What turns the list as it was into this one: the rows that changed, or all of it where they are others."""
        if known.start != self.start or known.rows.keys() != self.rows.keys():
            return str(self)
        return "".join(row for name, row in self.rows.items() if row != known.rows[name])


Fragment = str | Rows
"""An element with an id, whole or in rows."""

_numbers = count()


class Fragments(dict[str, Fragment]):
    """All that a page shows, by element id, with a number by which others know it without keeping it."""

    def __init__(self, fragments: Mapping[str, Fragment]) -> None:
        super().__init__(fragments)
        self.number = next(_numbers)


NOTHING = Fragments({})


def changed(fragment: Fragment, known: Fragment | None) -> str:
    """What a page must be sent that has been shown another version of a fragment, or none."""
    if fragment == known:
        return ""
    if isinstance(fragment, Rows) and isinstance(known, Rows):
        return fragment.since(known)
    return str(fragment)

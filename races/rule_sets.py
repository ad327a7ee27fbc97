"""The rule sets of a game as players choose and compare them."""

from typing import NamedTuple


class RuleSet(NamedTuple):
    """A rule set that players choose by its name."""

    id: str
    name: str
    slogan: str


class Difference(NamedTuple):
    """One row of the table of rule sets: what each of them, by its id, says about a subject."""

    subject: str
    entries: tuple[tuple[str, str], ...]

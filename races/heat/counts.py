"""Counts as short labels that board, cockpit and results share. They stand alone, never in a sentence."""

from collections.abc import Sequence
from functools import reduce

from django.utils.translation import ngettext, pgettext


def heat(count: int) -> str:
    return ngettext("%(n)s Heat", "%(n)s Heat", count) % {"n": count}


def spaces(count: int) -> str:
    return ngettext("%(n)s space", "%(n)s spaces", count) % {"n": count}


def names(found: Sequence[str]) -> str:
    """Names as a list: one, two and three."""
    if len(found) < 2:
        return "".join(found)
    *others, last = found
    several = pgettext("two names in the middle of a list", "{first}, {second}")
    before = reduce(lambda first, second: several.format(first=first, second=second), others)
    return pgettext("the last two of a list", "{first} and {second}").format(first=before, second=last)

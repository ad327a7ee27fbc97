"""What board, cockpit and told lines say alike."""

from django.utils.translation import ngettext


def heat(count: int) -> str:
    return ngettext("%(n)s Heat", "%(n)s Heat", count) % {"n": count}


def spaces(count: int) -> str:
    return ngettext("%(n)s space", "%(n)s spaces", count) % {"n": count}

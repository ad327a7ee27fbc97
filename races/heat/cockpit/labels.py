"""Short labels that the cockpit's screens share: gears, counts, cards. Most stand alone; `IN_GEAR` is for
sentences."""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat.cards import Card
from races.heat.counts import heat as heat
from races.heat.counts import names
from races.heat.counts import spaces as spaces
from races.heat.parts.cards import short as short

GEARS: Mapping[int, Promise | str] = {
    1: gettext_lazy("1st"),
    2: gettext_lazy("2nd"),
    3: gettext_lazy("3rd"),
    4: gettext_lazy("4th"),
}
IN_GEAR: Mapping[int, Promise | str] = {
    1: gettext_lazy("1st gear"),
    2: gettext_lazy("2nd gear"),
    3: gettext_lazy("3rd gear"),
    4: gettext_lazy("4th gear"),
}


def cards(count: int) -> str:
    return ngettext("%(n)s card", "%(n)s cards", count) % {"n": count}


def span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} – {high}"


def one_of(numbers: Iterable[int]) -> str:
    """Some numbers as "0, 3 or 4"; more than three as a span."""
    found = sorted(set(numbers))
    if len(found) > 3:
        return span(found[0], found[-1])
    if len(found) == 3:
        return _("%(first)s, %(second)s or %(third)s") % {"first": found[0], "second": found[1], "third": found[2]}
    if len(found) == 2:
        return _("%(first)s or %(second)s") % {"first": found[0], "second": found[1]}
    return str(found[0])


def listed(faces: Sequence[str], named: Mapping[str, Card]) -> str:
    """Some cards in a sentence."""
    return names([short(named[face]) for face in sorted(faces)])


def source(where: str, gear: int, named: Mapping[str, Card]) -> str:
    """Where something in React comes from: the gear, adrenaline, or a card."""
    if where == "gear":
        return str(IN_GEAR[gear])
    if where == "adrenaline":
        return _("adrenaline")
    return short(named[where])

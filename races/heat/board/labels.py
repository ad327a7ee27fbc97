"""The words of the board: phases, places, gears, and what a driver is doing."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from races.heat.counts import heat as heat

PHASES: Mapping[str, Promise | str] = {
    "gears": _("Shift"),
    "cards": _("Play cards"),
    "reveal": _("Move"),
    "adrenaline": _("Adrenaline"),
    "react": _("React"),
    "slipstream": _("Slipstream"),
    "corners": _("Corners"),
    "discard": _("Discard"),
    "replenish": _("Draw"),
}
"""The nine phases, in the order in which they are numbered."""

GEARS: Mapping[int, Promise | str] = {1: _("gear 1"), 2: _("gear 2"), 3: _("gear 3"), 4: _("gear 4")}

DOING: Mapping[str, Promise | str] = {"react": _("Reacts")}
"""What a driver who is asked in this phase is doing; choosing, in all others."""

WAITING: Mapping[str, tuple[Promise | str, Promise | str]] = {
    "gears": (_("Waiting for %(names)s: choosing a gear."), _("Waiting for %(names)s: choosing a gear.")),
    "cards": (_("Waiting for %(names)s: choosing cards."), _("Waiting for %(names)s: choosing cards.")),
    "reveal": (_("%(names)s chooses what a card counts."), _("%(names)s choose what their cards count.")),
    "react": (_("%(names)s reacts."), _("%(names)s react.")),
    "slipstream": (_("%(names)s may slipstream."), _("%(names)s may slipstream.")),
    "discard": (_("Waiting for %(names)s: tidying the hand."), _("Waiting for %(names)s: tidying the hand.")),
}
"""Whom the race waits for, and for what: one driver, or several."""

EVERYBODY: Mapping[str, Promise | str] = {
    "gears": _("Everybody is choosing a gear."),
    "cards": _("Everybody is choosing cards."),
    "discard": _("Everybody is tidying their hand."),
}
"""What is said while it is hidden who is ready."""

LEGENDS: Mapping[str, Promise | str] = {
    "easy": _("Legend, easy"),
    "medium": _("Legend, medium"),
    "hard": _("Legend, hard"),
}
"""By rows of Legend cards that are levels; the other rows are helmets, whose names are not shown."""


HEIR = _("{name} is away. In {time} the next driver who is here can go on.")


def absence_of(gone: int) -> str:
    """What is said of drivers whom the race waits for and who are away."""
    return ngettext(
        "{names} is away; a stand-in drives in {time}.", "{names} are away; the first stand-in drives in {time}.", gone
    )

"""A card of the hand that can be chosen with others, or says why it cannot."""

from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext as _
from msgspec import Struct

from races.heat.cockpit.cockpit import Cockpit


class HandCard(Struct, frozen=True, kw_only=True):
    face: str
    name: str
    short: str
    why: str = ""
    """Why it cannot be chosen, in a word or two; empty if it can."""
    reason: str = ""
    """The same as a sentence."""
    chosen: bool = False
    """Whether it lies chosen when the form comes: the card of a plan."""


def hand_card(cockpit: Cockpit, face: str, *, why: str = "", reason: str = "", chosen: bool = False) -> HandCard:
    name, short = cockpit.name(face), cockpit.short(face)
    return HandCard(face=face, name=name, short=short, why=why, reason=reason, chosen=chosen)


def hand_cards(cockpit: Cockpit, chosen: Sequence[str] = ()) -> list[HandCard]:
    """The hand, of which cards are played. Those of a plan lie chosen."""
    left = Counter(chosen)
    found = []
    for face in cockpit.hand:
        why = _("not playable") if face in cockpit.game.heats else ""
        found.append(hand_card(cockpit, face, why=why, chosen=left[face] > 0))
        left[face] -= 1
    return found

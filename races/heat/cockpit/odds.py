"""The odds of a choice in words: what the road ahead draws, a sentence for each landing."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from races.heat.cockpit import labels
from races.heat.cockpit.outlook import Landing, Outlook


def odds(outlook: Outlook) -> list[str]:
    """How likely each landing is, where it is, and what it costs."""
    return [sentence(one, labels.percent(one[3] / 100), outlook.length) for one in outlook.landings]


def sentence(landing: Landing, chance: str, length: int) -> str:
    """One landing, on a track of this length; `chance` is how likely it is."""
    at, _lane, speed, _share, heat, spin = landing
    if spin:
        text = _("%(chance)s: speed %(speed)s, spin-out, back to space %(space)s.")
    elif heat:
        text = ngettext(
            "%(chance)s: speed %(speed)s to space %(space)s, %(n)s Heat.",
            "%(chance)s: speed %(speed)s to space %(space)s, %(n)s Heat.",
            heat,
        )
    else:
        text = _("%(chance)s: speed %(speed)s to space %(space)s, no Heat.")
    return text % {"chance": chance, "speed": speed, "space": at % length, "n": heat}

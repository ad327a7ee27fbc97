"""The odds of a choice in words: what the road ahead draws, a sentence for each landing."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.heat.course import Course
from races.heat.cockpit import places
from races.heat.cockpit.outlook import Landing, Outlook
from races.parts.chances import percent


def odds(outlook: Outlook) -> list[str]:
    """How likely each landing is, where it is, and what it costs."""
    return [sentence(one, percent(one[3] / 100), outlook.course) for one in outlook.landings]


def sentence(landing: Landing, chance: str, course: Course) -> str:
    """One landing, with what holds there; `chance` is how likely it is."""
    at, lane, speed, _share, heat, spin = landing
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
    said = text % {"chance": chance, "speed": speed, "space": at % course.length, "n": heat}
    return " ".join(filter(None, (said, places.at(course, at, lane))))

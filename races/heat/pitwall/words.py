"""A review in words: decisions, what they gave away, and why."""

from collections.abc import Sequence
from statistics import median

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from engine.heat.review import Decision, Prospect
from races.heat.board import labels
from races.heat.scene import HeatScene
from races.heat.tables import SITE
from races.parts.chances import percent


def choice(scene: HeatScene, prospect: Prospect) -> str:
    """What a choice is called."""
    return SITE.named[type(prospect.choice)](prospect.choice, scene.game.cards)


def number(value: float, digits: int = 1) -> str:
    return number_format(round(value, digits), digits)


def where(decision: Decision) -> str:
    """Round and phase of a decision."""
    question = decision.question
    phase = labels.PHASES.get(question.phase, _("Draft"))
    if not question.round:
        return _("Before the race: %(phase)s") % {"phase": phase}
    return _("Round %(round)s: %(phase)s") % {"round": question.round, "phase": phase}


def mattered(scene: HeatScene, decision: Decision) -> str:
    """What a decision gave away, in a sentence."""
    text = _(
        "“%(chosen)s” gave %(lost)s places away on average against “%(best)s”: a chance of %(here)s to win instead of"
        " %(there)s."
    )
    return text % {
        "chosen": choice(scene, decision.chosen),
        "best": choice(scene, decision.best),
        "lost": number(decision.lost, 2),
        "here": percent(decision.chosen.win),
        "there": percent(decision.best.win),
    }


def reason(decision: Decision) -> str:
    """By what the best choice was better."""
    chosen, best = decision.chosen, decision.best
    match decision.reason:
        case "spin_out":
            text = _("The risk of a spin-out was %(here)s instead of %(there)s.")
            return text % {"here": percent(chosen.spin_out), "there": percent(best.spin_out)}
        case "distance":
            text = _("It would have gone %(more)s spaces farther in that turn.")
            return text % {"more": number(best.distance - chosen.distance)}
        case "heat":
            text = _("It would have left %(more)s Heat more in the engine.")
            return text % {"more": number(best.heat - chosen.heat)}
        case "later":
            return _("It pays in the rounds after that.")
    return ""


def sureness(decisions: Sequence[Decision]) -> str:
    """How sure the estimates are."""
    errors = [one.error for decision in decisions for one in decision.alternatives if one.error]
    races = min((decision.chosen.races for decision in decisions), default=0)
    if not errors:
        return _("Each choice was followed in at least %(races)s imagined races.") % {"races": races}
    text = _(
        "Each choice was followed in at least %(races)s imagined races, the same ones for all choices of a decision,"
        " with bots at every wheel. Half of the differences in places are sure to about %(error)s; what chance alone"
        " explains is not named above."
    )
    return text % {"races": races, "error": number(2 * median(errors), 2)}

"""The rule sets of Last Card side by side, in words."""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.lastcard import Rules, rule_sets
from races.rule_sets import Difference, RuleSet

DEFAULT = "standard"

NAMES: Mapping[str, tuple[Promise | str, Promise | str]] = {
    "standard": (gettext_lazy("Quick match"), gettext_lazy("To 200 points, with nothing to shout.")),
    "published": (gettext_lazy("Full match"), gettext_lazy("To 500 points, with challenges and calls.")),
}
"""What players read for the id of a rule set: its name and its slogan, in the order in which they are offered."""


def name(rules: str) -> str:
    """A rule set as players call it; one that is not on offer keeps its id."""
    return str(NAMES[rules][0]) if rules in NAMES else rules


def draw_four(value: str) -> str:
    return {
        "restricted": _("only without a card of the colour"),
        "challenge": _("always, but the next player may challenge it"),
        "free": _("always"),
    }[value]


def calls(value: str) -> str:
    return {"off": _("no need to"), "by_hand": _("or be caught, and draw two")}[value]


def target(points: int) -> str:
    if not points:
        return _("after one round")
    return ngettext("at %(points)s point", "at %(points)s points", points) % {"points": points}


def ordered() -> list[Rules]:
    """The rule sets on offer, in the order of their names here."""
    known = rule_sets()
    return [known[name] for name in NAMES]


def rule_sets_in_words() -> tuple[RuleSet, ...]:
    return tuple(RuleSet(id, str(name), str(slogan)) for id, (name, slogan) in NAMES.items())


ROWS: tuple[tuple[Promise | str, Callable[[Rules], str]], ...] = (
    (gettext_lazy("Match ends"), lambda rules: target(rules.target)),
    (gettext_lazy("Cards dealt"), lambda rules: str(rules.hand)),
    (gettext_lazy("Wild Draw Four"), lambda rules: draw_four(rules.draw_four)),
    (gettext_lazy("Call the last card"), lambda rules: calls(rules.calls)),
)
"""What the rule sets are compared by."""


def differences() -> tuple[Difference, ...]:
    return tuple(
        Difference(str(subject), tuple((rules.name, say(rules)) for rules in ordered())) for subject, say in ROWS
    )

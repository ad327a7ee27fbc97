"""Heat's rule sets side by side. What differs is read from the rule sets themselves; this module puts it into words."""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat import RULESETS, Ruleset
from races.rule_sets import Difference, RuleSet

DEFAULT = "standard"

NAMES: Mapping[str, tuple[Promise | str, Promise | str]] = {
    "standard": (gettext_lazy("Online rules"), gettext_lazy("Everyone acts at once. Made for the browser.")),
    "rulebook": (gettext_lazy("Board rules"), gettext_lazy("As printed, car by car.")),
}
"""What players read for the id of a rule set: its name and its slogan, in the order in which they are offered."""


def name(rules: str) -> str:
    """A rule set as players call it; one that is not on offer keeps its id."""
    return str(NAMES[rules][0]) if rules in NAMES else rules


def _schedule(rules: Ruleset) -> str:
    return _("everyone at once, phase by phase") if len(rules.schedule) > 3 else _("one car at a time")


def _boost(rules: Ruleset) -> str:
    gears = rules.boost_gears
    if gears == (1, 2, 3, 4):
        return _("in any gear")
    return _("in gear %(gears)s only") % {"gears": ", ".join(map(str, gears))}


def _blocked(rules: Ruleset) -> str:
    return {"ahead": _("you go on to the next free one"), "back": _("you stop on the free one behind it")}[
        rules.blocked_space
    ]


def _slipstream(rules: Ruleset) -> str:
    text = ngettext(
        "behind a car beside you or one space ahead",
        "behind a car beside you or up to %(spaces)s spaces ahead",
        rules.slipstream_reach,
    )
    return text % {"spaces": rules.slipstream_reach}


def _retire(rules: Ruleset) -> str:
    return {"any_round": _("in any round"), "once_a_car_is_home": _("once the first car has finished")}[rules.retire]


def _end(rules: Ruleset) -> str:
    return {
        "final_round": _("after the round in which the first car finishes"),
        "all_home": _("when every car has finished"),
    }[rules.race_end]


def _legends(rules: Ruleset) -> str:
    return {"level": _("easy, medium or hard"), "helmet": _("each follows a row of its own")}[rules.legend_rows]


def _weather(rules: Ruleset) -> str:
    return {
        "everywhere": _("holds on the whole track"),
        "weather_tokens": _("holds only behind corners where a road token brings it"),
    }[rules.weather_scope]


WORDED: Mapping[str, tuple[Promise | str, Callable[[Ruleset], str]]] = {
    "schedule": (gettext_lazy("Who acts when"), _schedule),
    "boost_gears": (gettext_lazy("Boost"), _boost),
    "blocked_space": (gettext_lazy("When a space is full"), _blocked),
    "slipstream_reach": (gettext_lazy("Slipstream"), _slipstream),
    "retire": (gettext_lazy("Giving up"), _retire),
    "race_end": (gettext_lazy("The race ends"), _end),
    "legend_rows": (gettext_lazy("Legends"), _legends),
    "weather_scope": (gettext_lazy("Weather"), _weather),
}
"""By field of a rule set: the subject, and how its value is worded."""

ELSEWHERE = {
    *("name", "points", "next_grid", "championship_draft"),  # of championships
    *("weather_time", "press", "events"),  # of the order of drawing, and of championships
}
"""Fields that make no difference to how a single race is driven."""


def rule_sets() -> list[RuleSet]:
    return [RuleSet(rules, str(called), str(slogan)) for rules, (called, slogan) in NAMES.items()]


def differences() -> list[Difference]:
    """The rows of the table, in the order of `WORDED`."""
    sets = [RULESETS[rules] for rules in NAMES]
    return [
        Difference(str(subject), tuple((rules.name, say(rules)) for rules in sets))
        for field, (subject, say) in WORDED.items()
        if any(getattr(rules, field) != getattr(sets[0], field) for rules in sets)
    ]

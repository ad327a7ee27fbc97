"""Rule sets side by side. What differs is read from the rule sets themselves; here it is put into words."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.heat import RULESETS, Ruleset
from lobby.models import Room

SLOGANS: Mapping[str, Promise | str] = {
    "standard": gettext_lazy("Everyone acts together. Quick with many."),
    "rulebook": gettext_lazy("As printed. One driver at a time."),
}


def _schedule(rules: Ruleset) -> str:
    return _("all drivers, phase by phase") if len(rules.schedule) > 3 else _("driver by driver")


def _boost(rules: Ruleset) -> str:
    gears = rules.boost_gears
    if gears == (1, 2, 3, 4):
        return _("any gear")
    return _("gear %(gears)s only") % {"gears": ", ".join(map(str, gears))}


def _blocked(rules: Ruleset) -> str:
    return {"ahead": _("stop on the next one ahead"), "back": _("stop on the first one behind")}[rules.blocked_space]


def _slipstream(rules: Ruleset) -> str:
    reach = rules.slipstream_reach
    return (
        _("a car beside you, or 1 ahead") if reach == 1 else _("a car beside you, or up to %(n)s ahead") % {"n": reach}
    )


def _retire(rules: Ruleset) -> str:
    return {"any_round": _("in any round"), "once_a_car_is_home": _("once a car is home")}[rules.retire]


def _end(rules: Ruleset) -> str:
    return {"final_round": _("with the round in which a car gets home"), "all_home": _("when every car is home")}[
        rules.race_end
    ]


def _legends(rules: Ruleset) -> str:
    return {"level": _("easy, medium or hard, each"), "helmet": _("each drives by a row of its own")}[rules.legend_rows]


TOLD: Mapping[str, tuple[Promise | str, Callable[[Ruleset], str]]] = {
    "schedule": (gettext_lazy("Order of play"), _schedule),
    "boost_gears": (gettext_lazy("Boost"), _boost),
    "blocked_space": (gettext_lazy("Full space"), _blocked),
    "slipstream_reach": (gettext_lazy("Slipstream"), _slipstream),
    "retire": (gettext_lazy("Giving up"), _retire),
    "race_end": (gettext_lazy("End of the race"), _end),
    "legend_rows": (gettext_lazy("Legends"), _legends),
}
"""By field of a rule set: what it is about, and the words for what it says."""

ELSEWHERE = {
    *("name", "points", "next_grid", "championship_draft"),  # of championships
    *("weather_time", "weather_scope", "press", "events"),  # of modules
}
"""Fields that make no difference to a single race of the base game."""


class Difference(NamedTuple):
    """What two rule sets say about one thing."""

    subject: str
    sayings: tuple[tuple[str, str], ...]
    """The rule set, and its words."""


class Offer(NamedTuple):
    """A rule set to choose."""

    value: str
    name: str
    slogan: str


def offers() -> list[Offer]:
    return [Offer(rules.value, str(rules.label), str(SLOGANS[rules.value])) for rules in Room.Rules]


def differences() -> list[Difference]:
    """The rows of the table, in the order of the offers."""
    sets = [RULESETS[rules.value] for rules in Room.Rules]
    return [
        Difference(str(subject), tuple((rules.name, say(rules)) for rules in sets))
        for field, (subject, say) in TOLD.items()
        if any(getattr(rules, field) != getattr(sets[0], field) for rules in sets)
    ]

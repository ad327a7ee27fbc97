"""The settings of a room of Last Card, and those of a match alone."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.lastcard.state import TARGETS
from lobby import games, rooms
from lobby.forms import AloneForm, SettingsForm, one_of, selected
from lobby.games.lastcard import opponents
from lobby.games.lastcard.options import MOST_SEATS, Settings
from lobby.models import Room
from races.lastcard import rulesets

BY_THE_RULES = ""
BOTS_AT_ONCE = 3
MINUTES = {0: 3, 200: 12, 500: 35}
"""How long a match to so many points takes four people, about: between those who choose for their next turn while they
wait, and those who do not (`tests.load.evening --game lastcard`, and with `--apart`)."""
assert tuple(MINUTES) == TARGETS


def target_choices() -> list[tuple[str, str]]:
    points = [(str(points), _target(points, minutes)) for points, minutes in MINUTES.items()]
    return [(BY_THE_RULES, gettext("As the rules say")), *points]


def _target(points: int, minutes: int) -> str:
    if not points:
        return gettext("One round, about %(minutes)s min") % {"minutes": minutes}
    text = ngettext("%(points)s point, about %(minutes)s min", "%(points)s points, about %(minutes)s min", points)
    return text % {"points": points, "minutes": minutes}


def rule_choices() -> list[tuple[str, str]]:
    return [(rules.id, rules.name) for rules in rulesets.rule_sets_in_words()]


class TargetField(forms.TypedChoiceField):
    """The points that end a match; none where the rule set says it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            label=_("The match ends at"),
            help_text=_("The minutes are those of four players."),
            choices=target_choices,
            coerce=int,
            required=False,
            empty_value=None,
            widget=forms.Select(attrs={"class": "input"}),
            **options,
        )


class LastCardSettings(SettingsForm):
    """What any room has, the rules, and the points that end the match."""

    own_fields: ClassVar[tuple[str, ...]] = ("target",)

    rules = forms.ChoiceField(label=_("Rules"), choices=rule_choices, widget=forms.RadioSelect)
    target = TargetField()

    class Meta(SettingsForm.Meta):
        fields: ClassVar = [*SettingsForm.Meta.fields, "rules"]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.instance.pk:
            target = games.options(self.instance, Settings).target
            self.initial["target"] = BY_THE_RULES if target is None else str(target)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if (cleaned.get("most") or 0) > MOST_SEATS:
            text = ngettext("Last Card has %(seats)s seat.", "Last Card has %(seats)s seats.", MOST_SEATS)
            self.add_error("most", text % {"seats": MOST_SEATS})
        return cleaned

    def settings(self) -> dict[str, Any]:
        return {**super().settings(), "options": games.stored(Settings(self.cleaned_data["target"]))}


class LastCardAlone(AloneForm):
    """The rules, and how many bots of which strength play against the player."""

    rules = forms.ChoiceField(
        label=_("Rules"),
        choices=rule_choices,
        required=False,
        widget=forms.RadioSelect,
        initial=rulesets.DEFAULT,
    )
    target = TargetField()
    bots = one_of(_("Bots"), range(1, MOST_SEATS), BOTS_AT_ONCE)
    strength = selected(_("How good the bots are"), opponents.strengths, "good")

    def settings(self) -> dict[str, Any]:
        found: dict[str, Any] = {"options": games.stored(Settings(self.cleaned_data["target"]))}
        if rules := self.cleaned_data["rules"]:
            found["rules"] = rules
        return found

    def seat_opponents(self, room: Room) -> None:
        rooms.fill(room, self.cleaned_data["bots"], self.cleaned_data["strength"] or "good")

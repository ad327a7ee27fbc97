"""HenHur's forms: a room has no settings of its own; a race alone has opponents."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.henhur import base_content
from engine.henhur.bots.cast import cast
from lobby import rooms
from lobby.forms import AloneForm, SettingsForm, numbers
from lobby.models import Room

STRENGTHS: Mapping[str, Promise | str] = {
    "random": _("Plays at random"),
    "cautious": _("Careful"),
    "good": _("Strong"),
}
"""What the bots are called, from the weakest to the strongest."""

OPPONENTS = 3


def strength(bot: str) -> str:
    return str(STRENGTHS.get(bot, bot))


class HenHurSettings(SettingsForm):
    """The settings that any game has; HenHur adds none."""


class HenHurAlone(AloneForm):
    """How many hens run against the player, and how well."""

    opponents = numbers(_("Opponents"), 1, base_content().rules.most_seats - 1)
    strength = forms.ChoiceField(
        label=_("How well they play"),
        choices=[(bot, words) for bot, words in STRENGTHS.items() if bot != "random"],
        required=False,
        widget=forms.Select(attrs={"class": "input"}),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["opponents"].required = False
        self.initial.setdefault("opponents", OPPONENTS)
        self.initial.setdefault("strength", "good")

    def seat_opponents(self, room: Room) -> None:
        """The characters of this strength first, the others where they are too few."""
        wanted = self.cleaned_data.get("strength") or "good"
        players = sorted(cast(), key=lambda one: one.bot != wanted)
        for one in players[: int(self.cleaned_data.get("opponents") or OPPONENTS)]:
            rooms.place(room, name=one.name, bot=one.bot, ready=True)

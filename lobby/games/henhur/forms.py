"""HenHur's forms: the laps of a race, and for a race alone its opponents."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.henhur import base_content
from lobby import games, rooms
from lobby.forms import AloneForm, SettingsForm, one_of, selected
from lobby.games.henhur.options import LAPS, MINUTES, Settings
from lobby.models import Room

STRENGTHS: Mapping[str, Promise | str] = {
    "random": _("Plays at random"),
    "cautious": _("Careful"),
    "good": _("Strong"),
}
"""What the bots are called, from the weakest to the strongest."""

BOTS_AT_ONCE = 3


def strength(bot: str) -> str:
    return str(STRENGTHS.get(bot, bot))


def lap_choices() -> list[tuple[int, str]]:
    return [(laps, lap_choice(laps)) for laps in MINUTES]


def lap_choice(laps: int) -> str:
    text = gettext("%(laps)s laps, about %(minutes)s min")
    if laps == LAPS:
        text = gettext("%(laps)s laps as the rules say, about %(minutes)s min")
    return text % {"laps": laps, "minutes": MINUTES[laps]}


class LapsField(forms.TypedChoiceField):
    """Over how many laps a race goes; those of the rules where nothing is said."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Laps"),
            choices=lap_choices,
            coerce=int,
            required=False,
            empty_value=LAPS,  # type: ignore[arg-type]
            initial=LAPS,
            widget=forms.Select(attrs={"class": "input"}),
            help_text=_("The minutes are those of four players."),
        )


class HenHurSettings(SettingsForm):
    """What any room has, and the laps."""

    own_fields: ClassVar[tuple[str, ...]] = ("laps",)

    laps = LapsField()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.instance.pk:
            self.initial["laps"] = games.options(self.instance, Settings).laps

    def settings(self) -> dict[str, Any]:
        return {**super().settings(), "options": games.stored(Settings(self.cleaned_data["laps"]))}


class HenHurAlone(AloneForm):
    """Over how many laps, how many hens run against the player, and how well."""

    laps = LapsField()
    bots = one_of(_("Bots"), range(1, base_content().rules.most_seats), BOTS_AT_ONCE)
    strength = selected(
        _("How good the bots are"), [(bot, words) for bot, words in STRENGTHS.items() if bot != "random"], "good"
    )

    def settings(self) -> dict[str, Any]:
        return {"options": games.stored(Settings(self.cleaned_data["laps"]))}

    def seat_opponents(self, room: Room) -> None:
        rooms.fill(room, self.cleaned_data["bots"], self.cleaned_data["strength"] or "good")

"""The settings of a room of Heat, and those of a race alone."""

from typing import Any, ClassVar

from django import forms
from django.db.models import Q
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from engine.heat.bots import BOTS
from engine.heat.decks import deck_for
from lobby import starting
from lobby.forms import AloneForm, SettingsForm, one_of, selected
from lobby.games.heat import circuits, extras, filling, legends
from lobby.games.heat.championship import is_on
from lobby.games.heat.season_field import SeasonField
from lobby.models import Room
from races.heat import catalogue, rulesets
from races.models import Track
from races.start import Start

AS_PRINTED = 0
MOST_LAPS_ON_OFFER = 5
"""Rooms that were set to more laps keep them: the engine drives up to nine."""


MULLIGAN = _("Everyone may swap their first hand once, for 1 Heat.")


def lap_choices(also: int = AS_PRINTED) -> list[tuple[int, str]]:
    """The laps that a room can be set to. `also` is what it is set to now."""
    printed = (AS_PRINTED, gettext("As the track says"))
    offered = sorted({*range(1, MOST_LAPS_ON_OFFER + 1), also} - {AS_PRINTED})
    return [printed, *((laps, str(laps)) for laps in offered)]


def tracks_on_offer(also: Track | None = None) -> Any:
    offered = Q(current__in=catalogue.tracks().values("pk"))
    tracks = Track.objects.filter(offered | Q(pk=also.pk) if also else offered)
    return tracks.select_related("current").defer("current__data", "current__art")


def rule_choices() -> list[tuple[str, str]]:
    return [(rules.id, rules.name) for rules in rulesets.rule_sets()]


ANY_DRIVER = Start(name="", colour="", number=1, visitor="any")
"""Stands for a driver who has no seat yet, while a championship is judged."""


class HeatSettings(extras.ExtrasFields, SeasonField, SettingsForm):
    """What any room has, and the circuit, laps, rules, mulligan, championship and extras."""

    track = forms.ModelChoiceField(
        label=_("Track"), queryset=Track.objects.none(), to_field_name="slug", empty_label=None
    )
    laps = forms.TypedChoiceField(
        label=_("Laps"), choices=lap_choices, coerce=int, widget=forms.Select(attrs={"class": "input"})
    )
    rules = forms.ChoiceField(label=_("Rules"), choices=rule_choices, widget=forms.RadioSelect)

    class Meta(SettingsForm.Meta):
        fields: ClassVar = [*SettingsForm.Meta.fields, "track", "laps", "rules", "mulligan"]
        help_texts: ClassVar = {
            **SettingsForm.Meta.help_texts,
            "mulligan": MULLIGAN,
        }
        widgets: ClassVar = {
            **SettingsForm.Meta.widgets,
            "mulligan": forms.CheckboxInput(attrs={"class": "switch"}),
        }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        room = self.instance if self.instance.pk else None
        self.fields["track"].queryset = tracks_on_offer(room.track if room else None)  # type: ignore[attr-defined]
        if room:
            self.initial["track"] = room.track
            self.initial.update(extras.stored(extras.of_room(room)))
            self.fields["laps"].choices = lap_choices(room.laps)  # type: ignore[attr-defined]
            self.offer_seasons(room)
            if is_on(room):
                for name in ("track", "laps", "rules", "mulligan", "season", *self.extras_fields):
                    self.fields[name].disabled = True

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        track = cleaned.get("track")
        if self.instance.pk and track:
            cars = self.instance.members.count()
            if cars > (places := circuits.places(track)):
                text = ngettext("This track has room for one car.", "This track has room for %(places)s cars.", places)
                self.add_error("track", text % {"places": places})
        seats = list(self.instance.members.all()) if self.instance.pk else []
        self.judge_extras(sum(not seat.legend for seat in seats) or 1)
        if not self.errors and not (self.instance.pk and is_on(self.instance)):
            room = Room(**{"calendar": self.instance.calendar, **self.settings()})
            self.judge_season(room, [starting.starter(seat) for seat in seats] or [ANY_DRIVER])
        return cleaned

    def settings(self) -> dict[str, Any]:
        season = self.of_season(self.instance if self.instance.pk else None)
        return {**super().settings(), **season, "options": extras.stored(self.extras())}


def strengths() -> list[tuple[str, str]]:
    return [(bot, str(filling.FIELDS.get(bot, legends.strength(bot)))) for bot in BOTS]


def levels() -> list[tuple[str, str]]:
    return [(row, str(filling.FIELDS.get(row, row))) for row in deck_for("level").rows]


class HeatAlone(extras.ExtrasFields, SeasonField, AloneForm):
    """The circuit, laps, rules, championship and extras, and how many bots and Legends race against the player."""

    BOTS_AT_ONCE = 3
    LEGENDS_AT_ONCE = 2

    track = forms.ModelChoiceField(
        label=_("Track"), queryset=Track.objects.none(), to_field_name="slug", required=False, empty_label=None
    )
    laps = forms.TypedChoiceField(
        label=_("Laps"),
        choices=lap_choices,
        coerce=int,
        required=False,
        empty_value=AS_PRINTED,  # type: ignore[arg-type]
        initial=AS_PRINTED,
        widget=forms.Select(attrs={"class": "input"}),
    )
    rules = forms.ChoiceField(
        label=_("Rules"),
        choices=rule_choices,
        required=False,
        widget=forms.RadioSelect,
        initial=rulesets.DEFAULT,
    )
    bots = one_of(_("Bots"), range(4), BOTS_AT_ONCE)
    strength = selected(_("How good the bots are"), strengths, "racer")
    legends = one_of(_("Legends"), range(legends.MOST_LEGENDS + 1), LEGENDS_AT_ONCE)
    level = selected(
        _("How good the Legends are"),
        levels,
        "medium",
        _("With the Board rules, every Legend follows a row of its own instead."),
    )
    mulligan = forms.BooleanField(
        label=_("Mulligan"),
        required=False,
        widget=forms.CheckboxInput(attrs={"class": "switch"}),
        help_text=MULLIGAN,
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["track"].queryset = tracks_on_offer()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        drivers = 1 + int(cleaned.get("bots") or 0)
        self.judge_extras(drivers)
        if not self.errors:
            cars = drivers + int(cleaned.get("legends") or 0)
            self.judge_season(Room(**{"rules": rulesets.DEFAULT, **self.settings()}), [ANY_DRIVER] * cars)
        return cleaned

    def settings(self) -> dict[str, Any]:
        asked = {field: self.cleaned_data[field] for field in ("track", "laps", "rules")}
        chosen = {field: value for field, value in asked.items() if value}
        return {
            **chosen,
            **self.of_season(None),
            "mulligan": self.cleaned_data["mulligan"],
            "options": extras.stored(self.extras()),
        }

    def seat_opponents(self, room: Room) -> None:
        asked = self.cleaned_data
        legends.fill(
            room,
            bots=[asked["strength"] or "racer"] * asked["bots"],
            legends=asked["legends"],
            level=asked["level"] or "medium",
        )

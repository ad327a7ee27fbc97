"""The forms before a race: strict about what comes in, friendly about what is wrong with it."""

from typing import Any, ClassVar

from django import forms
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.heat.bots import BOTS
from engine.heat.decks import deck_for
from lobby import circuits, names, opponents
from lobby.models import HIGHEST_NUMBER, MOST_DRIVERS, MOST_LEGENDS, Room
from races import codes
from races.heat import catalogue
from races.models import Track

LONGEST_TYPED = 200
AS_PRINTED = 0
MOST_LAPS_ON_OFFER = 5
"""Rooms that were set to more keep what they have: the engine drives up to nine."""

NO_NAME = {"required": _("Tell us what to call you.")}


class Plain(forms.BaseForm):
    """Labels without a colon, as they stand above their fields, and the cursor where something is wrong."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})

    def add_error(self, field: str | None, error: Any) -> None:
        """Who is told that something is wrong stands in the first field in which it is."""
        super().add_error(field, error)
        if field and not any("autofocus" in one.widget.attrs for one in self.fields.values()):
            self.fields[field].widget.attrs["autofocus"] = True


class NameField(forms.CharField):
    """A name that people see, see `names`."""

    widget = forms.TextInput(
        attrs={"class": "input", "autocomplete": "nickname", "maxlength": names.LONGEST, "spellcheck": "false"}
    )

    def __init__(self, **options: Any) -> None:
        options = {"label": _("Your name"), "max_length": LONGEST_TYPED, "error_messages": NO_NAME, **options}
        super().__init__(**options)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {**super().widget_attrs(widget), "maxlength": str(names.LONGEST)}

    def clean(self, value: Any) -> str:
        typed = super().clean(value)
        return names.cleaned(typed) if typed else ""


class CodeField(forms.CharField):
    """A room's code, however it was typed."""

    widget = forms.TextInput(
        attrs={"class": "input code", "autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
    )

    def __init__(self, **options: Any) -> None:
        errors = dict.fromkeys(
            ("required", "max_length", "null_characters_not_allowed"),
            _("Type the code that you were sent. It has five characters."),
        )
        super().__init__(label=_("Room code"), max_length=LONGEST_TYPED, error_messages=errors, **options)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {**super().widget_attrs(widget), "maxlength": "16"}

    def clean(self, value: Any) -> str:
        return codes.cleaned(super().clean(value))


class JoinForm(Plain, forms.Form):
    """Into a room by its code; who has been here before need not say who they are."""

    code = CodeField()
    name = NameField(required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"auto_id": "join-%s", **options})
        self.fields["name"].widget.attrs |= {"required": True, "form": "join-form"}  # where it is asked for at all


class CarForm(Plain, forms.Form):
    """What a member is called, and the number on the car. Its fields stand outside their form."""

    name = NameField()
    car_number = forms.IntegerField(
        label=_("Number"),
        min_value=1,
        max_value=HIGHEST_NUMBER,
        widget=forms.NumberInput(attrs={"class": "input", "inputmode": "numeric"}),
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), _("A number is 1 to 99.")),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for field in self.fields.values():
            field.widget.attrs["form"] = "car-form"


class MemberForm(forms.Form):
    """Which car on the grid is meant."""

    member = forms.IntegerField(min_value=1, max_value=2**62)


def lap_choices(also: int = AS_PRINTED) -> list[tuple[int, str]]:
    """The laps that a room can be set to. `also` is what it is set to now."""
    printed = (AS_PRINTED, gettext("As the track says"))
    offered = sorted({*range(1, MOST_LAPS_ON_OFFER + 1), also} - {AS_PRINTED})
    return [printed, *((laps, str(laps)) for laps in offered)]


def numbers(field: str, first: int, last: int) -> forms.TypedChoiceField:
    choices = [(number, str(number)) for number in range(first, last + 1)]
    return forms.TypedChoiceField(
        label=field, choices=choices, coerce=int, widget=forms.Select(attrs={"class": "input"})
    )


def tracks_on_offer(also: Track | None = None) -> Any:
    offered = Q(current__in=catalogue.tracks().values("pk"))
    tracks = Track.objects.filter(offered | Q(pk=also.pk) if also else offered)
    return tracks.select_related("current").defer("current__data", "current__art")


class SettingsForm(Plain, forms.ModelForm):  # type: ignore[type-arg]
    """What will be driven, under which rules, by how many, and who sees it."""

    track = forms.ModelChoiceField(
        label=_("Track"), queryset=Track.objects.none(), to_field_name="slug", empty_label=None
    )
    laps = forms.TypedChoiceField(
        label=_("Laps"), choices=lap_choices, coerce=int, widget=forms.Select(attrs={"class": "input"})
    )

    class Meta:
        model = Room
        fields: ClassVar = [
            *("track", "laps", "least", "most", "rules", "clock", "grace", "mulligan", "watching", "listed"),
        ]
        widgets: ClassVar = {
            "rules": forms.RadioSelect,
            "clock": forms.Select(attrs={"class": "input"}),
            "grace": forms.Select(attrs={"class": "input"}),
            "watching": forms.Select(attrs={"class": "input"}),
            "mulligan": forms.CheckboxInput(attrs={"class": "switch"}),
            "listed": forms.CheckboxInput(attrs={"class": "switch"}),
        }

    least = numbers(_("Fewest drivers"), 1, MOST_DRIVERS)  # type: ignore[arg-type]
    most = numbers(_("Most drivers"), 1, MOST_DRIVERS)  # type: ignore[arg-type]

    def __init__(self, *args: Any, **options: Any) -> None:
        options.setdefault("instance", Room())  # its defaults are what a new form shows
        super().__init__(*args, **options)
        room = self.instance if self.instance.pk else None
        self.fields["track"].queryset = tracks_on_offer(room.track if room else None)  # type: ignore[attr-defined]
        if room:
            self.initial["track"] = room.track
            self.fields["laps"].choices = lap_choices(room.laps)  # type: ignore[attr-defined]
            for field in self.fields.values():  # they stand outside their form, which is part of the page
                field.widget.attrs["form"] = "settings"

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        least, most, track = (cleaned.get(field) for field in ("least", "most", "track"))
        if least and most and least > most:
            self.add_error("most", gettext("That is fewer than the fewest drivers."))
        if self.instance.pk:
            here = self.instance.members.exclude(visitor="").count()
            cars = self.instance.members.count()
            if most and most < here:
                self.add_error("most", gettext("There are %(here)s drivers here already.") % {"here": here})
            if track and cars > (room := circuits.places(track)):
                text = gettext("This track has room for %(room)s cars, and there are %(cars)s on the grid.")
                self.add_error("track", text % {"room": room, "cars": cars})
        return cleaned


class OpenForm(SettingsForm):
    """A new room, and who opens it."""

    name = NameField()
    field_order = ("name",)


class BotForm(forms.Form):
    """One more driver of the house."""

    bot = forms.CharField(max_length=40)


class LegendForm(forms.Form):
    """One more Legend; without a level, whatever the rules give it."""

    level = forms.CharField(max_length=16, required=False)


def strengths() -> list[tuple[str, str]]:
    return [(bot, opponents.strength(bot).capitalize()) for bot in BOTS]


class AloneForm(Plain, forms.Form):
    """A race against the house. Every field has an answer of its own, so one click is enough."""

    BOTS_AT_ONCE = 3
    LEGENDS_AT_ONCE = 2

    name = NameField(required=False)
    track = forms.ModelChoiceField(
        label=_("Track"), queryset=Track.objects.none(), to_field_name="slug", required=False, empty_label=None
    )
    laps = forms.TypedChoiceField(
        label=_("Laps"),
        choices=lap_choices,
        coerce=int,
        required=False,
        empty_value=AS_PRINTED,  # type: ignore[arg-type]
        widget=forms.Select(attrs={"class": "input"}),
    )
    rules = forms.ChoiceField(
        label=_("Rules"),
        choices=Room.Rules.choices,
        required=False,
        widget=forms.RadioSelect,
        initial=Room.Rules.STANDARD,
    )
    bots = forms.TypedChoiceField(
        label=_("Drivers of the house"),
        choices=[(n, str(n)) for n in range(4)],
        coerce=int,
        required=False,
        empty_value=BOTS_AT_ONCE,  # type: ignore[arg-type]
        initial=BOTS_AT_ONCE,
        widget=forms.RadioSelect,
    )
    strength = forms.ChoiceField(
        label=_("How well they drive"),
        choices=strengths,
        required=False,
        initial="racer",
        widget=forms.Select(attrs={"class": "input"}),
    )
    legends = forms.TypedChoiceField(
        label=_("Legends"),
        choices=[(n, str(n)) for n in range(MOST_LEGENDS + 1)],
        coerce=int,
        required=False,
        empty_value=LEGENDS_AT_ONCE,  # type: ignore[arg-type]
        initial=LEGENDS_AT_ONCE,
        widget=forms.RadioSelect,
    )
    level = forms.ChoiceField(
        label=_("Level of the Legends"),
        choices=lambda: [(row, opponents.level_name(row)) for row in deck_for("level").rows],
        required=False,
        initial="medium",
        widget=forms.Select(attrs={"class": "input"}),
        help_text=_("Under Rulebook each Legend drives by a row of its own instead."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["track"].queryset = tracks_on_offer()  # type: ignore[attr-defined]

"""The forms of the lobby that any game has. A game adds its own settings in `lobby.games`."""

from typing import Any, ClassVar, TypeVar

from django import forms
from django.http import QueryDict
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lobby import names
from lobby.models import DAY, HIGHEST_NUMBER, MOST_PLAYERS, Room
from races import codes
from races.models import Race

LONGEST_TYPED = 200

FormType = TypeVar("FormType", bound=forms.BaseForm)

NO_NAME = {"required": _("Tell us what to call you.")}


class Plain(forms.BaseForm):
    """Labels without a colon, as they stand above their fields, and the cursor in the first field with an error."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **options})

    def add_error(self, field: str | None, error: Any) -> None:
        super().add_error(field, error)
        if field and not any("autofocus" in one.widget.attrs for one in self.fields.values()):
            self.fields[field].widget.attrs["autofocus"] = True


class NameField(forms.CharField):
    """A name that other players see, see `names`."""

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
        attrs={
            "class": "input code",
            "autocomplete": "off",
            "autocapitalize": "characters",
            "spellcheck": "false",
            "placeholder": "HOTLAP",
        }
    )

    def __init__(self, **options: Any) -> None:
        errors = dict.fromkeys(
            ("required", "max_length", "null_characters_not_allowed"),
            _("Type the code of your room or game: six characters or eight."),
        )
        super().__init__(label=_("Room code"), max_length=LONGEST_TYPED, error_messages=errors, **options)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {**super().widget_attrs(widget), "maxlength": "16"}

    def clean(self, value: Any) -> str:
        return codes.cleaned(super().clean(value))


class JoinForm(Plain, forms.Form):
    """Into a room by its code. The name is asked for on the room's page, and only of visitors without one."""

    code = CodeField()
    name = NameField(required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **{"auto_id": "join-%s", **options})
        self.fields["name"].widget.attrs |= {"required": True, "form": "join-form"}


class CarForm(Plain, forms.Form):
    """A player's name and number. The fields stand outside their form element, which no update replaces."""

    name = NameField()
    car_number = forms.IntegerField(
        label=_("Number"),
        min_value=1,
        max_value=HIGHEST_NUMBER,
        widget=forms.NumberInput(attrs={"class": "input", "inputmode": "numeric"}),
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"), _("Pick a number from 1 to 99.")
        ),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for field in self.fields.values():
            field.widget.attrs["form"] = "car-form"


class MemberForm(forms.Form):
    """The seat that a button of the host is for."""

    member = forms.IntegerField(min_value=1, max_value=2**62)


class BotForm(forms.Form):
    """The bot that the host adds, by its name in the cast."""

    bot = forms.CharField(max_length=40)


def numbers(label: Any, first: int, last: int, help_text: Any = "") -> forms.TypedChoiceField:
    choices = [(number, str(number)) for number in range(first, last + 1)]
    widget = forms.Select(attrs={"class": "input"})
    return forms.TypedChoiceField(label=label, choices=choices, coerce=int, widget=widget, help_text=help_text)


def one_of(label: Any, counts: range, usual: int) -> forms.TypedChoiceField:
    """How many of something, as a row of buttons; the usual number where nothing is said."""
    return forms.TypedChoiceField(
        label=label,
        choices=[(count, str(count)) for count in counts],
        coerce=int,
        required=False,
        empty_value=usual,  # type: ignore[arg-type]
        initial=usual,
        widget=forms.RadioSelect,
    )


def selected(label: Any, choices: Any, usual: str, help_text: Any = "") -> forms.ChoiceField:
    """A choice from a list that opens; what is usual is shown first, and need not be sent."""
    widget = forms.Select(attrs={"class": "input"})
    return forms.ChoiceField(
        label=label, choices=choices, required=False, initial=usual, widget=widget, help_text=help_text
    )


def unjudged(form: "type[FormType]", data: QueryDict) -> "FormType":
    """A form with what was typed so far, of which nothing is called wrong yet."""
    fields = form().fields.items()
    return form(
        initial={name: field.widget.value_from_datadict(data, MultiValueDict(), name) for name, field in fields}
    )


class SettingsForm(Plain, forms.ModelForm):  # type: ignore[type-arg]
    """The settings of a room that any game has. A game derives its own form, with `rules` if it has several sets.

    A room that is being opened has no key yet, and its form also asks for the host's name.
    """

    own_fields: ClassVar[tuple[str, ...]] = ()
    """The fields that a game without templates of its own adds: they are shown below those of any game."""

    name = NameField()
    least = numbers(_("Fewest players"), 1, MOST_PLAYERS, _("You can start once so many are ready."))
    most = numbers(_("Most players"), 1, MOST_PLAYERS)

    class Meta:
        model = Room
        fields: ClassVar = ["least", "most", "clock", "grace", "absence", "watching", "listed"]
        help_texts: ClassVar = {
            "clock": _("How long each choice may take."),
            "grace": _("How long the game waits for a player who has left before a stand-in takes over."),
            "absence": _("While it waits, those who are here can agree to go on."),
        }
        widgets: ClassVar = {
            "clock": forms.Select(attrs={"class": "input"}),
            "grace": forms.Select(attrs={"class": "input"}),
            "absence": forms.Select(attrs={"class": "input"}),
            "watching": forms.Select(attrs={"class": "input"}),
            "listed": forms.CheckboxInput(attrs={"class": "switch"}),
        }

    def __init__(self, *args: Any, **options: Any) -> None:
        options.setdefault("instance", Room())  # its defaults are what a new form shows
        super().__init__(*args, **options)
        self.fields["absence"].required = False
        if self.instance.pk:
            del self.fields["name"]
            for field in self.fields.values():  # they stand outside their form element, which no update replaces
                field.widget.attrs["form"] = "settings"

    def clean_absence(self) -> str:
        return str(self.cleaned_data["absence"] or self.instance.absence)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if cleaned.get("absence") == Race.Absence.WAIT and (cleaned.get("clock") or 0) >= DAY:
            self.add_error("absence", gettext("A game of days goes on while players are away. Choose a shorter clock."))
        least, most = cleaned.get("least"), cleaned.get("most")
        if least and most and least > most:
            self.add_error("most", gettext("This must be at least the fewest players."))
        if self.instance.pk and most:
            here = self.instance.members.exclude(visitor="").count()
            if most < here:
                self.add_error("most", gettext("%(here)s players are already here.") % {"here": here})
        return cleaned

    def own(self) -> list[forms.BoundField]:
        return [self[field] for field in self.own_fields]

    def settings(self) -> dict[str, Any]:
        """What the room is set to, by column. A game with `options` overrides it."""
        return {field: self.cleaned_data[field] for field in self.Meta.fields}


class AloneForm(Plain, forms.Form):
    """A race of one player against bots. Every field has a default, so one click is enough."""

    name = NameField(required=False)

    def settings(self) -> dict[str, Any]:
        """What the room is set to, by column."""
        return {}

    def seat_opponents(self, room: Room) -> None:
        """Put the bots that were asked for into the room."""

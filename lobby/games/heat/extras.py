"""The extras of a room of Heat in forms and in words: garage, weather, roads, sponsors."""

from collections.abc import Mapping
from typing import ClassVar

import msgspec
from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from lobby import games
from lobby.games import stored as stored
from lobby.models import Room
from lobby.refused import Reason, Refused
from races.heat import boxes
from races.heat.extras import DRAWN, Extras

GARAGES: Mapping[str, Promise | str] = {
    "": _("Off"),
    "rounds": _("Three rounds"),
    "snake": _("There and back"),
    "random": _("At random"),
}
"""How upgrades come to the drivers."""

PACK_NAMES: Mapping[str, Promise | str] = {
    "basic": _("Basic"),
    "advanced": _("Advanced"),
    "heavy_rain": _("Heavy Rain"),
    "tunnel_vision": _("Tunnel Vision"),
}

WEATHER: Mapping[str, Promise | str] = {
    "cloud": _("Clouds"),
    "fog": _("Fog"),
    "storm": _("Storm"),
    "snow": _("Snow"),
    "rain": _("Rain"),
    "sun": _("Sun"),
}
"""What players call the weather that ships; another keeps its id."""

NO_SUCH_WEATHER = _("That weather is no longer in the game. Choose another one.")
NO_CARDS = _("Choose the basic or the advanced upgrades.")
ADVANCED_ALONE = _("The cards of this expansion are advanced ones: choose the advanced upgrades, too.")
BAD_EXTRAS = Reason(409, _("These extras do not go together."), _("Look through the garage and its cards."))


def weather_choices() -> list[tuple[str, str]]:
    drawn = [("", gettext("Off")), (DRAWN, gettext("Drawn"))]
    return [*drawn, *((one.id, str(WEATHER.get(one.id, one.id))) for one in boxes.modules().weather)]


class ExtrasFields(forms.Form):
    """The fields of the extras, for any form of Heat."""

    extras_fields: ClassVar[tuple[str, ...]] = Extras.__struct_fields__

    garage = forms.ChoiceField(
        label=_("Garage"), choices=list(GARAGES.items()), required=False, widget=forms.RadioSelect
    )
    packs = forms.MultipleChoiceField(
        label=_("Cards in the game"),
        choices=list(PACK_NAMES.items()),
        required=False,
        initial=list(Extras().packs),
        widget=forms.CheckboxSelectMultiple,
    )
    weather = forms.ChoiceField(
        label=_("Weather"),
        choices=weather_choices,
        required=False,
        widget=forms.Select(attrs={"class": "input"}),
    )
    roads = forms.BooleanField(
        label=_("Road conditions"),
        required=False,
        widget=forms.CheckboxInput(attrs={"class": "switch"}),
        help_text=_("A token at each corner changes its limit, its price, or the stretch behind it."),
    )
    sponsors = forms.BooleanField(
        label=_("Sponsors"),
        required=False,
        widget=forms.CheckboxInput(attrs={"class": "switch"}),
        help_text=_("The press waits at corners: 2 over the limit or a slipstream there earns a card that works once."),
    )

    def extras(self) -> Extras:
        asked = {field: self.cleaned_data[field] for field in self.extras_fields if field in self.cleaned_data}
        packs = tuple(dict.fromkeys(asked.get("packs", ()))) or (() if asked.get("garage") else Extras().packs)
        return Extras(**{**asked, "packs": packs})

    def judge_extras(self, drivers: int) -> None:
        """Put what speaks against the extras to the field in question, where so many drivers would draft as far as is
        known."""
        if self.errors.keys() & set(self.extras_fields):
            return
        if fault := fault_of(self.extras(), drivers):
            self.add_error("packs", fault)


def fault_of(extras: Extras, drivers: int) -> str:
    """Why so many drivers cannot race with these extras; empty if they can."""
    if extras.weather and extras.weather not in dict(weather_choices()):
        return str(NO_SUCH_WEATHER)
    if extras.expansions and "advanced" not in extras.packs and extras.garage:
        return str(ADVANCED_ALONE)
    if not extras.garage:
        return ""
    if not extras.tiers:
        return str(NO_CARDS)
    if drivers > (served := extras.drivers_served(boxes.cards())):
        text = ngettext(
            "These upgrades last for one driver. Add more cards, or choose another way to draft.",
            "These upgrades last for %(served)s drivers. Add more cards, or choose another way to draft.",
            served,
        )
        return text % {"served": served}
    return ""


def of_room(room: Room) -> Extras:
    return games.options(room, Extras)


def must_go_together(extras: Extras, drivers: int) -> None:
    """Refuse to start with extras that stopped to fit since they were chosen, because bots joined."""
    if fault := fault_of(extras, drivers):
        raise Refused("extras", Reason(BAD_EXTRAS.status, fault))


def must_last(extras: Extras, drivers: int, races: int, *, kept: bool) -> None:
    """Refuse a championship of so many races with extras that do not fit. Before each race every driver drafts anew in
    three rounds, or takes one upgrade more and keeps it."""
    rounds = msgspec.structs.replace(extras, garage="rounds" if extras.garage else "")
    must_go_together(rounds, 1 if kept else drivers)
    if kept and extras.garage and drivers > (served := extras.drivers_served(boxes.cards(), taken=races)):
        text = ngettext(
            "In so many races these upgrades last for one driver. Add more cards, or choose fewer races.",
            "In so many races these upgrades last for %(served)s drivers. Add more cards, or choose fewer races.",
            served,
        )
        raise Refused("extras", Reason(BAD_EXTRAS.status, text % {"served": served}))


def facts(extras: Extras) -> list[tuple[str, str]]:
    """The extras as rows of label and value."""
    rows = [(gettext("Garage"), str(GARAGES[extras.garage]))]
    if extras.garage or extras.sponsors:
        rows.append((gettext("Cards in the game"), ", ".join(str(PACK_NAMES[pack]) for pack in extras.packs)))
    return [
        *rows,
        (gettext("Weather"), dict(weather_choices()).get(extras.weather, extras.weather)),
        (gettext("Road conditions"), on_off(extras.roads)),
        (gettext("Sponsors"), on_off(extras.sponsors)),
    ]


def on_off(on: bool) -> str:
    return gettext("On") if on else gettext("Off")

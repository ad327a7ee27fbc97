"""Cards, weather, road tokens and events as tables: a line for each, a cell for each thing about it.

A cell with words names effects or symbols, each with its number: "cooldown 3, plus 1".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django import forms
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from engine.heat.cards import Card, CardSet
from engine.heat.modules import Effects, EventCard, SectorEffect, Token, Weather
from races.heat.championships import events
from races.heat.parts import cards as faces
from races.heat.roadside import conditions, drawings
from races.parts import icons


class Words(forms.CharField):
    """Names with numbers. The fields of `of` say which names there are; None takes any, for symbols."""

    def __init__(self, of: type[Struct] | None, **options: Any) -> None:
        super().__init__(required=False, **options)
        self.of = {one.name: one.type for one in msgspec.structs.fields(of)} if of is not None else None

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) else ", ".join(_word(*one) for one in (value or {}).items())

    def clean(self, value: Any) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for part in str(super().clean(value)).split(","):
            name, *numbers = part.split() or [""]
            if not name:
                continue
            if self.of is not None and name not in self.of:
                raise forms.ValidationError(
                    _("“%(name)s” is unknown; there are: %(known)s"),
                    params={"name": name, "known": ", ".join(self.of)},
                )
            found[name] = self._value(name, numbers)
        return found

    def _value(self, name: str, numbers: list[str]) -> Any:
        kind = self.of[name] if self.of is not None else int
        try:
            values = [int(number) for number in numbers]
        except ValueError:
            values = []
            numbers = ["?"]
        if kind is bool and not numbers:
            return True
        if kind == tuple[int, ...] and values:
            return values
        if kind is bool or len(values) != 1:
            raise forms.ValidationError(_("“%(name)s” takes a number behind it, or none."), params={"name": name})
        return values[0]


def _word(name: str, value: Any) -> str:
    if value is True:
        return name
    return " ".join([name, *map(str, value if isinstance(value, list | tuple) else [value])])


class Numbers(forms.CharField):
    """Whole numbers, in a row: "1, 5"."""

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) else ", ".join(map(str, value or ()))

    def clean(self, value: Any) -> list[int]:
        try:
            return [int(part) for part in str(super().clean(value)).replace(",", " ").split()]
        except ValueError:
            raise forms.ValidationError(_("Whole numbers, with commas between them.")) from None


def _number() -> forms.Field:
    return forms.IntegerField(required=False, widget=forms.NumberInput(attrs={"class": "vSmallNumber"}))


def _words(of: type[Struct] | None) -> Callable[[], forms.Field]:
    return lambda: Words(of, widget=forms.TextInput(attrs={"class": "vWords"}))


def _numbers() -> forms.Field:
    return Numbers(required=False, widget=forms.TextInput(attrs={"class": "vNumbers"}))


def _switch() -> forms.Field:
    return forms.BooleanField(required=False)


def _line() -> forms.Field:
    return forms.CharField(widget=forms.TextInput(attrs={"class": "vHeadline"}))


def _heat_to() -> forms.Field:
    return forms.ChoiceField(
        required=False, choices=[("", "–"), ("deck", _("draw pile")), ("discard", _("discard pile"))]
    )


@dataclass(frozen=True)
class Table:
    """How the items of one box are shown and edited."""

    item: type[Struct]
    columns: Mapping[str, tuple[str | Promise, Callable[[], forms.Field]]]
    """By the field of the item: what stands above the column, and its cells."""
    look: Callable[[Any], str]
    """An item as it looks."""
    sprite: Callable[[list[Any]], str]
    """What the pictures are made of, once a page."""
    called: Callable[[Any], str]


def _card(card: Card) -> SafeString:
    return faces.picture(card.id, "", "admin-face")


def _sky(weather: Weather) -> SafeString:
    scene = mark_safe(drawings.scene(weather.id))  # noqa: S308, our own drawing
    return format_html('<svg class="admin-sky" viewBox="0 0 320 150" aria-hidden="true">{}</svg>', scene)


def _token(token: Token) -> SafeString:
    return icons.icon(conditions.icon_of(token, ""), "admin-token")


def _event(event: EventCard) -> SafeString:
    return format_html('<p class="admin-event">{}</p>', " ".join(events.effects(event)))


TABLES: Mapping[str, Table] = {
    "cards": Table(
        Card,
        {
            "worth": (_("Counts"), _numbers),
            "symbols": (_("Symbols"), _words(None)),
            "copies": (_("Copies"), _number),
        },
        look=_card,
        sprite=faces.sprite,
        called=faces.name,
    ),
    "weather": Table(
        Weather,
        {
            "sector": (_("On the road"), _words(SectorEffect)),
            "stress": (_("Stress"), _number),
            "heat": (_("Heat"), _number),
            "heat_to": (_("Heat that starts in the"), _heat_to),
            "heat_count": (_("So much of it"), _number),
        },
        look=_sky,
        sprite=lambda items: "",
        called=lambda one: conditions.name(one.id),
    ),
    "roads": Table(
        Token,
        {
            "copies": (_("Copies"), _number),
            "limit": (_("Limit"), _number),
            "overheat": (_("Heat on top"), _number),
            "sector": (_("On the road behind it"), _words(SectorEffect)),
            "weather": (_("Brings the weather"), _switch),
        },
        look=_token,
        sprite=lambda items: icons.sprite(),
        called=lambda one: conditions.name(one.id),
    ),
    "events": Table(
        EventCard,
        {
            "headline": (_("Headline"), _line),
            "sponsors": (_("Sponsor cards"), _number),
            "press": (_("Press corners"), _numbers),
            "effects": (_("Effects"), _words(Effects)),
        },
        look=_event,
        sprite=lambda items: "",
        called=lambda one: f"{one.number}. {one.headline}",
    ),
}


def items_of(box: Any) -> list[Any]:
    """What of a box is edited: of all cards those that are drafted or earned."""
    if isinstance(box, CardSet):
        return [card for card in box.cards if card.copies]
    return list(box)


def rebuilt(box: Any, items: Mapping[str, Any]) -> Any:
    """The box with these items, by their ids."""
    if isinstance(box, CardSet):
        return msgspec.structs.replace(box, cards=tuple(items.get(card.id, card) for card in box.cards))
    return tuple(items.get(one.id, one) for one in box)


def item_of(slug: str, before: Any, cells: Mapping[str, Any]) -> Any:
    """An item with what stands in its cells; an empty cell is what it is without being named."""
    data = msgspec.to_builtins(before)
    for name, value in cells.items():
        data.pop(name, None)
        if value not in (None, "", {}) or (slug, name) == ("weather", "sector"):
            data[name] = value
    return msgspec.convert(data, TABLES[slug].item)

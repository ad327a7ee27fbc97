"""Cards, weather, road tokens and events as tables: a line for each, a cell for each thing about it.

A cell with words names effects or symbols, each with its number: "cooldown 3, plus 1".
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, get_origin

import msgspec
from django import forms
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from engine.heat.cards import Card, CardSet
from engine.heat.modules import Effects, EventCard, SectorEffect, Token, Weather
from engine.heat.season.calendar import PRINTED
from engine.heat.state import TIERS
from engine.kernel.bounds import NUMBER, SENTENCE, WORD, bare
from races.heat.championships import events
from races.heat.extras import PACKS
from races.heat.parts import cards as faces
from races.heat.roadside import conditions, drawings
from races.parts import icons


class Words(forms.CharField):
    """Names with numbers. The fields of `of` say which names there are; None takes any, for symbols."""

    def __init__(self, of: type[Struct] | None, **options: Any) -> None:
        super().__init__(required=False, max_length=SENTENCE.most, **options)
        self.of = {one.name: bare(one.type) for one in msgspec.structs.fields(of)} if of is not None else None

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
        if get_origin(kind) is tuple and values:
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


def whole_number(**options: Any) -> forms.IntegerField:
    """Make a field for a number of a card. What makes sense for which number is for the engine to say."""
    return forms.IntegerField(min_value=-NUMBER.most, max_value=NUMBER.most, **options)


def _number() -> forms.Field:
    return whole_number(required=False, widget=forms.NumberInput(attrs={"class": "vSmallNumber"}))


def _words(of: type[Struct] | None) -> Callable[[], forms.Field]:
    return lambda: Words(of, widget=forms.TextInput(attrs={"class": "vWords"}))


def _numbers() -> forms.Field:
    return Numbers(required=False, max_length=SENTENCE.most, widget=forms.TextInput(attrs={"class": "vNumbers"}))


def _switch() -> forms.Field:
    return forms.BooleanField(required=False)


def _line() -> forms.Field:
    return forms.CharField(max_length=SENTENCE.most, widget=forms.TextInput(attrs={"class": "vHeadline"}))


def _named(choices: Callable[[], Iterable[tuple[str, Any]]]) -> Callable[[], forms.Field]:
    return lambda: forms.ChoiceField(required=False, choices=choices)


def _id() -> forms.Field:
    return forms.CharField(required=False, max_length=WORD.most, widget=forms.TextInput(attrs={"class": "vNumbers"}))


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
    first: Mapping[str, tuple[str | Promise, Callable[[], forms.Field]]]
    """What is asked beside the columns of an item that is added, and stays as it is from then on."""


PILES: Mapping[str, tuple[str | Promise, Mapping[str, str]]] = {
    "basic": (_("Basic upgrades"), {"kind": "upgrade", "tier": "basic"}),
    "advanced": (_("Advanced upgrades"), {"kind": "upgrade", "tier": "advanced"}),
    "sponsor": (_("Sponsor cards"), {"kind": "sponsor"}),
}
"""Where a card lies: what that is called, and what it makes of the card."""


def _piles() -> list[tuple[str, Any]]:
    return [(pile, words) for pile, (words, _kind) in PILES.items()]


def _families() -> list[tuple[str, Any]]:
    return sorted(faces.FAMILIES.items(), key=lambda one: str(one[1]))


def _expansions() -> list[tuple[str, Any]]:
    packs = [pack for pack in PACKS if pack not in TIERS]
    return [(PRINTED, _("Base game")), *((pack, pack.replace("_", " ").title()) for pack in packs)]


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
        first={
            "id": (_("Id"), _id),
            "pile": (_("Pile"), _named(_piles)),
            "family": (_("Family"), _named(_families)),
            "expansion": (_("Expansion"), _named(_expansions)),
            "name": (_("Sponsor"), _id),
        },
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
        first={"id": (_("Id"), _id)},
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
        first={"id": (_("Id"), _id)},
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
        first={"id": (_("Id"), _id), "expansion": (_("Expansion"), _named(_expansions))},
    ),
}


def items_of(box: Any) -> list[Any]:
    """What of a box is edited: of all cards those that are drafted or earned."""
    if isinstance(box, CardSet):
        return [card for card in box.cards if card.tier or card.kind == "sponsor"]
    return list(box)


def rebuilt(box: Any, items: Mapping[str, Any], added: Any = None) -> Any:
    """The box with these items in the places of those that it has, by their ids, without those that are missing, and
    with one more at its end."""
    edited = {item.id for item in items_of(box)}
    found = [items.get(one.id, one) for one in every(box) if one.id in items or one.id not in edited]
    if added is not None:
        found.append(added)
    return msgspec.structs.replace(box, cards=tuple(found)) if isinstance(box, CardSet) else tuple(found)


def every(box: Any) -> tuple[Any, ...]:
    """All that a box holds, in the order in which faults count it."""
    found: tuple[Any, ...] = box.cards if isinstance(box, CardSet) else box
    return found


def item_of(slug: str, before: Any, cells: Mapping[str, Any]) -> Any:
    """An item with what stands in its cells; an empty cell is what it is without being named."""
    return _filled(slug, msgspec.to_builtins(before), cells)


def new_item(slug: str, box: Any, first: Mapping[str, Any], cells: Mapping[str, Any]) -> Any:
    """An item that the box does not have yet."""
    data = {name: value for name, value in first.items() if value}
    if slug == "cards":
        data |= PILES[data.pop("pile")][1]
    if slug == "events":
        data["number"] = max((event.number for event in box), default=0) + 1
    return _filled(slug, data, cells)


def _filled(slug: str, data: dict[str, Any], cells: Mapping[str, Any]) -> Any:
    for name, value in cells.items():
        data.pop(name, None)
        if value not in (None, "", {}) or (slug, name) == ("weather", "sector"):
            data[name] = value
    return msgspec.convert(data, TABLES[slug].item)

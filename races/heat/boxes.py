"""The cards, weather, road tokens and events with which new races are started: what an admin saved last, else what
ships with the engine."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from django.db import transaction
from msgspec.structs import replace

from engine.heat.cards import CardSet, base_cards, card_faults
from engine.heat.modules import EventCard, Modules, Token, Weather, base_modules, modules_faults
from engine.heat.tables import SHIPPED
from engine.kernel.faults import Broken, Fault
from engine.kernel.records import decode, encode
from races.models import Box, BoxVersion
from races.models.circuits import digest_of

CARDS = Box.Kind.CARDS.value
MODULES = (Box.Kind.WEATHER.value, Box.Kind.ROADS.value, Box.Kind.EVENTS.value)
"""By their names the fields of the engine's `Modules`."""

_DECODERS: Mapping[str, msgspec.json.Decoder[Any]] = {
    CARDS: msgspec.json.Decoder(CardSet),
    Box.Kind.WEATHER.value: msgspec.json.Decoder(tuple[Weather, ...]),
    Box.Kind.ROADS.value: msgspec.json.Decoder(tuple[Token, ...]),
    Box.Kind.EVENTS.value: msgspec.json.Decoder(tuple[EventCard, ...]),
}


def shipped(slug: str) -> Any:
    """What comes with the engine."""
    return base_cards() if slug == CARDS else getattr(base_modules(), slug)


def cards() -> CardSet:
    found: CardSet = _stored([CARDS]).get(CARDS, base_cards())
    return found


def modules() -> Modules:
    return replace(base_modules(), **_stored(MODULES))


def _stored(slugs: "list[str] | tuple[str, ...]") -> dict[str, Any]:
    """The boxes that are stored here, by their names."""
    rows = Box.objects.filter(slug__in=slugs, current__isnull=False).values_list("slug", "current__data")
    return {slug: read(slug, data) for slug, data in rows}


@lru_cache(maxsize=64)
def read(slug: str, data: str) -> Any:
    """A box as it was stored, or as somebody has written it. Raises `Broken` for what cannot be read."""
    return decode(_DECODERS[slug], data, slug)


def faults(slug: str, box: Any) -> tuple[Fault, ...]:
    """Everything that is wrong with a box, beside the others as they are."""
    if slug == CARDS:
        return card_faults(box, SHIPPED.vocabulary.symbols)
    found = modules_faults(replace(modules(), **{slug: box}))
    return tuple(fault for fault in found if fault.place.split("[")[0] == slug)


def save(slug: str, box: Any) -> BoxVersion:
    """A box as it is from now on: a new version, unless it was there before. Raises `Broken` with every fault."""
    if found := faults(slug, box):
        raise Broken(slug, found)
    text = encode(box).decode()
    with transaction.atomic():
        row, _ = Box.objects.get_or_create(slug=slug)
        version, _ = row.versions.get_or_create(digest=digest_of(text), defaults={"data": text})
        row.current = version
        row.save(update_fields=["current"])
    return version

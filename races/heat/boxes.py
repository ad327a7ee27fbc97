"""The cards, weather, road tokens and events with which new races are started: what an admin saved last, else what
ships with the engine."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from django.db import transaction
from msgspec.structs import replace

from engine.heat import all_tracks
from engine.heat.cards import CardSet, base_cards, card_faults
from engine.heat.course import Course
from engine.heat.modules import EventCard, Modules, Token, Weather, base_modules, modules_faults
from engine.heat.season import all_seasons
from engine.heat.tables import SHIPPED
from engine.kernel.bounds import Cards
from engine.kernel.faults import Broken, Fault
from engine.kernel.records import decode, encode
from races.heat.extras import TAKEN, Extras
from races.models import Box, BoxVersion
from races.models.circuits import digest_of

CARDS = Box.Kind.CARDS.value
MODULES = (Box.Kind.WEATHER.value, Box.Kind.ROADS.value, Box.Kind.EVENTS.value)
"""By their names the fields of the engine's `Modules`."""

_DECODERS: Mapping[str, msgspec.json.Decoder[Any]] = {
    CARDS: msgspec.json.Decoder(CardSet),
    Box.Kind.WEATHER.value: msgspec.json.Decoder(Cards[Weather]),
    Box.Kind.ROADS.value: msgspec.json.Decoder(Cards[Token]),
    Box.Kind.EVENTS.value: msgspec.json.Decoder(Cards[EventCard]),
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
    """A box as it was stored, or as an admin has written it. Raises `Broken` for what cannot be read."""
    return decode(_DECODERS[slug], data, slug)


def faults(slug: str, box: Any) -> tuple[Fault, ...]:
    """Everything that is wrong with a box, beside the others as they are."""
    if slug == CARDS:
        return (*card_faults(box, SHIPPED.vocabulary.symbols), *_pile_faults(box))
    found = modules_faults(replace(modules(), **{slug: box}))
    own = [fault for fault in found if fault.place.split("[")[0] == slug]
    if slug == Box.Kind.ROADS.value:
        own += _token_faults(box)
    if slug == Box.Kind.EVENTS.value:
        own += _season_faults(box)
    return tuple(own)


LEAST_DRIVERS = 2
"""A market serves at least so many; a room with more drivers says itself what they lack."""


def _pile_faults(box: CardSet) -> Iterator[Fault]:
    """Whether upgrades can be drafted and sponsor cards earned."""
    for garage in TAKEN:
        served = Extras(garage=garage).drivers_served(box)
        if served < LEAST_DRIVERS:
            text = f"the upgrades of the base game last for {served} drivers; a draft has at least {LEAST_DRIVERS}"
            yield Fault("cards", "no_market", text)
            break
    if not box.sponsor_pile(()):
        yield Fault("cards", "no_sponsors", "the base game has no sponsor card that the press could pay with")


def _token_faults(tokens: tuple[Token, ...]) -> Iterator[Fault]:
    """Whether there is a token for each corner of every circuit that ships."""
    corners = max(len(Course(track).token_lines) for track in all_tracks().values())
    if (laid := sum(token.copies for token in tokens)) < corners:
        yield Fault("roads", "too_few", f"there are {laid} tokens; a circuit has up to {corners} corners")


def _season_faults(cards: tuple[EventCard, ...]) -> Iterator[Fault]:
    """Whether the championships that come with the game find the events that they name."""
    known = {event.id for event in cards}
    for year, stops in all_seasons().items():
        for stop in stops:
            if stop.event and stop.event not in known:
                yield Fault("events", "in_season", f"the championship of {year} has a race under “{stop.event}”")


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

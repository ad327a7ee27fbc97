"""Circuits, decks and races as the tests need them."""

from typing import Any

import factory

from engine.heat import all_tracks
from engine.heat.decks import deck_for
from engine.heat.rules import RULESETS
from engine.heat.tracks import write_track
from engine.kernel.chance import Seed
from engine.kernel.records import encode
from races import models
from races.start import Start, Terms, start_race

COLOURS = ("red", "blue", "green", "yellow", "black", "white", "orange", "purple", "teal", "pink", "brown", "grey")
SEED = Seed("5eed" * 16)


class TrackFactory(factory.django.DjangoModelFactory):  # type: ignore[misc]
    class Meta:
        model = models.Track
        django_get_or_create = ("slug",)

    slug = "usa"


class TrackVersionFactory(factory.django.DjangoModelFactory):  # type: ignore[misc]
    class Meta:
        model = models.TrackVersion
        django_get_or_create = ("track", "number")

    track = factory.SubFactory(TrackFactory)
    number = 1
    name = factory.LazyAttribute(lambda o: all_tracks()[o.track.slug].name)
    data = factory.LazyAttribute(lambda o: write_track(all_tracks()[o.track.slug]).decode())


class LegendDeckFactory(factory.django.DjangoModelFactory):  # type: ignore[misc]
    class Meta:
        model = models.LegendDeck
        django_get_or_create = ("slug",)

    slug = "level"


class DeckVersionFactory(factory.django.DjangoModelFactory):  # type: ignore[misc]
    class Meta:
        model = models.DeckVersion
        django_get_or_create = ("deck", "number")

    deck = factory.SubFactory(LegendDeckFactory)
    number = 1
    data = factory.LazyAttribute(lambda o: encode(deck_for(o.deck.slug)).decode())


def drivers(*visitors: str) -> list[Start]:
    """One starter for each visitor, named after them."""
    return [
        Start(name=visitor.title(), colour=colour, number=seat + 1, visitor=visitor)
        for seat, (visitor, colour) in enumerate(zip(visitors, COLOURS, strict=False))
    ]


def make_race(*visitors: str, starters: list[Start] | None = None, track: str = "usa", **terms: Any) -> models.Race:
    """A race that has started, with a seat for each visitor (Ada and Bo unless told), on the USA track."""
    rules = terms.setdefault("rules", "standard")
    version = TrackVersionFactory(track__slug=track)
    deck = DeckVersionFactory(deck__slug=RULESETS[rules].legend_rows)
    terms = {"laps": 1, "seed": SEED, "host": "ada", "track": version, "deck": deck, **terms}
    return start_race(drivers(*(visitors or ("ada", "bo"))) if starters is None else starters, Terms(**terms))

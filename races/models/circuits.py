"""Circuits and Legend decks, which only Heat has. A saved change is a new version; races point to versions, which never
change."""

import hashlib
from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


def digest_of(data: str) -> str:
    """What tells one version from another."""
    return hashlib.blake2b(data.encode(), digest_size=16).hexdigest()


class Tracks(models.Manager["Track"]):
    def get_by_natural_key(self, slug: str) -> "Track":
        return self.get(slug=slug)


class Track(models.Model):
    """A circuit as players know it. Its data is that of its current version."""

    slug = models.CharField(_("id"), max_length=32, unique=True)
    offered = models.BooleanField(_("offered"), default=True, help_text=_("Whether new races can be driven on it."))
    position = models.PositiveSmallIntegerField(_("position in lists"), default=100)
    current = models.ForeignKey(
        "races.TrackVersion",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("current version"),
    )

    objects = Tracks()

    class Meta:
        ordering: ClassVar = ["position", "slug"]
        verbose_name = _("track")
        verbose_name_plural = _("tracks")

    def __str__(self) -> str:
        return self.current.name if self.current else self.slug

    def natural_key(self) -> tuple[str]:
        return (self.slug,)


class TrackVersions(models.Manager["TrackVersion"]):
    def get_by_natural_key(self, slug: str, digest: str) -> "TrackVersion":
        return self.get(track__slug=slug, digest=digest)


class TrackVersion(models.Model):
    """A circuit as it was saved once: the engine's data, and the art that is made after the save."""

    track = models.ForeignKey(Track, models.CASCADE, related_name="versions", verbose_name=_("track"))
    digest = models.CharField(_("digest"), max_length=32, editable=False)
    name = models.CharField(_("name"), max_length=60)
    data = models.TextField(_("data"), help_text=_("The circuit as JSON, as the engine reads it."))
    art = models.TextField(
        _("art"), blank=True, default="", help_text=_("What is drawn of it; empty until it is made.")
    )
    art_fault = models.TextField(_("why there is no art"), blank=True, default="")
    saved = models.DateTimeField(_("saved"), default=timezone.now)

    objects = TrackVersions()

    class Meta:
        ordering: ClassVar = ["track", "-saved", "-pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["track", "digest"], name="one_track_version_a_digest")]
        verbose_name = _("track version")
        verbose_name_plural = _("track versions")

    def __str__(self) -> str:
        return f"{self.name}, {self.saved:%Y-%m-%d %H:%M}"

    def natural_key(self) -> tuple[str, str]:
        return (self.track.slug, self.digest)


class LegendDecks(models.Manager["LegendDeck"]):
    def get_by_natural_key(self, slug: str) -> "LegendDeck":
        return self.get(slug=slug)


class LegendDeck(models.Model):
    """A deck of Legend cards as players know it. Races take the deck whose id their rule set names."""

    slug = models.CharField(_("id"), max_length=32, unique=True)
    current = models.ForeignKey(
        "races.DeckVersion", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("current version")
    )

    objects = LegendDecks()

    class Meta:
        ordering: ClassVar = ["slug"]
        verbose_name = _("Legend deck")
        verbose_name_plural = _("Legend decks")

    def __str__(self) -> str:
        return self.slug

    def natural_key(self) -> tuple[str]:
        return (self.slug,)


class DeckVersions(models.Manager["DeckVersion"]):
    def get_by_natural_key(self, slug: str, digest: str) -> "DeckVersion":
        return self.get(deck__slug=slug, digest=digest)


class DeckVersion(models.Model):
    """A Legend deck as it was saved once."""

    deck = models.ForeignKey(LegendDeck, models.CASCADE, related_name="versions", verbose_name=_("Legend deck"))
    digest = models.CharField(_("digest"), max_length=32, editable=False)
    data = models.TextField(_("data"), help_text=_("The deck as JSON, as the engine reads it."))
    saved = models.DateTimeField(_("saved"), default=timezone.now)

    objects = DeckVersions()

    class Meta:
        ordering: ClassVar = ["deck", "-saved", "-pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["deck", "digest"], name="one_deck_version_a_digest")]
        verbose_name = _("Legend deck version")
        verbose_name_plural = _("Legend deck versions")

    def __str__(self) -> str:
        return f"{self.deck}, {self.saved:%Y-%m-%d %H:%M}"

    def natural_key(self) -> tuple[str, str]:
        return (self.deck.slug, self.digest)

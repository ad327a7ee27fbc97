"""Circuits and Legend decks. A saved change is a new version; races point to versions, which never change."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Track(models.Model):
    """A circuit as players know it. What it is like is told by its versions."""

    slug = models.CharField(_("id"), max_length=32, unique=True)
    offered = models.BooleanField(_("offered"), default=True, help_text=_("Whether new races can be driven on it."))
    position = models.PositiveSmallIntegerField(_("position in lists"), default=100)

    class Meta:
        ordering: ClassVar = ["position", "slug"]
        verbose_name = _("track")
        verbose_name_plural = _("tracks")

    def __str__(self) -> str:
        return self.slug


class TrackVersion(models.Model):
    """A circuit as it was saved once: the engine's data, and the art that is made after the save."""

    track = models.ForeignKey(Track, models.CASCADE, related_name="versions", verbose_name=_("track"))
    number = models.PositiveIntegerField(_("version"))
    name = models.CharField(_("name"), max_length=60)
    data = models.TextField(_("data"), help_text=_("The circuit as JSON, as the engine reads it."))
    art = models.TextField(
        _("art"), blank=True, default="", help_text=_("What is drawn of it; empty until it is made.")
    )
    art_fault = models.TextField(_("why there is no art"), blank=True, default="")
    saved = models.DateTimeField(_("saved"), auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["track", "-number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["track", "number"], name="one_track_version_a_number")]
        verbose_name = _("track version")
        verbose_name_plural = _("track versions")

    def __str__(self) -> str:
        return f"{self.name} ({self.number})"


class LegendDeck(models.Model):
    """A deck of Legend cards as players know it."""

    slug = models.CharField(_("id"), max_length=32, unique=True)
    offered = models.BooleanField(_("offered"), default=True)

    class Meta:
        ordering: ClassVar = ["slug"]
        verbose_name = _("Legend deck")
        verbose_name_plural = _("Legend decks")

    def __str__(self) -> str:
        return self.slug


class DeckVersion(models.Model):
    """A Legend deck as it was saved once."""

    deck = models.ForeignKey(LegendDeck, models.CASCADE, related_name="versions", verbose_name=_("Legend deck"))
    number = models.PositiveIntegerField(_("version"))
    data = models.TextField(_("data"), help_text=_("The deck as JSON, as the engine reads it."))
    saved = models.DateTimeField(_("saved"), auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["deck", "-number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["deck", "number"], name="one_deck_version_a_number")]
        verbose_name = _("Legend deck version")
        verbose_name_plural = _("Legend deck versions")

    def __str__(self) -> str:
        return f"{self.deck} ({self.number})"

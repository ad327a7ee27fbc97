"""What joins races of Heat beside the circuit: cards, weather, road tokens, events. As with circuits a saved change is
a new version, and a race that has started keeps the content that it started with."""

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Boxes(models.Manager["Box"]):
    def get_by_natural_key(self, slug: str) -> "Box":
        return self.get(slug=slug)


class Box(models.Model):
    """One kind of these, as new races take it."""

    class Kind(models.TextChoices):
        CARDS = "cards", _("Upgrades and sponsor cards")
        WEATHER = "weather", _("Weather")
        ROADS = "roads", _("Road tokens")
        EVENTS = "events", _("Events")

    slug = models.CharField(_("kind"), max_length=16, choices=Kind.choices, unique=True)
    current = models.ForeignKey(
        "races.BoxVersion", models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("current version")
    )

    objects = Boxes()

    class Meta:
        ordering: ClassVar = ["pk"]
        verbose_name = _("box of cards or tokens")
        verbose_name_plural = _("cards and tokens")

    def __str__(self) -> str:
        return self.get_slug_display()

    def natural_key(self) -> tuple[str]:
        return (self.slug,)


class BoxVersions(models.Manager["BoxVersion"]):
    def get_by_natural_key(self, slug: str, digest: str) -> "BoxVersion":
        return self.get(box__slug=slug, digest=digest)


class BoxVersion(models.Model):
    """Such a box as it was saved once."""

    box = models.ForeignKey(Box, models.CASCADE, related_name="versions", verbose_name=_("box of cards or tokens"))
    digest = models.CharField(_("digest"), max_length=32, editable=False)
    data = models.TextField(_("data"), help_text=_("The cards or tokens as JSON, as the engine reads them."))
    saved = models.DateTimeField(_("saved"), default=timezone.now)

    objects = BoxVersions()

    class Meta:
        ordering: ClassVar = ["box", "-saved", "-pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["box", "digest"], name="one_box_version_a_digest")]
        verbose_name = _("version of cards or tokens")
        verbose_name_plural = _("versions of cards and tokens")

    def __str__(self) -> str:
        return f"{self.box}, {self.saved:%Y-%m-%d %H:%M}"

    def natural_key(self) -> tuple[str, str]:
        return (self.box.slug, self.digest)

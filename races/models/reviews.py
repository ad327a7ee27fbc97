"""Reviews: the race of one seat looked back at, decision by decision. Computed once and kept with the race."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from races.models.races import Race


class Review(models.Model):
    """One that a viewer has asked for: waiting, being computed, whole, or impossible."""

    race = models.ForeignKey(Race, models.CASCADE, related_name="reviews", verbose_name=_("race"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    visitor = models.CharField(_("asked by"), max_length=64, blank=True, default="", db_index=True)
    """Who asked, for the limit by the hour."""
    address = models.CharField(max_length=64, blank=True, default="", editable=False)
    """From where, as a keyed hash, for the same limit; empty for the machine of the site, and once the hour is over."""
    asked = models.DateTimeField(_("asked"), auto_now_add=True)
    lease = models.DateTimeField(_("taken until"), null=True, blank=True)
    """Until when a process has it in hand; when that is over, another one begins it anew."""
    tries = models.PositiveSmallIntegerField(_("begun"), default=0)
    done = models.PositiveSmallIntegerField(_("decisions looked at"), default=0)
    total = models.PositiveSmallIntegerField(_("decisions"), default=0)
    data = models.TextField(_("review"), blank=True, default="")
    """As its game encodes it, once it is whole."""
    failed = models.CharField(_("why there is none"), max_length=24, blank=True, default="")
    """A code of the game, or `lost` after several tries."""

    class Meta:
        ordering: ClassVar = ["asked", "pk"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["race", "seat"], name="one_review_a_seat")]
        verbose_name = _("review of a seat’s race")
        verbose_name_plural = _("reviews of seats’ races")

    def __str__(self) -> str:
        return f"{self.race_id}: {self.seat}"

    @property
    def is_open(self) -> bool:
        """Whether it is still to be computed."""
        return not self.data and not self.failed

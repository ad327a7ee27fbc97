"""Reviews: the race of one seat looked back at, decision by decision. Computed once and kept with the race."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from races.models.queued import Queued
from races.models.races import Race


class Review(Queued):
    """One that a viewer has asked for: waiting, being computed, whole, or impossible."""

    race = models.ForeignKey(Race, models.CASCADE, related_name="reviews", verbose_name=_("race"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    done = models.PositiveSmallIntegerField(_("decisions looked at"), default=0)
    total = models.PositiveSmallIntegerField(_("decisions"), default=0)
    data = models.TextField(_("review"), blank=True, default="")
    """As its game encodes it, once it is whole."""

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

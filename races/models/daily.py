"""The race of the day and of the week, which only Heat has: who drove it, and how it ended."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from races.models.races import Race


class DailyTry(models.Model):
    """One drive of a day's race. A visitor's first one counts; what it came to is kept once its record was checked."""

    class Verdict(models.TextChoices):
        OPEN = "", _("not over")
        GOOD = "good", _("in the table")
        LATE = "late", _("ended after the day")
        UNFINISHED = "unfinished", _("not driven to its end")
        BROKEN = "broken", _("its record does not play again")

    key = models.CharField(_("day or week"), max_length=12, db_index=True)
    race = models.OneToOneField(Race, models.CASCADE, related_name="daily", verbose_name=_("race"))
    visitor = models.CharField(_("visitor"), max_length=64, blank=True, default="", db_index=True)
    counts = models.BooleanField(_("counts"), default=False)
    verdict = models.CharField(_("verdict"), max_length=12, choices=Verdict, blank=True, default=Verdict.OPEN)
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    rounds = models.PositiveSmallIntegerField(_("rounds"), null=True, blank=True)
    reached = models.PositiveIntegerField(_("spaces driven"), null=True, blank=True)
    signs = models.CharField(_("corners"), max_length=64, blank=True, default="")
    """A letter a corner line that was crossed: f for free, p for paid, s for a spin-out."""

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["key", "visitor"], condition=Q(counts=True) & ~Q(visitor=""), name="one_first_try_a_day"
            )
        ]
        verbose_name = _("drive of a day's race")
        verbose_name_plural = _("drives of a day's race")

    def __str__(self) -> str:
        return f"{self.key}: {self.race_id}"

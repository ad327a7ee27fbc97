"""The race of the day and of the week, which only Heat has: who drove it, and how it ended."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from races.models.races import Race


class DailyTry(models.Model):
    """One drive of a day's race. A visitor's first one counts; what it came to is kept once its record was checked.

    A drive begins under the next free number, in a transaction that has seen no open drive. Transactions that race for
    the same number meet at the constraint, so a visitor has one open drive of a day at most.
    """

    class Verdict(models.TextChoices):
        OPEN = "", _("not over")
        GOOD = "good", _("in the table")
        LATE = "late", _("ended after the day")
        UNFINISHED = "unfinished", _("not driven to its end")
        BROKEN = "broken", _("its record does not play again")

    key = models.CharField(_("day or week"), max_length=12, db_index=True)
    race = models.OneToOneField(Race, models.CASCADE, related_name="daily", verbose_name=_("race"))
    visitor = models.CharField(_("visitor"), max_length=64, blank=True, default="", db_index=True)
    number = models.PositiveSmallIntegerField(_("number"), default=0)
    """0 is the first try."""
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
                fields=["key", "visitor", "number"], condition=~Q(visitor=""), name="one_drive_a_number"
            )
        ]
        verbose_name = _("drive of a day's race")
        verbose_name_plural = _("drives of a day's race")

    def __str__(self) -> str:
        return f"{self.key}: {self.race_id}"

    @property
    def counts(self) -> bool:
        """Return whether this is the first try. Later drives are practice."""
        return self.number == 0

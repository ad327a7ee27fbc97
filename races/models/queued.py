"""Work that visitors ask for and that waits for its turn (`races.turns`)."""

from typing import ClassVar, Self

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Queued(models.Model):
    """One piece of such work: waiting, in hand of a process, done, or impossible."""

    visitor = models.CharField(_("asked by"), max_length=64, blank=True, default="", db_index=True)
    """Who asked, for the limit by the hour."""
    address = models.CharField(max_length=64, blank=True, default="", editable=False)
    """From where, as a keyed hash, for the same limit; empty for the machine of the site, and once the hour is over."""
    asked = models.DateTimeField(_("asked"), auto_now_add=True)
    lease = models.DateTimeField(_("taken until"), null=True, blank=True)
    """Until when a process has it in hand; when that is over, another one begins it anew."""
    tries = models.PositiveSmallIntegerField(_("begun"), default=0)
    failed = models.CharField(_("why there is none"), max_length=24, blank=True, default="")
    """A code of the game, or `lost` after several tries."""

    objects: ClassVar["models.Manager[Self]"] = models.Manager()

    @property
    def is_in_hand(self) -> bool:
        """Return whether a process is at it."""
        return self.lease is not None and self.lease > timezone.now()

    class Meta:
        abstract = True

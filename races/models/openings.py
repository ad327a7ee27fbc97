"""Records that visitors open from a file: the file until it is read, and what belongs to its replay."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from races.models.queued import Queued
from races.models.races import Race


class Opening(Queued):
    """A file that was sent: waiting, being read, refused, or a race."""

    key = models.CharField(max_length=32, unique=True, editable=False)
    """The secret part of the address at which its visitor waits."""
    data = models.BinaryField(_("file"), default=b"")
    """The bytes of the file, compressed; empty once they were read."""
    race = models.OneToOneField(
        Race, models.CASCADE, null=True, blank=True, related_name="opening", verbose_name=_("race")
    )

    class Meta:
        ordering: ClassVar = ["asked", "pk"]
        verbose_name = _("opened file")
        verbose_name_plural = _("opened files")

    def __str__(self) -> str:
        return f"{self.pk}"

    @property
    def is_open(self) -> bool:
        """Return whether it is still to be read."""
        return self.race_id is None and not self.failed


class Reel(models.Model):
    """The index of a film, stored for a race whose film the site's own processes are not to look through."""

    race = models.OneToOneField(Race, models.CASCADE, primary_key=True, related_name="reel", verbose_name=_("race"))
    data = models.TextField()
    """A `races.film.Index` as JSON."""

    class Meta:
        verbose_name = _("index of a replay")
        verbose_name_plural = _("indexes of replays")

    def __str__(self) -> str:
        return f"{self.race_id}"

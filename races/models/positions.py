"""Races that go on from a step of another one, for practice."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from races.models.races import Race


class Position(models.Model):
    """Where a race went on that did not begin on its grid: part of its record. It counts for no figures."""

    race = models.OneToOneField(Race, models.CASCADE, related_name="position", verbose_name=_("race"))
    state = models.TextField(_("state"))
    """As its game stores states: what one seat knew at that step, and everything else dealt anew."""
    origin = models.ForeignKey(
        Race, models.SET_NULL, null=True, blank=True, related_name="driven_on", verbose_name=_("race it goes on from")
    )
    step = models.PositiveIntegerField(_("step"), null=True, blank=True)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    """The step and the seat are empty where the record came from a file, which tells neither."""
    seats_open = models.BooleanField(_("others may take seats"), default=False)
    """Whether visitors who have the code may take seats that bots drive."""

    class Meta:
        ordering: ClassVar = ["-pk"]
        verbose_name = _("position that a race went on from")
        verbose_name_plural = _("positions that races went on from")

    def __str__(self) -> str:
        return f"{self.race_id}"

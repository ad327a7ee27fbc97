"""Championships, which only Heat has: several races of the same cars, with points. Each race has its own record; here
stands what they share."""

from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from races.models.races import Race

LENGTH_OF_CODE = 7
"""More than a room's code has and less than a race's, so that a code names its kind. Championships of earlier versions
keep their six signs."""


class Championship(models.Model):
    """A season. Content, set-up and seed never change; the table follows from them and from the races that are over."""

    code = models.CharField(_("code"), max_length=8, unique=True)
    room = models.CharField(_("room"), max_length=8, blank=True, default="", db_index=True)
    """Where its drivers meet; the room may be gone by now."""
    content = models.TextField(_("content"))
    setup = models.TextField(_("set-up"))
    seed = models.CharField(_("seed"), max_length=128)
    engine = models.CharField(_("engine version"), max_length=32)
    rules = models.CharField(_("rules"), max_length=32)
    watching = models.CharField(_("who may watch"), max_length=8, choices=Race.Watching, default=Race.Watching.ANYBODY)
    started = models.DateTimeField(_("started"), auto_now_add=True)
    meeting = models.DateTimeField(_("next race begins"), null=True, blank=True)
    """When its drivers are to meet for the next race, as the host has said; empty if nothing is agreed."""

    class Meta:
        ordering: ClassVar = ["-started"]
        verbose_name = _("championship")
        verbose_name_plural = _("championships")

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("championships:championship", args=[self.code])


class Stop(models.Model):
    """One race of the calendar: the circuit as it was when the championship began, and the race once it has started."""

    championship = models.ForeignKey(Championship, models.CASCADE, related_name="stops", verbose_name=_("championship"))
    number = models.PositiveSmallIntegerField(_("number"))
    track = models.ForeignKey("races.TrackVersion", models.PROTECT, related_name="stops", verbose_name=_("track"))
    race = models.OneToOneField(
        Race, models.PROTECT, null=True, blank=True, related_name="stop", verbose_name=_("race")
    )

    class Meta:
        ordering: ClassVar = ["championship", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["championship", "number"], name="one_stop_a_number")]
        verbose_name = _("race of a championship")
        verbose_name_plural = _("races of a championship")

    def __str__(self) -> str:
        return f"{self.championship_id}/{self.number}"


class Competitor(models.Model):
    """A seat of a championship, through all races, by the colour of its car, and the player or bot that has it now. Its
    points stay with the seat."""

    championship = models.ForeignKey(
        Championship, models.CASCADE, related_name="competitors", verbose_name=_("championship")
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    name = models.CharField(_("name"), max_length=40)
    colour = models.CharField(_("colour"), max_length=8)
    car_number = models.PositiveSmallIntegerField(_("car number"))
    visitor = models.CharField(_("visitor"), max_length=64, blank=True, default="", db_index=True)
    bot = models.CharField(_("bot"), max_length=16, blank=True, default="")
    legend = models.CharField(_("Legend row"), max_length=16, blank=True, default="")

    class Meta:
        ordering: ClassVar = ["championship", "seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["championship", "seat"], name="one_competitor_a_seat"),
            models.UniqueConstraint(fields=["championship", "colour"], name="one_competitor_a_colour"),
            models.UniqueConstraint(
                fields=["championship", "visitor"], condition=~models.Q(visitor=""), name="one_competitor_a_visitor"
            ),
        ]
        verbose_name = _("competitor")
        verbose_name_plural = _("competitors")

    def __str__(self) -> str:
        return f"{self.seat}: {self.name}"

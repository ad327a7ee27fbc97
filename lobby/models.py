"""What is kept before a race: visitors, rooms with their members, who was shown the door, links to other devices, and
for an hour who opened and guessed how much."""

from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.heat import RULESETS
from engine.heat.content import MOST_LAPS
from races.models import Race
from races.parts.chips import LIVERIES

MOST_DRIVERS = 8
MOST_CARS = 12
MOST_LEGENDS = 5
HIGHEST_NUMBER = 99
DAY = 24 * 3600

HEAVY = ("track__current__data", "track__current__art", "race__setup", "race__state")
"""What hangs on a room and is big; who shows rooms reads none of it along."""


class Visitor(models.Model):
    """Somebody who was here: what they like to be called, and to drive. The id comes from their cookie."""

    id = models.CharField(_("visitor"), max_length=64, primary_key=True)
    name = models.CharField(_("name"), max_length=40)
    colour = models.CharField(_("favourite colour"), max_length=8, blank=True, default="")
    car_number = models.PositiveSmallIntegerField(_("favourite number"), null=True, blank=True)
    made = models.DateTimeField(_("first here"), auto_now_add=True)

    class Meta:
        verbose_name = _("visitor")
        verbose_name_plural = _("visitors")

    def __str__(self) -> str:
        return self.name


class Room(models.Model):
    """A room: who meets here, and what they are going to drive. Each race that starts here has a code of its own."""

    class Rules(models.TextChoices):
        STANDARD = "standard", _("Standard")
        RULEBOOK = "rulebook", _("Rulebook")

    class Clock(models.IntegerChoices):
        OFF = 0, _("No clock")
        HALF_A_MINUTE = 30, _("30 seconds")
        MINUTE = 60, _("60 seconds")
        TWO_MINUTES = 120, _("2 minutes")
        ONE_DAY = DAY, _("1 day")
        THREE_DAYS = 3 * DAY, _("3 days")

    class Grace(models.IntegerChoices):
        HALF_A_MINUTE = 30, _("30 seconds")
        MINUTE = 60, _("60 seconds")
        TWO_MINUTES = 120, _("2 minutes")
        FIVE_MINUTES = 300, _("5 minutes")
        ONE_DAY = DAY, _("1 day")

    code = models.CharField(_("code"), max_length=8, unique=True)
    host = models.CharField(_("host"), max_length=64)
    once = models.CharField(max_length=64, unique=True, null=True, editable=False)
    """Which press of a button made the room: a repeated one finds it, and makes no second."""

    track = models.ForeignKey("races.Track", models.CASCADE, related_name="+", verbose_name=_("track"))
    laps = models.PositiveSmallIntegerField(
        _("laps"), default=0, validators=[MaxValueValidator(MOST_LAPS)], help_text=_("0: as the track says.")
    )
    least = models.PositiveSmallIntegerField(_("fewest drivers"), default=1, validators=[MinValueValidator(1)])
    most = models.PositiveSmallIntegerField(
        _("most drivers"), default=6, validators=[MinValueValidator(1), MaxValueValidator(MOST_DRIVERS)]
    )
    rules = models.CharField(_("rules"), max_length=32, choices=Rules, default=Rules.STANDARD)
    clock = models.PositiveIntegerField(_("turn clock"), choices=Clock, default=Clock.MINUTE)
    grace = models.PositiveIntegerField(
        _("grace for the absent"),
        choices=Grace,
        default=Grace.MINUTE,
        help_text=_("How long the race waits for somebody who is gone before a stand-in drives."),
    )
    mulligan = models.BooleanField(
        _("mulligan"), default=False, help_text=_("Everybody may change their first hand once.")
    )
    watching = models.CharField(_("who may watch"), max_length=8, choices=Race.Watching, default=Race.Watching.ANYBODY)
    listed = models.BooleanField(
        _("listed"), default=False, help_text=_("Show the room, and then the race, on the home page.")
    )

    race = models.ForeignKey(Race, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("race"))
    """The last race that started here; while it runs, nobody comes in."""
    revision = models.PositiveIntegerField(default=0)
    opened = models.DateTimeField(_("opened"), default=timezone.now)
    touched = models.DateTimeField(_("last changed"), default=timezone.now, db_index=True)

    class Meta:
        ordering: ClassVar = ["-touched"]
        verbose_name = _("room")
        verbose_name_plural = _("rooms")

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("lobby:room", args=[self.code])

    @property
    def racing(self) -> bool:
        return self.race is not None and self.race.ended is None

    @property
    def legend_rows(self) -> str:
        """The Legend deck that the rule set asks for."""
        return RULESETS[self.rules].legend_rows


class Member(models.Model):
    """A car on the grid of a room: somebody's, a bot's or a Legend's."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="members", verbose_name=_("room"))
    position = models.PositiveSmallIntegerField(_("position"))
    visitor = models.CharField(_("visitor"), max_length=64, blank=True, default="")
    bot = models.CharField(_("bot"), max_length=16, blank=True, default="")
    legend = models.CharField(_("Legend row"), max_length=16, blank=True, default="")
    name = models.CharField(_("name"), max_length=40)
    colour = models.CharField(_("colour"), max_length=8, choices=[(key, one.name) for key, one in LIVERIES.items()])
    car_number = models.PositiveSmallIntegerField(_("car number"))
    ready = models.BooleanField(_("ready"), default=False)
    connected = models.BooleanField(_("connected"), default=False)
    seen = models.DateTimeField(_("last seen"), default=timezone.now)
    signalled = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta:
        ordering: ClassVar = ["room", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["room", "position"], name="one_member_a_position"),
            models.UniqueConstraint(fields=["room", "colour"], name="one_member_a_colour"),
            models.UniqueConstraint(fields=["room", "visitor"], condition=~Q(visitor=""), name="one_member_a_visitor"),
        ]
        verbose_name = _("member")
        verbose_name_plural = _("members")

    def __str__(self) -> str:
        return self.name

    @property
    def is_driver(self) -> bool:
        return bool(self.visitor)


class Block(models.Model):
    """Somebody whom the host does not let in again."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="blocks", verbose_name=_("room"))
    visitor = models.CharField(_("visitor"), max_length=64)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["room", "visitor"], name="one_block_a_visitor")]
        verbose_name = _("block")
        verbose_name_plural = _("blocks")

    def __str__(self) -> str:
        return f"{self.room_id}/{self.visitor}"


class DeviceLink(models.Model):
    """Moves a visitor to another browser, once and soon. Only the hash of what the link says is kept."""

    hash = models.CharField(max_length=64, unique=True)
    visitor = models.CharField(_("visitor"), max_length=64)
    made = models.DateTimeField(_("made"), default=timezone.now)
    used = models.DateTimeField(_("used"), null=True, blank=True)

    class Meta:
        verbose_name = _("link to another device")
        verbose_name_plural = _("links to other devices")

    def __str__(self) -> str:
        return self.visitor


class Attempt(models.Model):
    """Something of which nobody may do too much within an hour. Of an address a keyed hash is kept, and no longer."""

    class Kind(models.TextChoices):
        OPENING = "opening", _("opened a room or a race")
        WRONG_CODE = "wrong", _("asked for a room that is not there")

    kind = models.CharField(_("what"), max_length=8, choices=Kind)
    visitor = models.CharField(_("visitor"), max_length=64, blank=True, default="")
    address = models.CharField(_("address"), max_length=64, blank=True, default="")
    at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["kind", "at"], name="attempts_of_the_last_hour")]
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")

    def __str__(self) -> str:
        return f"{self.kind} {self.at}"

"""What the lobby stores: visitors, rooms with their members, blocks and invitations, links to other devices, and for an
hour the attempts that are limited."""

from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby import links
from lobby.calls.models import Call as Call
from lobby.calls.models import MailAddress as MailAddress
from lobby.calls.models import PushAddress as PushAddress
from lobby.calls.models import Question as Question
from lobby.calls.models import Unwanted as Unwanted
from races.models import Race
from races.parts.chips import LIVERIES

MOST_PLAYERS = 8
"""People in one room."""
MOST_SEATS = 12
"""Seats in one room, bots included: one for each colour."""
MOST_LAPS = 9
"""Laps that a room of Heat can be stored with. It is the engine's number; a test compares the two."""
HIGHEST_NUMBER = 99
DAY = 24 * 3600

HEAVY = (
    *("track__current__data", "track__current__art", "race__setup", "race__state"),
    *("championship__content", "championship__setup"),
)
"""Big columns of related rows. Queries for rooms defer them, or the home page would read a megabyte."""


class Visitor(models.Model):
    """A person's browser, by the id in its cookie, with the name, colour and number that were used last."""

    id = models.CharField(_("visitor"), max_length=64, primary_key=True)
    name = models.CharField(_("name"), max_length=40)
    colour = models.CharField(_("favourite colour"), max_length=8, blank=True, default="")
    car_number = models.PositiveSmallIntegerField(_("favourite number"), null=True, blank=True)
    made = models.DateTimeField(_("first here"), auto_now_add=True)
    barred = models.DateTimeField(_("barred since"), null=True, blank=True)
    """Who is barred by an admin opens no rooms and races and joins none."""
    may_be_asked = models.BooleanField(_("may be asked to rooms"), default=True)
    """Whether those who played with this visitor can ask them to a room."""

    class Meta:
        verbose_name = _("visitor")
        verbose_name_plural = _("visitors")

    def __str__(self) -> str:
        return self.name


class Room(models.Model):
    """Where players meet before a race, and what they are going to play. Each race that starts here has its own code.

    What a game adds to these settings stands in `options`; the columns `track`, `laps`, `mulligan`, `calendar` and
    `championship` are Heat's, and empty in rooms of other games. Which `rules` there are is the game's to say.
    """

    class TurnClock(models.IntegerChoices):
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
    """Which press of a button made the room, so that a repeated press finds it instead of opening a second one."""

    game = models.CharField(_("game"), max_length=16, default="heat")
    """Chosen when the room is opened, and kept."""
    options = models.JSONField(_("options"), default=dict, blank=True)
    """The settings of one game alone; the game reads them strictly into its own type."""
    track = models.ForeignKey(
        "races.Track", models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("track")
    )
    laps = models.PositiveSmallIntegerField(
        _("laps"), default=0, validators=[MaxValueValidator(MOST_LAPS)], help_text=_("0: as the track says.")
    )
    least = models.PositiveSmallIntegerField(_("fewest players"), default=1, validators=[MinValueValidator(1)])
    most = models.PositiveSmallIntegerField(
        _("most players"), default=6, validators=[MinValueValidator(1), MaxValueValidator(MOST_PLAYERS)]
    )
    rules = models.CharField(_("rules"), max_length=32, blank=True, default="")
    clock = models.PositiveIntegerField(_("turn clock"), choices=TurnClock, default=TurnClock.MINUTE)
    grace = models.PositiveIntegerField(
        _("time to come back"),
        choices=Grace,
        default=Grace.MINUTE,
        help_text=_("How long the game waits for a player who has left before a stand-in takes over."),
    )
    absence = models.CharField(
        _("when a player leaves"), max_length=8, choices=Race.Absence, default=Race.Absence.STAND_IN
    )
    mulligan = models.BooleanField(
        _("mulligan"), default=False, help_text=_("Everyone may swap their first hand once.")
    )
    calendar = models.JSONField(_("championship"), default=dict, blank=True)
    """The championship that is to be raced here, as `lobby.games.heat.calendar` reads it; empty for single races."""
    championship = models.ForeignKey(
        "races.Championship",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("championship that is on"),
    )
    """Since its first race has started. From then on its seats stand."""
    watching = models.CharField(_("who may watch"), max_length=8, choices=Race.Watching, default=Race.Watching.ANYBODY)
    listed = models.BooleanField(
        _("listed"), default=False, help_text=_("Anyone can find the room, and later the race, on the home page.")
    )

    race = models.ForeignKey(Race, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("race"))
    """The last race that started here. While it runs, the room can neither be joined nor changed."""
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
        """The address to pass on, with the key that needs no guessing."""
        return links.path(self.code)

    @property
    def key(self) -> str:
        """The key of links to this room."""
        return links.key_of(self.code)

    @property
    def racing(self) -> bool:
        return self.race is not None and self.race.ended is None


class Member(models.Model):
    """A seat in a room: a player's, a bot's, or in Heat a Legend's."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="members", verbose_name=_("room"))
    position = models.PositiveSmallIntegerField(_("position"))
    visitor = models.CharField(_("visitor"), max_length=64, blank=True, default="")
    bot = models.CharField(_("bot"), max_length=16, blank=True, default="")
    legend = models.CharField(_("Legend row"), max_length=16, blank=True, default="")
    name = models.CharField(_("name"), max_length=40)
    colour = models.CharField(_("colour"), max_length=8, choices=[(key, one.name) for key, one in LIVERIES.items()])
    car_number = models.PositiveSmallIntegerField(_("number"))
    ready = models.BooleanField(_("ready"), default=False)
    asked_again = models.JSONField(_("settings changed since they were ready"), default=list, blank=True)
    """The settings (columns of the room, and options by their own names) that the host has changed since this player
    was ready; empty for one who need not say it again. The page lists them beside the button."""
    connected = models.BooleanField(_("connected"), default=False)
    seen = models.DateTimeField(_("last seen"), default=timezone.now)
    signalled = models.DateTimeField(null=True, blank=True, editable=False)
    address = models.CharField(max_length=64, blank=True, default="", editable=False)
    """From where they joined, as a keyed hash: a host who keeps them out keeps out who comes from there with a new
    cookie, too. Gone with the seat."""

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
    def is_player(self) -> bool:
        """Whether a person has the seat."""
        return bool(self.visitor)


class Block(models.Model):
    """A visitor whom the host keeps out of a room; and with them who comes from the same address and is new since."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="blocks", verbose_name=_("room"))
    visitor = models.CharField(_("visitor"), max_length=64)
    address = models.CharField(_("address"), max_length=64, blank=True, default="")
    """A keyed hash; empty once the host lets newcomers in again."""
    made = models.DateTimeField(_("made"), default=timezone.now)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["room", "visitor"], name="one_block_a_visitor")]
        verbose_name = _("block")
        verbose_name_plural = _("blocks")

    def __str__(self) -> str:
        return f"{self.room_id}/{self.visitor}"


class Invitation(models.Model):
    """A visitor is asked to a room by one who played with them. It goes with the room."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="invitations", verbose_name=_("room"))
    visitor = models.CharField(_("who is asked"), max_length=64, db_index=True)
    by = models.CharField(_("by"), max_length=64, db_index=True)
    made = models.DateTimeField(_("made"), default=timezone.now)
    declined = models.DateTimeField(_("declined"), null=True, blank=True)
    """It stays, so that there is no second one to the same room."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["room", "visitor"], name="one_invitation_a_visitor")]
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")

    def __str__(self) -> str:
        return f"{self.room_id}/{self.visitor}"


class Mute(models.Model):
    """A visitor whose invitations another one does not want. Who is muted never learns of it."""

    visitor = models.CharField(_("visitor"), max_length=64)
    other = models.CharField(_("who is muted"), max_length=64, db_index=True)
    name = models.CharField(_("name"), max_length=40)
    """As the visitor knew them."""
    made = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-made"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["visitor", "other"], name="one_mute_a_visitor")]
        verbose_name = _("muted visitor")
        verbose_name_plural = _("muted visitors")

    def __str__(self) -> str:
        return self.name


class DeviceLink(models.Model):
    """A link that makes another browser the same visitor. It works once, for ten minutes; only its hash is stored, so
    that a copy of the database moves no visitor."""

    hash = models.CharField(max_length=64, unique=True)
    visitor = models.CharField(_("visitor"), max_length=64)
    made = models.DateTimeField(_("made"), default=timezone.now)
    used = models.DateTimeField(_("used"), null=True, blank=True)

    class Meta:
        verbose_name = _("link to another device")
        verbose_name_plural = _("links to other devices")

    def __str__(self) -> str:
        return self.visitor


class Device(models.Model):
    """A browser that is a visitor. The first one of a visitor has an empty key, and a row once there is a second one;
    each further one has a key of its own in its cookie. Of a visitor who was forgotten one row is left, with a keyed
    hash in the place of the visitor (`lobby.devices.forgotten_as`)."""

    visitor = models.CharField(_("visitor"), max_length=64)
    key = models.CharField(max_length=32, blank=True, default="")
    name = models.CharField(_("device"), max_length=60, blank=True, default="")
    made = models.DateTimeField(_("since"), default=timezone.now)
    out = models.DateTimeField(_("signed out"), null=True, blank=True, db_index=True)
    """From then on its browser is a new visitor."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["visitor", "key"], name="one_device_a_key")]
        verbose_name = _("device")
        verbose_name_plural = _("devices")

    def __str__(self) -> str:
        return self.name


class Report(models.Model):
    """A name that a player has reported. An admin renames or bars its visitor, or leaves it."""

    visitor = models.CharField(_("visitor"), max_length=64)
    name = models.CharField(_("name"), max_length=40)
    by = models.CharField(_("reported by"), max_length=64, blank=True)
    room = models.CharField(_("room"), max_length=8)
    made = models.DateTimeField(_("when"), default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-made"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["visitor", "name", "by"], condition=~Q(by=""), name="one_report_a_reader")
        ]
        verbose_name = _("reported name")
        verbose_name_plural = _("reported names")

    def __str__(self) -> str:
        return self.name


class Attempt(models.Model):
    """An action that is limited for each visitor and address. An address is stored as a keyed hash only.

    Rows are deleted after an hour, wrong codes after a day.
    """

    class Kind(models.TextChoices):
        OPENING = "opening", _("opened a room or a race")
        WRONG_CODE = "wrong", _("asked for a room that is not there")
        LOGIN = "login", _("gave a wrong password to the admin")
        ASKING = "asking", _("asked another player to a room")
        MAIL = "mail", _("gave a mail address")

    kind = models.CharField(_("what"), max_length=8, choices=Kind)
    visitor = models.CharField(_("visitor"), max_length=64, blank=True, default="")
    address = models.CharField(_("address"), max_length=64, blank=True, default="")
    at = models.DateTimeField(_("when"), default=timezone.now)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["kind", "at"], name="attempts_of_the_last_hour"),
            models.Index(fields=["kind", "address", "at"], name="attempts_of_an_address"),
        ]
        verbose_name = _("attempt")
        verbose_name_plural = _("attempts")

    def __str__(self) -> str:
        return f"{self.kind} {self.at}"

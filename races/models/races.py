"""Races, their seats, and the record: every accepted command with the events that it led to."""

from collections.abc import Mapping
from typing import ClassVar, NotRequired, TypedDict

import msgspec
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from engine.kernel.faults import Broken, Fault
from races.models.columns import BySeat

DAY = 24 * 3600


class Content(models.Model):
    """What races are driven on (track, cards, decks, rules) as it was at their start; many races share one."""

    digest = models.CharField(max_length=64, primary_key=True)
    game = models.CharField(_("game"), max_length=16, default="heat")
    data = models.TextField()
    named = models.DateTimeField(default=timezone.now, db_index=True, editable=False)
    """Time at which a race last named it, to the hour (`races.contents`)."""

    def __str__(self) -> str:
        return self.digest


class StoredClock(TypedDict):
    """The clock of one question, by the question's name. Milliseconds: `left` is None where the race has no clock,
    `due` (since the epoch) is None while the clock stands."""

    question: str
    left: int | None
    due: int | None
    auto: NotRequired[int | None]
    """When the question is answered for its player (`races.automatic`); None if it is not. While the clock stands, what
    is left until then, as a negative number. Missing for a question that has not been looked at."""


class StoredHeld(TypedDict):
    """An answer that a player has given ahead: to the question after the one that they answered, or, while others were
    asked, to one that is still to come."""

    after: str
    """The name of the question that was answered with it; empty where others were asked."""
    answer: str
    """The choice, in a command as the record would have it."""
    instead: NotRequired[list[str]]
    """Further choices, in the same form: the first of all that can be given when the question comes is given."""
    question: str
    """The name of the question that it answers; empty until that is asked."""
    rests_on: NotRequired[str]
    """What its player had before their eyes (`TableGame.rests_on`); of early decisions alone."""
    dropped: bool
    """Whether it could not be given any more when its question came, or what it rested on had changed."""


class StoredVeil(TypedDict, total=False):
    """A phase in which all answer in secret, as it was when it began (`races.veil`). Empty while nothing is hidden."""

    phase: str
    until: int
    """In milliseconds; until then, or until all have answered, nobody sees who has."""
    version: int
    """The newest entry of which others may know."""
    hidden: int
    """Revisions since then of which others may not know."""
    clocks: list[tuple[int, StoredClock]]
    """The clocks of that moment."""
    asked: list[tuple[int, int]]
    """Which seats were asked, and the number of each one's question."""


COLUMNS: Mapping[str, object] = {
    "clocks": dict[int, StoredClock],
    "absent": dict[int, int],
    "bots": dict[int, str],
    "presets": dict[int, list[str]],
    "held": dict[int, StoredHeld],
    "veil": StoredVeil,
    "waiting": list[int] | None,
}
"""What the columns of JSON hold, by the column."""


class Race(models.Model):
    """A race. The record is the truth; `state` is a cache that a replay makes again, to the byte.

    Clocks, absences and presets stand in the race's own row, because they change together with the state,
    under one lock, with one write.
    """

    class Watching(models.TextChoices):
        ANYBODY = "anybody", _("Anyone with the code")
        NOBODY = "nobody", _("Players only")

    class Absence(models.TextChoices):
        STAND_IN = "stand_in", _("Play on: a stand-in chooses for them")
        WAIT = "wait", _("Wait until they are back")

    code = models.CharField(_("code"), max_length=8, unique=True)
    room = models.CharField(_("room"), max_length=8, blank=True, default="", db_index=True)
    host = models.CharField(_("host"), max_length=64, blank=True, default="")
    game = models.CharField(_("game"), max_length=16, default="heat", db_index=True)
    track = models.ForeignKey(
        "races.TrackVersion", models.PROTECT, null=True, blank=True, related_name="races", verbose_name=_("track")
    )
    """The circuit of a race of Heat; other games have none."""
    content = models.ForeignKey(Content, models.PROTECT, related_name="races")
    engine = models.CharField(_("engine version"), max_length=32)
    setup = models.TextField(_("set-up"))
    seed = models.CharField(_("seed"), max_length=128)
    laps = models.PositiveSmallIntegerField(_("laps"), default=0)
    rules = models.CharField(_("rules"), max_length=32, blank=True, default="")

    listed = models.BooleanField(_("listed on the home page"), default=False)
    watching = models.CharField(_("who may watch"), max_length=8, choices=Watching, default=Watching.ANYBODY)
    clock = models.PositiveIntegerField(_("turn clock in seconds"), default=60, help_text=_("0: no clock."))
    grace = models.PositiveIntegerField(_("grace for the absent in seconds"), default=60)
    absence = models.CharField(_("when a player leaves"), max_length=8, choices=Absence, default=Absence.STAND_IN)

    version = models.PositiveIntegerField(_("version"), default=0, help_text=_("The number of the last entry."))
    revision = models.PositiveIntegerField(default=0)
    """Counts all changes that a viewer may see: entries, presence, who drives a seat, pauses."""
    state = models.TextField(_("state"))
    clocks: "models.Field[dict[int, StoredClock], dict[int, StoredClock]]" = BySeat()
    """The clock of each seat that is asked and is driven by a person."""
    absent: "models.Field[dict[int, int], dict[int, int]]" = BySeat()
    """Since when (in milliseconds) a driver is away."""
    bots: "models.Field[dict[int, str], dict[int, str]]" = BySeat()
    """The bot that drives, also while it only stands in for a driver whose seat was given away."""
    presets: "models.Field[dict[int, list[str]], dict[int, list[str]]]" = BySeat()
    """The answers that a player gives in advance, once they have chosen any; else the game's defaults hold. No other
    seat ever sees them."""
    held: "models.Field[dict[int, StoredHeld], dict[int, StoredHeld]]" = BySeat()
    """The answer that a player has given ahead: in Heat the cards of a plan, or what was decided early. No other seat
    ever sees it."""
    veil: "models.Field[StoredVeil, StoredVeil]" = models.JSONField(default=dict)
    """What hides who has answered in secret already."""
    running = models.BooleanField(_("clocks run"), default=True)
    paused = models.BooleanField(_("paused"), default=False)
    waiting: "models.Field[list[int] | None, list[int] | None]" = models.JSONField(null=True, blank=True, default=None)
    """The seats that would go on without the players for whom the game has paused itself (`races.waiting`); None while
    it waits for nobody so."""
    bots_asked = models.BooleanField(default=False, db_index=True)
    due = models.DateTimeField(_("next clock is over"), null=True, blank=True, db_index=True)

    opened = models.BooleanField(_("opened from a file"), default=False)
    """It was not driven here: its record came from outside, and it is deleted after a day."""
    started = models.DateTimeField(_("started"), auto_now_add=True)
    touched = models.DateTimeField(_("last changed"), auto_now=True)
    """The time at which the shown revision last rose. Lists are in this order, so no private change may move it."""
    ended = models.DateTimeField(_("ended"), null=True, blank=True, db_index=True)

    class Meta:
        ordering: ClassVar = ["-started"]
        verbose_name = _("race")
        verbose_name_plural = _("races")

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("races:race", args=[self.code])

    def check_columns(self) -> None:
        """Raises `Broken` where a column of JSON holds what this version of the site would not write."""
        for name, kind in COLUMNS.items():
            try:
                msgspec.convert(getattr(self, name), kind, strict=True)
            except msgspec.ValidationError as fault:
                raise Broken("race", (Fault(name, "damaged", str(fault)),)) from fault
        if self.veil and StoredVeil.__annotations__.keys() != self.veil.keys():
            raise Broken("race", (Fault("veil", "damaged", "some of its keys are missing or unknown"),))

    @property
    def shown_revision(self) -> int:
        """The revision that others are shown: answers that the veil hides do not count."""
        return self.revision - self.veil.get("hidden", 0)

    @property
    def waits(self) -> bool:
        """Whether the game is to pause while a player is away. Where a choice has days, players are away most of the
        time."""
        return self.absence == self.Absence.WAIT and not self.of_days

    @property
    def of_days(self) -> bool:
        """Whether the clock runs on while no driver is present."""
        return self.clock >= DAY


class Seat(models.Model):
    """A car in a race: who drives it, and how it looks. Copied from the room when the race starts."""

    class Kind(models.TextChoices):
        DRIVER = "driver", _("driver")
        BOT = "bot", _("bot")
        LEGEND = "legend", _("Legend")

    race = models.ForeignKey(Race, models.CASCADE, related_name="seats", verbose_name=_("race"))
    number = models.PositiveSmallIntegerField(_("seat"))
    kind = models.CharField(_("driven by"), max_length=8, choices=Kind)
    visitor = models.CharField(_("visitor"), max_length=64, blank=True, default="", db_index=True)
    name = models.CharField(_("name"), max_length=40)
    colour = models.CharField(_("colour"), max_length=8)
    car_number = models.PositiveSmallIntegerField(_("car number"))
    bot = models.CharField(_("bot"), max_length=16, blank=True, default="")
    legend = models.CharField(_("Legend row"), max_length=16, blank=True, default="")
    seen = models.DateTimeField(_("last seen"), null=True, blank=True)
    """The driver's lease of presence; renewed while a connection of theirs is open."""
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    """The place in which it ended, once the race is over; equal ones are shared."""

    class Meta:
        ordering: ClassVar = ["race", "number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["race", "number"], name="one_seat_a_number")]
        verbose_name = _("seat")
        verbose_name_plural = _("seats")

    def __str__(self) -> str:
        return f"{self.number}: {self.name}"

    def forget(self, nameless: str) -> None:
        """Take the visitor and their name from this seat. `nameless` is what the game calls a player without a name."""
        self.visitor, self.name = "", f"{nameless} {self.car_number}"
        self.save(update_fields=["visitor", "name"])


class Entry(models.Model):
    """One accepted command, and the events that it led to. The first entry of a race has no command: the start."""

    race = models.ForeignKey(Race, models.CASCADE, related_name="entries", verbose_name=_("race"))
    seq = models.PositiveIntegerField(_("number"))
    seat = models.SmallIntegerField(_("seat"), default=-1, help_text=_("-1 is the table itself."))
    command_id = models.CharField(_("command id"), max_length=64)
    command = models.TextField(_("command"), blank=True, default="")
    events = models.TextField(_("events"))
    accepted = models.DateTimeField(_("accepted"))

    class Meta:
        ordering: ClassVar = ["race", "seq"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["race", "seq"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["race", "seat", "command_id"], name="one_entry_a_command"),
        ]
        verbose_name = _("entry of the record")
        verbose_name_plural = _("entries of the record")

    def __str__(self) -> str:
        return f"{self.race_id}/{self.seq}"


class Token(models.Model):
    """Lets a program drive a seat. Only its hash is kept; the driver can take it back."""

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="tokens", verbose_name=_("seat"))
    hash = models.CharField(max_length=64, unique=True)
    device = models.CharField(max_length=32, null=True, blank=True, editable=False)
    """The device of the driver that made it, by its key: the token ends with that device. None for a token that was
    made before devices were noted."""
    made = models.DateTimeField(_("made"), auto_now_add=True)
    revoked = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-made"]
        verbose_name = _("token")
        verbose_name_plural = _("tokens")

    def __str__(self) -> str:
        return str(self.seat)

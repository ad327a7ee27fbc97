"""Races in the admin: to be read. What is wrong with one is mended by a command, never by editing its state.

Operators play, too. Until the record of a race is open, the admin shows no more of it than all its viewers see.
"""

from typing import ClassVar

import msgspec
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from engine.kernel.commands import End
from engine.kernel.faults import Broken
from engine.kernel.refusals import Refusal
from races import changes, live, records, scenes, veil
from races.admin.read_only import ReadOnly
from races.models import Entry, Race, Seat
from races.views.access import is_open

UNREADABLE = (Broken, msgspec.DecodeError, scenes.Unreadable)
"""How it shows that what is stored makes no sense to this version of the site."""
NOT_YET = gettext_noop("It is shown once the record is open.")


def shown_row(race: Race) -> Race | Broken:
    """Return the row as all viewers are shown it, or the fault of a damaged one."""
    try:
        race.check_columns()
    except Broken as fault:
        return fault
    return veil.shown_row(race) if race.veil else race


class Seats(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    model = Seat
    fields = ("number", "kind", "name", "colour", "car_number", "bot", "legend", "seen")


@admin.register(Race)
class RaceAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("code", "game", "track", "rules", "laps", "shown_version", "started", "ended", "paused")
    list_filter = ("game", "rules", "ended", "paused")
    search_fields = ("code", "room")
    list_select_related = ("track",)
    fields = (
        ("code", "room", "game", "track", "rules", "laps"),
        ("engine", "shown_version", "started", "touched", "ended"),
        ("clock", "grace", "absence", "watching", "listed"),
        ("running", "paused", "waiting", "shown_clocks", "absent", "bots"),
        "record",
        "state_now",
    )
    readonly_fields = ("shown_version", "shown_clocks", "record", "state_now")
    inlines: ClassVar = [Seats]
    actions = ("verify", "stand_in", "end", "pause", "resume")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Race]:
        """A page of races needs neither their states nor the pictures of their circuits."""
        return super().get_queryset(request).defer("state", "setup", "track__data", "track__art")

    def has_repair_permission(self, request: HttpRequest) -> bool:
        """Only operators who may change a race may use the actions that repair it."""
        return request.user.has_perm("races.change_race")

    @admin.display(description=_("version"))
    def shown_version(self, race: Race) -> int | str:
        row = shown_row(race)
        return row.version if isinstance(row, Race) else "–"

    @admin.display(description=_("clocks"))
    def shown_clocks(self, race: Race) -> str:
        row = shown_row(race)
        if isinstance(row, Broken):
            return str(row)
        return msgspec.json.encode({seat: veil.shown_clock(clock) for seat, clock in row.clocks.items()}).decode()

    @admin.display(description=_("record"))
    def record(self, race: Race) -> SafeString | str:
        if race.ended is None:
            return gettext(NOT_YET)
        return format_html('<a href="../../../entry/?q={}">{}</a>', race.code, gettext("All its entries"))

    @admin.display(description=_("state"))
    def state_now(self, race: Race) -> SafeString | str:
        if not is_open(race):
            return gettext(NOT_YET)
        return format_html(
            "<details><summary>{}</summary><pre>{}</pre></details>", gettext("Show"), _pretty(race.state)
        )

    @admin.action(description=_("Replay, and say whether anything differs"), permissions=["view"])
    def verify(self, request: HttpRequest, races: QuerySet[Race]) -> None:
        for race in races:
            try:
                records.check(race)
            except UNREADABLE as fault:
                self._unreadable(request, race, fault)
            else:
                self.message_user(request, gettext("%(race)s: the replay is the same.") % {"race": race.code})

    @admin.action(description=_("Answer all open questions by stand-ins"), permissions=["repair"])
    def stand_in(self, request: HttpRequest, races: QuerySet[Race]) -> None:
        for race in races:
            try:
                scene = scenes.scene_of(race.pk)
                for question in scene.questions.values():
                    self._told(request, race, live.submit(race.pk, live.stand_in(question, "admin")))
            except UNREADABLE as fault:
                self._unreadable(request, race, fault)

    @admin.action(description=_("End the race as it stands"), permissions=["repair"])
    def end(self, request: HttpRequest, races: QuerySet[Race]) -> None:
        for race in races:
            try:
                self._told(request, race, live.submit(race.pk, End()))
            except UNREADABLE as fault:
                self._unreadable(request, race, fault)

    @admin.action(description=_("Pause"), permissions=["repair"])
    def pause(self, request: HttpRequest, races: QuerySet[Race]) -> None:
        for race in races:
            try:
                changes.pause(race.pk)
            except UNREADABLE as fault:
                self._unreadable(request, race, fault)
            else:
                self.message_user(request, gettext("%(race)s is paused.") % {"race": race.code})

    @admin.action(description=_("Go on after a pause"), permissions=["repair"])
    def resume(self, request: HttpRequest, races: QuerySet[Race]) -> None:
        for race in races:
            try:
                changes.resume(race.pk)
            except UNREADABLE as fault:
                self._unreadable(request, race, fault)
            else:
                self.message_user(request, gettext("%(race)s goes on.") % {"race": race.code})

    def _unreadable(self, request: HttpRequest, race: Race, fault: Exception) -> None:
        """No command reaches a race whose state or content makes no sense."""
        text = gettext("%(race)s cannot be read: %(fault)s") % {"race": race.code, "fault": fault}
        self.message_user(request, text, messages.ERROR)

    def _told(self, request: HttpRequest, race: Race, answer: live.Accepted | Refusal) -> None:
        if isinstance(answer, Refusal):
            self.message_user(request, f"{race.code}: {answer.sentence}", messages.WARNING)
        else:
            self.message_user(
                request, gettext("%(race)s: done, entry %(seq)s.") % {"race": race.code, "seq": answer.seq}
            )


@admin.register(Entry)
class EntryAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Entries of races that are over. Their commands and events are shown once the record is open."""

    list_display = ("race", "seq", "seat", "accepted")
    search_fields = ("race__code",)
    search_help_text = _("The code of a race")
    fields = ("race", "seq", "seat", "command_id", "accepted", "command_text", "events_text")
    readonly_fields = ("command_text", "events_text")
    ordering = ("-race", "-seq")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        shown = super().get_queryset(request).exclude(race__ended=None).select_related("race")
        return shown.only("seq", "seat", "accepted", "race__code")

    @admin.display(description=_("command"))
    def command_text(self, entry: Entry) -> SafeString | str:
        if not is_open(entry.race):
            return gettext(NOT_YET)
        return format_html("<pre>{}</pre>", _pretty(entry.command) if entry.command else "–")

    @admin.display(description=_("events"))
    def events_text(self, entry: Entry) -> SafeString | str:
        if not is_open(entry.race):
            return gettext(NOT_YET)
        return format_html("<pre>{}</pre>", _pretty(entry.events))


def _pretty(data: str) -> str:
    """JSON to be read; what is damaged as it is."""
    try:
        return msgspec.json.format(data, indent=2)
    except msgspec.DecodeError:
        return data

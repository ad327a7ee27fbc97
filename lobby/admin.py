"""Rooms in the admin: to look at, to change and to close."""

from functools import partial
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import escape, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from lobby import games, notices, people_admin, rooms  # noqa: F401, the admin of visitors registers itself
from lobby.models import HEAVY, Member, Room
from lobby.refused import Refused
from races.admin.read_only import OnlyItsFilters


class MemberInline(admin.TabularInline):  # type: ignore[type-arg]
    model = Member
    extra = 0
    can_delete = False
    fields = readonly_fields = (
        "position",
        "name",
        "colour",
        "car_number",
        "bot",
        "legend",
        "ready",
        "connected",
        "seen",
    )

    def has_add_permission(self, *args: object) -> bool:
        return False


@admin.register(Room)
class RoomAdmin(OnlyItsFilters, admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("code", "game", "track", "rules", "listed", "race", "opened", "touched")
    list_filter = ("game", "listed", "rules", "clock")
    search_fields = ("code", "members__name")
    list_select_related = ("track__current", "race")
    readonly_fields = ("code", "host", "game", "extras", "championship", "race", "revision", "opened", "touched")
    exclude = ("options", "calendar")
    inlines: ClassVar = [MemberInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Room]:
        return super().get_queryset(request).defer(*HEAVY)

    def has_add_permission(self, *args: object) -> bool:
        return False

    @admin.display(description=_("settings of the game"))
    def extras(self, room: Room) -> SafeString:
        """What the room's game keeps in its options, in words."""
        try:
            facts = games.offer(room.game).facts(room)
        except Refused as refused:  # an older version of the site, or a hand in the database, has left them
            return escape(refused.in_full)
        return format_html_join(mark_safe("<br>"), "{}: {}", facts)

    def get_form(self, request: HttpRequest, obj: Room | None = None, change: bool = False, **options: Any) -> Any:
        """The rules are those that the room's game has."""
        form = super().get_form(request, obj, change, **options)
        if obj is not None and "rules" in form.base_fields:
            choices = [(rules.id, rules.name) for rules in games.offer(obj.game).rule_sets()]
            form.base_fields["rules"] = forms.ChoiceField(label=_("rules"), choices=choices)
        return form

    # The pages of a room show at once what an admin does to it.

    def save_model(self, request: HttpRequest, obj: Room, form: Any, change: bool) -> None:
        try:
            with rooms.locked(obj.code) as room:
                rooms.apply(room, form.cleaned_data)
        except Refused as refused:  # it was closed while the form was open
            self.message_user(request, refused.in_full, messages.ERROR)

    def delete_model(self, request: HttpRequest, obj: Room) -> None:
        self.delete_queryset(request, Room.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Room]) -> None:
        gone = list(queryset.values_list("pk", flat=True))
        super().delete_queryset(request, queryset)
        for room in gone:
            transaction.on_commit(partial(notices.close, room))

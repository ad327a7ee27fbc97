"""Rooms for whoever runs the site: to look at, and to close."""

from typing import ClassVar

from django.contrib import admin

from lobby.models import Member, Room


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
class RoomAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("code", "track", "rules", "listed", "race", "opened", "touched")
    list_filter = ("listed", "rules", "clock")
    search_fields = ("code", "members__name")
    list_select_related = ("track__current", "race")
    readonly_fields = ("code", "host", "race", "revision", "opened", "touched")
    inlines: ClassVar = [MemberInline]

    def has_add_permission(self, *args: object) -> bool:
        return False

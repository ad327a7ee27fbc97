"""Cards, weather, road tokens and events in the admin: seen as they look, edited as tables. A save makes a new version,
and a broken one is not saved at all."""

import re
from typing import Any, ClassVar

import msgspec
from django import forms
from django.contrib import admin
from django.http import HttpRequest

from engine.kernel.faults import Fault
from races.admin.read_only import ReadOnly
from races.heat import boxes
from races.heat.box_tables import TABLES, item_of, items_of, rebuilt
from races.models import Box, BoxVersion


class BoxForm(forms.ModelForm):  # type: ignore[type-arg]
    """A box as a table. A fault stands at the cell that it is about."""

    class Meta:
        model = Box
        fields: ClassVar[list[str]] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        assert self.instance.current is not None, "boxes ship with the site; they are edited, not added"
        self.box = boxes.read(self.instance.slug, self.instance.current.data)
        self.table = TABLES[self.instance.slug]
        for item in items_of(self.box):
            for name, (label, make) in self.table.columns.items():
                field = make()
                field.initial = msgspec.to_builtins(getattr(item, name))
                field.widget.attrs["aria-label"] = f"{self.table.called(item)}: {label}"
                self.fields[f"{item.id}.{name}"] = field

    def sprite(self) -> str:
        return self.table.sprite(items_of(self.box))

    def heads(self) -> list[Any]:
        return [label for label, _make in self.table.columns.values()]

    def lines(self) -> list[tuple[str, str, list[Any]]]:
        """By item: how it looks, what it is called, and its cells."""
        return [
            (self.table.look(item), self.table.called(item), [self[f"{item.id}.{name}"] for name in self.table.columns])
            for item in items_of(self.box)
        ]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        found = {}
        for item in items_of(self.box):
            cells = {name: cleaned[f"{item.id}.{name}"] for name in self.table.columns}
            try:
                found[item.id] = item_of(self.instance.slug, item, cells)
            except msgspec.ValidationError as wrong:
                named = re.search(r"\$\.(\w+)", str(wrong))
                self.add_error(f"{item.id}.{named[1] if named else next(iter(cells))}", str(wrong))
        if self.errors:
            return cleaned
        self.box = rebuilt(self.box, found)
        for fault in boxes.faults(self.instance.slug, self.box):
            self.add_error(*self.where(fault))
        return cleaned

    def where(self, fault: Fault) -> tuple[str | None, str]:
        """The cell that is at fault, and what about it; the box as a whole where it is none of them."""
        named = re.match(r"\w+\[(\d+)\](?:\.(\w+))?", fault.place)
        if named is None:
            return None, str(fault)
        every = self.box.cards if hasattr(self.box, "cards") else self.box
        cell = f"{every[int(named[1])].id}.{named[2] or next(iter(self.table.columns))}"
        return (cell, fault.text) if cell in self.fields else (None, str(fault))


class Versions(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """What was saved before."""

    model = BoxVersion
    fields = readonly_fields = ("saved", "digest")
    extra = 0


@admin.register(Box)
class BoxAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    form = BoxForm
    change_form_template = "admin/races/box_form.html"
    list_display = ("__str__", "current")
    inlines: ClassVar = [Versions]

    class Media:
        css: ClassVar = {"all": ["css/tokens.css", "css/admin.css"]}

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        return [(None, {"fields": []})]  # the template lays the table out

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        return BoxForm

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Box, form: Any, change: bool) -> None:
        boxes.save(obj.slug, form.box)
        obj.refresh_from_db()

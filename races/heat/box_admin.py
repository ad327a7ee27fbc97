"""Cards, weather, road tokens and events in the admin: seen as they look, edited as tables. A save makes a new version,
and a broken one is not saved at all."""

import re
from collections.abc import Callable
from typing import Any, ClassVar

import msgspec
from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from engine.kernel.faults import Fault
from races.admin.read_only import OnlyItsFilters, ReadOnly
from races.heat import boxes
from races.heat.box_tables import TABLES, every, item_of, items_of, new_item, rebuilt
from races.models import Box, BoxVersion

NEW, REMOVE = "new", "remove"
"""In the names of fields: the item that is added, and the box that takes one away."""
NEEDED, REMOVED, ADDED = _("This is needed."), _("Remove"), _("Add one")


class BoxForm(forms.ModelForm):  # type: ignore[type-arg]
    """A box as a table. A fault stands at the cell that it is about."""

    class Meta:
        model = Box
        fields: ClassVar[list[str]] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.box = self.stored()
        self.table = TABLES[self.instance.slug]
        for item in items_of(self.box):
            called = self.table.called(item)
            for name, (label, make) in self.table.columns.items():
                self._add(f"{item.id}.{name}", make(), f"{called}: {label}")
                self.fields[f"{item.id}.{name}"].initial = msgspec.to_builtins(getattr(item, name))
            self._add(f"{item.id}.{REMOVE}", forms.BooleanField(required=False), f"{called}: {REMOVED}")
        for name, (label, make) in {**self.table.first, **self.table.columns}.items():
            self._add(f"{NEW}.{name}", make(), f"{ADDED}: {label}")
            self.fields[f"{NEW}.{name}"].required = False

    def _add(self, name: str, field: forms.Field, label: str) -> None:
        field.widget.attrs["aria-label"] = label
        self.fields[name] = field

    def sprite(self) -> str:
        return self.table.sprite(items_of(self.stored()))

    def heads(self) -> list[Any]:
        return [label for label, _make in self.table.columns.values()]

    def lines(self) -> list[tuple[str, str, list[Any], Any]]:
        """By item: how it looks, what it is called, its cells, and the box that removes it."""
        return [
            (
                self.table.look(item),
                self.table.called(item),
                [self[f"{item.id}.{name}"] for name in self.table.columns],
                self[f"{item.id}.{REMOVE}"],
            )
            for item in items_of(self.stored())
        ]

    def stored(self) -> Any:
        """The box as it was before the form."""
        assert self.instance.current is not None, "boxes ship with the site; their items are added, never a box"
        return boxes.read(self.instance.slug, self.instance.current.data)

    def first(self) -> list[tuple[Any, Any]]:
        """What is asked of an item that is added beside the columns, each with its label."""
        return [(label, self[f"{NEW}.{name}"]) for name, (label, _make) in self.table.first.items()]

    def added(self) -> list[Any]:
        """The cells of an item that is added."""
        return [self[f"{NEW}.{name}"] for name in self.table.columns]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        found = {}
        for item in items_of(self.box):
            cells = self._cells(item.id)
            if not cleaned[f"{item.id}.{REMOVE}"]:
                found[item.id] = self._read(item.id, cells, lambda: item_of(self.instance.slug, item, cells))  # noqa: B023, called at once
        new = self._new()
        if self.errors:
            return cleaned
        self.box = rebuilt(self.box, found, new)
        for fault in boxes.faults(self.instance.slug, self.box):
            self.add_error(*self.where(fault, new))
        return cleaned

    def _cells(self, item: str) -> dict[str, Any]:
        return {name: self.cleaned_data[f"{item}.{name}"] for name in self.table.columns}

    def _new(self) -> Any:
        """The item that is added; None where nothing is filled in."""
        cells = self._cells(NEW)
        first = {name: self.cleaned_data[f"{NEW}.{name}"] for name in self.table.first}
        if not first["id"]:
            if any(cells.values()):
                self.add_error(f"{NEW}.id", NEEDED)
            return None
        return self._read(NEW, cells, lambda: new_item(self.instance.slug, self.box, first, cells))

    def _read(self, item: str, cells: dict[str, Any], make: Callable[[], Any]) -> Any:
        """What the cells of an item make; None where one of them is at fault, which is said there."""
        try:
            return make()
        except msgspec.ValidationError as wrong:
            missing = re.search(r"missing required field `(\w+)`", str(wrong))
            named = missing or re.search(r"\$\.(\w+)", str(wrong))
            cell = named[1] if named and named[1] in cells else next(iter(cells))
            self.add_error(f"{item}.{cell}", NEEDED if missing else str(wrong))
            return None

    def where(self, fault: Fault, new: Any) -> tuple[str | None, str]:
        """The cell that is at fault, and what about it; the box as a whole where it is none of them."""
        named = re.match(r"\w+\[(\d+)\](?:\.(\w+))?", fault.place)
        if named is None:
            return None, fault.text
        item = every(self.box)[int(named[1])]
        cell = f"{NEW if item is new else item.id}.{named[2] or next(iter(self.table.columns))}"
        return (cell, fault.text) if cell in self.fields else (None, str(fault))


class Versions(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """What was saved before."""

    model = BoxVersion
    fields = readonly_fields = ("saved", "digest")
    extra = 0


@admin.register(Box)
class BoxAdmin(OnlyItsFilters, admin.ModelAdmin):  # type: ignore[type-arg]
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

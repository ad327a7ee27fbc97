"""Parts of admin classes: lists that only their filters narrow, and records that only commands change."""

from typing import Any

from django.db.models.constants import LOOKUP_SEP
from django.http import HttpRequest

LOOKUPS = {"exact", "gte", "isempty", "isnull", "lt"}
"""The lookups in the links that the filters of Django's admin make."""


class OnlyItsFilters:
    """Refuses every query string except the links of `list_filter`. Django's admin filters by any column of the model.
    A list filtered so tells which rows have a value that no page shows."""

    def lookup_allowed(self, lookup: str, value: object, request: HttpRequest) -> bool:
        filters: Any = self.get_list_filter(request)  # type: ignore[attr-defined]
        names = {one[0] if isinstance(one, tuple) else one for one in filters}
        name, _, kind = lookup.rpartition(LOOKUP_SEP) if LOOKUP_SEP in lookup else (lookup, "", "exact")
        return name in names and kind in LOOKUPS


class ReadOnly(OnlyItsFilters):
    """Nothing of the record is added, changed or deleted by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

"""What an admin reads, and changes by nothing but commands."""

from typing import Any

from django.http import HttpRequest


class ReadOnly:
    """Nothing of the record is added, changed or deleted by hand."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

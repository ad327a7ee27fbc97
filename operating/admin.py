"""The live charts in the admin."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from operating.charts.drawing import HEIGHT, WIDTH, drawn
from operating.models import Sample
from races.admin.read_only import ReadOnly


@admin.register(Sample)
class LiveCharts(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """In place of a list of samples: what they come to."""

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        processes, charts = drawn(timezone.now())
        context = {"processes": processes, "charts": charts, "width": WIDTH, "height": HEIGHT}
        part = request.headers.get("HX-Request") == "true"
        response = render(request, "operating/charts.html" if part else "operating/live.html", context)
        response["Cache-Control"] = "no-store"
        return response

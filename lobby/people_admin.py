"""Visitors and reported names in the admin: to be renamed or barred."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from lobby import names, people
from lobby.models import Report, Visitor
from races.admin.read_only import OnlyItsFilters


class VisitorForm(forms.ModelForm):  # type: ignore[type-arg]
    class Meta:
        model = Visitor
        fields = ("name",)

    def clean_name(self) -> str:
        return names.cleaned(self.cleaned_data["name"])


@admin.register(Visitor)
class VisitorAdmin(OnlyItsFilters, admin.ModelAdmin):  # type: ignore[type-arg]
    """A new name is seen at once, wherever the old one stood."""

    form = VisitorForm
    list_display = ("name", "reports", "barred", "made")
    list_filter = (("barred", admin.EmptyFieldListFilter),)
    search_fields = ("name",)
    readonly_fields = ("made", "barred")
    actions = ("bar", "let_in", "take_the_name")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Visitor]:
        told = Report.objects.filter(visitor=OuterRef("pk")).order_by().values("visitor").annotate(n=Count("pk"))
        visitors: QuerySet[Visitor] = super().get_queryset(request)
        return visitors.annotate(told=Coalesce(Subquery(told.values("n")), 0))

    @admin.display(description=_("reported"), ordering="told")
    def reports(self, visitor: Any) -> int:
        return int(visitor.told)

    def has_add_permission(self, *args: object) -> bool:
        return False

    def has_delete_permission(self, *args: object) -> bool:
        return False  # only visitors forget themselves; races would keep a name without a visitor

    def save_model(self, request: HttpRequest, obj: Visitor, form: Any, change: bool) -> None:
        people.rename(obj.pk, form.cleaned_data["name"])

    @admin.action(description=_("Bar from rooms and games"), permissions=["change"])
    def bar(self, request: HttpRequest, queryset: QuerySet[Visitor]) -> None:
        self._do(request, queryset, people.bar)

    @admin.action(description=_("Let in again"), permissions=["change"])
    def let_in(self, request: HttpRequest, queryset: QuerySet[Visitor]) -> None:
        self._do(request, queryset, people.let_in)

    @admin.action(description=_("Take the name away"), permissions=["change"])
    def take_the_name(self, request: HttpRequest, queryset: QuerySet[Visitor]) -> None:
        self._do(request, queryset, lambda visitor: people.rename(visitor, people.nameless(visitor)))

    def _do(self, request: HttpRequest, queryset: QuerySet[Visitor], work: Callable[[str], object]) -> None:
        for visitor in list(queryset):
            try:
                work(visitor.pk)
            except ValidationError as fault:
                self.message_user(request, "; ".join(fault.messages), messages.ERROR)
            else:
                self.log_change(request, visitor, work.__name__)


@admin.register(Report)
class ReportAdmin(OnlyItsFilters, admin.ModelAdmin):  # type: ignore[type-arg]
    """What was reported. Deleting a report leaves the name as it is."""

    list_display = ("name", "person", "room", "made")
    search_fields = ("name", "room")
    readonly_fields = fields = ("name", "person", "room", "made")

    def has_add_permission(self, *args: object) -> bool:
        return False

    @admin.display(description=_("visitor"))
    def person(self, report: Report) -> SafeString | str:
        if not Visitor.objects.filter(pk=report.visitor).exists():
            return "–"
        return format_html(
            '<a href="{}">{}</a>', reverse("admin:lobby_visitor_change", args=[report.visitor]), report.name
        )

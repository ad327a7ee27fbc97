"""Pages with words for refusals that Django would answer with a blank page."""

import logging
from collections.abc import Callable

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import DataError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, QueryDict
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.defaults import page_not_found

from engine.kernel.bounds import FIELD
from races import database
from races.models import Race
from races.views.access import UNREADABLE

logger = logging.getLogger(__name__)

FORMS = {"application/x-www-form-urlencoded", "multipart/form-data"}
ANSWERS = (Http404, PermissionDenied, SuspiciousOperation)
"""Exceptions that have pages of their own."""


class FormEncodingMiddleware:
    """A form in another encoding than UTF-8. Django raises where such a form is read, and once more in the page that is
    to say so, because the check of its token reads it again: the answer would be a 500."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if request.content_type in FORMS and charset.lower() not in {"utf-8", "utf8"}:
            return HttpResponse(render_to_string("400.html"), status=400)
        return self.get_response(request)


class BoundedFieldsMiddleware:
    """A field of a form or of a query that is longer than any that a page sends. Views look at fields without a form of
    Django's, too; here none of them gets a long one. A circuit that an admin writes is judged by its own form."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *view: object) -> HttpResponse | None:
        if all(_is_short(fields) for fields in (request.GET, request.POST)) or _is_of_admin(request):
            return None
        return HttpResponse(render_to_string("400.html"), status=400)


def _is_of_admin(request: HttpRequest) -> bool:
    """Tell whether an admin has sent this. A session that cannot be looked up is none of theirs."""
    try:
        return request.path.startswith(reverse("admin:index")) and request.user.is_staff
    except (DataError, *database.FAULTS):
        return False


def _is_short(fields: QueryDict) -> bool:
    return all(len(text) <= FIELD.most for name, values in fields.lists() for text in (name, *map(str, values)))


class DatabaseAwayMiddleware:
    """A database that is away, full or read-only. The page that says so needs none, and leads back to where the visitor
    was."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, database.FAULTS):
            return None
        database.health.failed(exception)
        return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": "10"})


class NulMiddleware:
    """A character that PostgreSQL stores nowhere and seeks nowhere, in a query, a cookie or the body of a script."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, DataError) and "NUL" in str(exception):
            return HttpResponse(render_to_string("400.html"), status=400)
        return None


class OpenedRecordMiddleware:
    """A race from a file. What another version recorded is folded and not decided again, so a file may claim what our
    own races never have in them; a page that cannot tell it says so."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, (*database.FAULTS, *ANSWERS)) or request.resolver_match is None:
            return None
        code = request.resolver_match.kwargs.get("code", "")
        if not Race.objects.filter(code=code, opened=True).exists():
            return None
        logger.info("Race %s was opened from a file and cannot be shown (%s)", code, type(exception).__name__)
        return page_not_found(request, Http404(UNREADABLE))


class NotAllowedMiddleware:
    """A GET of an address that only takes forms, perhaps from the history of the browser."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and request.method == "GET":
            allowed = response["Allow"]
            response = render(request, "405.html", status=405)
            response["Allow"] = allowed
        return response

"""What Django answers with a blank page, in words for whoever looks at it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render


class NotAllowedMiddleware:
    """Somebody loads an address to which only forms are sent, perhaps from the history of the browser."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and request.method == "GET":
            allowed = response["Allow"]
            response = render(request, "405.html", status=405)
            response["Allow"] = allowed
        return response

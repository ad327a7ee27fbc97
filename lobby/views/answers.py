"""How a view answers: with a page, with no content because the socket shows the change, or with a refusal."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django_htmx.http import HttpResponseClientRedirect

from lobby import limits, links
from lobby.models import Room
from lobby.refused import Refused
from lobby.visitors import VisitorRequest

SOFT = {400, 409, 422, 429}
"""Refusals of a POST after which the visitor is sent back to the page that they came from, with a message."""


def friendly(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer refusals with a sentence where the visitor is looking, and let no shared cache keep the page."""
    return _friendly(view, lambda refused, code: "")


def of_room(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Be `friendly` in a view of a room, and limit how often an address may guess the room's code.

    Only such a view leads back to the room: elsewhere the way back would tell which codes rooms have.
    """

    @wraps(view)
    def inner(request: VisitorRequest, *args: Any, code: str, **kwargs: Any) -> HttpResponse:
        with limits.looking_up(request, code):
            return view(request, *args, code=code, **kwargs)

    return _friendly(inner, lambda refused, code: "" if refused.code == "too_many_codes" else code)


def _friendly(view: Callable[..., HttpResponse], back_to: Callable[[Refused, str], str]) -> Callable[..., HttpResponse]:
    @wraps(view)
    def inner(request: VisitorRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except Refused as refused:
            response = refusal(request, refused, back_to(refused, kwargs.get("code", "")))
        patch_cache_control(response, private=True, no_cache=True)
        return response

    return inner


def refusal(request: VisitorRequest, refused: Refused, code: str = "") -> HttpResponse:
    if request.htmx:
        response = render(
            request, "parts/toast.html", {"level": "error", "text": refused.in_full}, status=refused.status
        )
        response["HX-Retarget"] = "#messages"
        response["HX-Reswap"] = "innerHTML"
        return response
    if refused.status in SOFT and request.method == "POST":
        messages.error(request, refused.in_full)
        return redirect(way_back(code))
    context = {"refused": refused, "back": way_back(code)}
    return render(request, "lobby/refused.html", context, status=refused.status)


def way_back(code: str) -> str:
    """The address of the room if there is one, else the home page."""
    there = bool(code) and Room.objects.filter(code=code).exists()
    return links.path(code) if there else reverse("lobby:home")


def done(request: VisitorRequest, code: str) -> HttpResponse:
    """The action is done. A page with a script needs no content: its socket shows the change."""
    return HttpResponse(status=204) if request.htmx else redirect(links.path(code))


def go(request: VisitorRequest, address: str) -> HttpResponse:
    """Send the visitor to another page, with or without a script."""
    return HttpResponseClientRedirect(address) if request.htmx else HttpResponseRedirect(address)


def meant(form: forms.BaseForm) -> dict[str, Any]:
    """The fields of a form without inputs. Errors in it mean that the request came from none of our pages."""
    if not form.is_valid():
        raise Refused("malformed")
    cleaned: dict[str, Any] = form.cleaned_data
    return cleaned

"""How a view answers: with a page, with nothing because the socket tells everybody, or with a reason why not."""

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

from lobby.models import Room
from lobby.refusals import Refused
from lobby.visitors import VisitorRequest

SOFT = {400, 409, 422, 429}
"""Refusals after which one goes on where one was."""


def friendly(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A refusal becomes a sentence where the visitor is looking. No cache keeps what is made for one visitor."""

    @wraps(view)
    def inner(request: VisitorRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            response = view(request, *args, **kwargs)
        except Refused as refused:
            response = refusal(request, refused, kwargs.get("code", ""))
        patch_cache_control(response, private=True, no_cache=True)
        return response

    return inner


def refusal(request: VisitorRequest, refused: Refused, code: str = "") -> HttpResponse:
    if request.htmx:
        response = render(
            request, "parts/toast.html", {"level": "error", "text": refused.sentence}, status=refused.status
        )
        response["HX-Retarget"] = "#messages"
        response["HX-Reswap"] = "innerHTML"
        return response
    if refused.status in SOFT and request.method == "POST":
        messages.error(request, str(refused.sentence))
        return redirect(way_back(code))
    context = {"sentence": refused.sentence, "status": refused.status, "back": way_back(code)}
    return render(request, "lobby/refused.html", context, status=refused.status)


def way_back(code: str) -> str:
    """To the room if there is one, else home."""
    there = bool(code) and Room.objects.filter(code=code).exists()
    return reverse("lobby:room", args=[code]) if there else reverse("lobby:home")


def done(request: VisitorRequest, code: str) -> HttpResponse:
    """It is done; whoever has a socket sees it already."""
    return HttpResponse(status=204) if request.htmx else redirect("lobby:room", code)


def go(request: VisitorRequest, address: str) -> HttpResponse:
    """To another page."""
    return HttpResponseClientRedirect(address) if request.htmx else HttpResponseRedirect(address)


def first_error(form: forms.BaseForm) -> str:
    """The sentence for somebody whose form is not shown again."""
    return str(next(iter(form.errors.values()))[0])

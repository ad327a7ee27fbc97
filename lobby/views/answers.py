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

from lobby import limits
from lobby.models import Member, Room
from lobby.refusals import Refused
from lobby.visitors import VisitorRequest

SOFT = {400, 409, 422, 429}
"""Refusals after which one goes on where one was."""


def friendly(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A refusal becomes a sentence where the visitor is looking. No cache keeps what is made for one visitor.

    Whoever names a code that is not there is counted, and after too many finds no room but those that they are in.
    """

    @wraps(view)
    def inner(request: VisitorRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        code = kwargs.get("code", "")
        try:
            if code and not is_in(code, request.visitor):
                limits.may_guess(request)
            response = view(request, *args, **kwargs)
        except Refused as refused:
            if refused.code == "no_room":
                limits.guessed_wrong(request)
            response = refusal(request, refused, "" if refused.code == "too_many_codes" else code)
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
    headline, _, lead = str(refused.sentence).partition(". ")
    context = {"headline": headline.rstrip("."), "lead": lead, "status": refused.status, "back": way_back(code)}
    return render(request, "lobby/refused.html", context, status=refused.status)


def is_in(code: str, visitor: str) -> bool:
    return Member.objects.filter(room__code=code, visitor=visitor).exists()


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


def meant(form: forms.BaseForm) -> dict[str, Any]:
    """What a button stands for; no page of ours has one that is not understood."""
    if not form.is_valid():
        raise Refused("malformed")
    cleaned: dict[str, Any] = form.cleaned_data
    return cleaned

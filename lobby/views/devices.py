"""Moving a visitor to another device: make a link here, press its button there."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from lobby import devices, visitors
from lobby.views.answers import friendly
from lobby.visitors import VisitorRequest
from races.addresses import to_share


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@friendly
def make(request: VisitorRequest) -> HttpResponse:
    """A link is made by a POST and shown once, in its answer."""
    link = ""
    if request.method == "POST":
        link = to_share(request, reverse("lobby:move", args=[devices.make_link(request.visitor)]))
    return render(request, "lobby/device.html", {"me": visitors.known(request.visitor), "link": link})


@require_http_methods(["GET", "HEAD", "POST"])
@friendly
def move(request: VisitorRequest, secret: str) -> HttpResponse:
    """Only the button moves the visitor: messengers that open the link for a preview do not use it up.

    The page keeps the site's referrer policy. A stricter one would remove the Origin header from the button's POST, and
    the check against forged requests would refuse it.
    """
    coming = devices.look(secret)
    if request.method == "POST":
        request.visitor = devices.use(secret)
        return redirect("lobby:home")
    return render(request, "lobby/move.html", {"coming": coming, "here": visitors.known(request.visitor)})

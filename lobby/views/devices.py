"""Taking oneself to another device: make a link here, press its button there."""

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
    """A link is made by a post and shown in its answer, once; no page holds it longer."""
    link = ""
    if request.method == "POST":
        link = to_share(request, reverse("lobby:move", args=[devices.make_link(request.visitor)]))
    return render(request, "lobby/device.html", {"me": visitors.known(request.visitor), "link": link})


@require_http_methods(["GET", "HEAD", "POST"])
@friendly
def move(request: VisitorRequest, secret: str) -> HttpResponse:
    """Only the button moves anything: programs that look at links before people do, use nothing up.

    The site's own policy tells no other site where one came from. A stricter one would take the origin off the button's
    own post, which is then refused.
    """
    coming = devices.look(secret)
    if request.method == "POST":
        request.visitor = devices.use(secret)
        return redirect("lobby:home")
    return render(request, "lobby/move.html", {"coming": coming, "here": visitors.known(request.visitor)})

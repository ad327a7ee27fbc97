"""Moving a visitor to another device: make a link here, press its button there."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from lobby import devices, visitors
from lobby.refused import Refused
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
        secret = devices.make_link(request.visitor, device=request.device, agent=agent_of(request))
        link = to_share(request, reverse("lobby:move", args=[secret]))
    context = {
        "me": visitors.known(request.visitor),
        "link": link,
        "devices": devices.of(request.visitor),
        "open_links": devices.open_links(request.visitor),
        "here": request.device,
    }
    return render(request, "lobby/device.html", context)


@require_POST
@friendly
def withdraw(request: VisitorRequest) -> HttpResponse:
    devices.withdraw_links(request.visitor)
    messages.success(request, _("No link moves you any more."))
    return redirect("lobby:device")


@require_POST
@friendly
def sign_out(request: VisitorRequest) -> HttpResponse:
    """One device by its key, or without one all others. What is open there is closed within seconds."""
    key = request.POST.get("device", "")
    if key and not (key.isascii() and key.isdecimal() and len(key) < 16):
        raise Refused("malformed")
    devices.sign_out(request.visitor, int(key) if key else None, request.device)
    messages.success(request, _("Signed out. Whoever uses that browser is somebody new now."))
    return redirect("lobby:device")


def agent_of(request: VisitorRequest) -> str:
    return request.headers.get("User-Agent", "")[:400]


@require_http_methods(["GET", "HEAD", "POST"])
@friendly
def move(request: VisitorRequest, secret: str) -> HttpResponse:
    """Only the button moves the visitor: messengers that open the link for a preview do not use it up.

    The page keeps the site's referrer policy. A stricter one would remove the Origin header from the button's POST, and
    the check against forged requests would refuse it.
    """
    coming = devices.look(secret)
    if request.method == "POST":
        device = devices.use(secret, request.visitor, request.device, agent_of(request))
        request.visitor, request.device = device.visitor, device.key
        return redirect("lobby:home")
    return render(request, "lobby/move.html", {"coming": coming, "here": visitors.known(request.visitor)})

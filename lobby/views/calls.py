"""Messages to who is not here: which browsers and which mail address get them, and the links that confirm and stop."""

from typing import TypeVar

import msgspec
from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.http.request import RawPostDataException
from django.shortcuts import redirect, render
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, ensure_csrf_cookie
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.kernel.bounds import Address, Key
from lobby import devices, limits, visitors
from lobby.calls import addresses, push
from lobby.calls.addresses import Origin
from lobby.forms import Plain
from lobby.refused import Refused
from lobby.views.answers import friendly
from lobby.views.devices import agent_of
from lobby.visitors import VisitorRequest
from races.addresses import to_share

T = TypeVar("T")


class Keys(msgspec.Struct):
    p256dh: Key
    auth: Key


class Subscription(msgspec.Struct):
    """A push address as browsers spell it."""

    endpoint: Address
    keys: Keys


class Endpoint(msgspec.Struct):
    endpoint: Address


class MailForm(Plain, forms.Form):
    address = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        max_length=200,
        widget=forms.EmailInput(attrs={"class": "input", "autocomplete": "email"}),
        error_messages={
            "required": gettext_lazy("Type the address to which mail is to go."),
            "invalid": gettext_lazy("This is no e-mail address."),
        },
    )


def origin_of(request: VisitorRequest) -> Origin:
    site, language = to_share(request, "/"), get_language() or settings.LANGUAGE_CODE
    return Origin(site, language, request.device, devices.name_of(agent_of(request)))


@require_safe
@never_cache
@ensure_csrf_cookie
@friendly
def calls(request: VisitorRequest) -> HttpResponse:
    return calls_page(request, MailForm())


def calls_page(request: VisitorRequest, form: MailForm) -> HttpResponse:
    context = {
        "me": visitors.known(request.visitor),
        "browsers": addresses.browsers(request.visitor),
        "mail": addresses.mail_of(request.visitor),
        "may_mail": settings.MAIL,
        "key": push.public_key(),
        "form": form,
    }
    return render(request, "lobby/calls.html", context, status=422 if form.errors else 200)


@require_POST
@friendly
def add_browser(request: VisitorRequest) -> HttpResponse:
    """From the script of the page, which has asked the browser."""
    try:
        given = sent(request, Subscription)
        addresses.add_browser(
            request.visitor,
            given.endpoint,
            given.keys.p256dh,
            given.keys.auth,
            origin_of(request),
        )
    except Refused as refused:
        return told(refused)
    return JsonResponse({}, status=201)


@require_POST
@friendly
def remove_browser(request: VisitorRequest) -> HttpResponse:
    try:
        given = sent(request, Endpoint)
    except Refused as refused:
        return told(refused)
    addresses.remove_browser(request.visitor, given.endpoint)
    return JsonResponse({})


def sent(request: VisitorRequest, kind: type[T]) -> T:
    """Read the JSON of a script. Raises `Refused`, also for a form: of one whose fields were read no body is left."""
    try:
        return msgspec.json.decode(request.body, type=kind)
    except (msgspec.DecodeError, RawPostDataException):
        raise Refused("malformed") from None


def told(refused: Refused) -> JsonResponse:
    """A refusal for a script."""
    return JsonResponse({"code": refused.code, "text": refused.in_full}, status=refused.status)


@require_POST
@friendly
def drop_browser(request: VisitorRequest) -> HttpResponse:
    """One of the list, also from another device."""
    key = request.POST.get("browser", "")
    if not (key.isascii() and key.isdecimal() and len(key) < 16):
        raise Refused("malformed")
    addresses.browsers(request.visitor).filter(pk=int(key)).delete()
    return redirect("lobby:calls")


@require_POST
@friendly
def set_mail(request: VisitorRequest) -> HttpResponse:
    form = MailForm(request.POST)
    if not form.is_valid():
        return calls_page(request, form)
    limits.may_give_mail(request)
    addresses.set_mail(request.visitor, form.cleaned_data["address"], origin_of(request))
    limits.gave_mail(request)
    messages.success(request, _("In a minute a mail comes that asks whether the address is yours. Press its link."))
    return redirect("lobby:calls")


@require_POST
@friendly
def remove_mail(request: VisitorRequest) -> HttpResponse:
    addresses.remove_mail(request.visitor)
    return redirect("lobby:calls")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@friendly
def confirm_mail(request: VisitorRequest, token: str) -> HttpResponse:
    """The button confirms: programs that read mail open its links. Any browser may do it, for the mail came to it."""
    address = addresses.to_confirm(token)
    if request.method == "POST":
        addresses.confirm(token)
        messages.success(request, _("Mail comes to %(address)s from now on.") % {"address": address.address})
        return redirect("lobby:home")
    return render(request, "lobby/confirm_mail.html", {"address": address})


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@friendly
def stop(request: VisitorRequest, token: str) -> HttpResponse:
    """The page of the link that every message has. Mail programs post to it by themselves (RFC 8058), without a cookie;
    who has the link can do nothing else by it."""
    addresses.to_stop(token)
    if request.method == "POST":
        addresses.stop(token)
    return render(request, "lobby/stop_calls.html", {"stopped": request.method == "POST"})

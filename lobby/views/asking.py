"""Asking players of past races to a room, and answering when one is asked."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from lobby import asking, limits, rooms, visitors
from lobby.models import Room
from lobby.refused import Refused
from lobby.views.answers import friendly, meant
from lobby.views.rooms import once_of
from lobby.visitors import VisitorRequest
from races.models import Seat

MOST_KEY = 2**63 - 1


class OpponentForm(forms.Form):
    """Another player, by a race that both have played and a seat of it."""

    race = forms.CharField(max_length=8)
    seat = forms.IntegerField(min_value=0, max_value=99)


class InvitationForm(forms.Form):
    invitation = forms.IntegerField(min_value=1, max_value=MOST_KEY)
    mute = forms.BooleanField(required=False)


class MuteForm(forms.Form):
    mute = forms.IntegerField(min_value=1, max_value=MOST_KEY)


class WishForm(forms.Form):
    """Whether a visitor may be asked at all."""

    wanted = forms.BooleanField(required=False)


def _opponent(request: VisitorRequest) -> Seat:
    given = meant(OpponentForm(request.POST))
    return asking.met(request.visitor, given["race"], given["seat"])


@require_POST
@friendly
def ask(request: VisitorRequest) -> HttpResponse:
    """Ask another player to the room in which the visitor waits, or else to a new one of the same game."""
    seat = _opponent(request)
    limits.may_ask(request.visitor)
    room = asking.room_of(request.visitor) or _new_room(request, seat)
    asking.ask(request.visitor, seat.visitor, room)
    limits.asked(request.visitor)
    messages.success(
        request, _("%(name)s is asked to this room, and sees it on the pages of this site.") % {"name": seat.name}
    )
    return redirect(room)


def _new_room(request: VisitorRequest, seat: Seat) -> Room:
    once = once_of(request)
    if twin := rooms.opened_before(request.visitor, once):
        return twin
    limits.may_open(request)
    name = visitors.given_name(request.visitor) or _own_name(request.visitor, seat)
    room = rooms.open_room(request.visitor, name, once, game=seat.race.game, address=limits.address_of(request))
    limits.opened(request)
    return room


def _own_name(visitor: str, seat: Seat) -> str:
    """The name that a visitor had in the race of this seat."""
    return Seat.objects.filter(race=seat.race_id, visitor=visitor).values_list("name", flat=True)[0]


@require_POST
@friendly
def decline(request: VisitorRequest) -> HttpResponse:
    given = meant(InvitationForm(request.POST))
    asking.decline(request.visitor, given["invitation"], given["mute"])
    if given["mute"]:
        messages.success(request, _("You get no invitations from them any more. My races lists whom you have muted."))
    return redirect("lobby:home")


@require_POST
@friendly
def mute(request: VisitorRequest) -> HttpResponse:
    seat = _opponent(request)
    asking.silence(request.visitor, seat.visitor, seat.name)
    return _back_to_people()


@require_POST
@friendly
def hear(request: VisitorRequest) -> HttpResponse:
    asking.hear(request.visitor, meant(MuteForm(request.POST))["mute"])
    return _back_to_people()


@require_POST
@friendly
def wish(request: VisitorRequest) -> HttpResponse:
    if visitors.known(request.visitor) is None:
        raise Refused("nobody_yet")
    asking.set_whether_asked(request.visitor, meant(WishForm(request.POST))["wanted"])
    return _back_to_people()


def _back_to_people() -> HttpResponse:
    return redirect(reverse("lobby:my_races") + "#mine-people")

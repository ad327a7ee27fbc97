"""The television of a room: who is in and how to join, until the race begins; and where its QR code leads a phone."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lobby import fragments, games, limits, links, rooms, scenes
from lobby.models import Room
from lobby.refused import Refused
from lobby.scenes import RoomScene
from lobby.views.answers import of_room
from lobby.visitors import VisitorRequest
from races import codes, couch
from races.addresses import to_share


@require_safe
@never_cache
@of_room
def television(request: VisitorRequest, code: str) -> HttpResponse:
    """The waiting room on a big screen, without controls. While a race goes on, the race."""
    if (typed := codes.cleaned(code)) != code and Room.objects.filter(code=typed).exists():
        return redirect(links.path(typed, "television"))
    scene = entered(request, code)
    role = scene.onlooker(request.visitor)
    if fragments.opens(scene, role):
        assert scene.room.race is not None
        return redirect("races:television", scene.room.race.code)
    context = {
        "scene": scene,
        "room": scene.room,
        "shown": fragments.shared(scene, role),
        "spelled": " ".join(scene.room.code),
        "link": to_share(request, links.path(scene.room.code, "couch")),
        "site": to_share(request, "/").partition("://")[2].rstrip("/"),
        **games.offer(scene.room.game).room_context(scene),
    }
    return render(request, games.templates(scene.room.game, "television"), context)


@require_safe
@never_cache
@of_room
def sit_down(request: VisitorRequest, code: str) -> HttpResponse:
    """A phone that has scanned the television: it becomes a cockpit, and is led to where its visitor can play, else to
    where they can watch."""
    scene = entered(request, code)
    room = scene.room
    opens = fragments.opens(scene, scene.role(request.visitor))
    response = redirect(room.race if opens and room.race is not None else room)
    couch.remember(request, response, room.code)
    return response


def entered(request: VisitorRequest, code: str) -> RoomScene:
    scene = scenes.find(code)
    if why := rooms.kept_out(scene.room, request.visitor, limits.address_of(request)):
        raise Refused(why)
    return scene

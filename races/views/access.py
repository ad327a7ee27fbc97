"""Who may do what with a race: everybody who asks for one comes through here."""

from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from races import codes, table
from races.board import ground
from races.models import Race, Seat
from races.table import Scene


class Moved(Exception):
    """The race is there, under the code as we write it."""

    def __init__(self, race: Race) -> None:
        self.race = race


class Viewer(NamedTuple):
    """Somebody and the race that they look at. Who has no seat watches."""

    scene: Scene
    seat: Seat | None
    is_host: bool


def visitor_of(request: HttpRequest) -> str:
    visitor: str = request.visitor  # type: ignore[attr-defined]
    return visitor


def find(code: str) -> Race:
    """The race of a code. One that was typed by hand is forgiven: `Moved` says where it is."""
    if (race := Race.objects.filter(code=code).first()) is not None:
        return race
    if (race := Race.objects.filter(code=codes.cleaned(code)).first()) is not None:
        raise Moved(race)
    raise Http404


def viewer(request: HttpRequest, code: str) -> Viewer:
    """Somebody who may see the race."""
    scene = table.scene_of(find(code))
    visitor = visitor_of(request)
    number = scene.seat_of(visitor)
    is_host = bool(scene.race.host) and scene.race.host == visitor
    if number is None and not is_host and scene.race.watching == Race.Watching.NOBODY:
        raise PermissionDenied
    ground.prepare(scene)
    return Viewer(scene, None if number is None else scene.seats[number], is_host)


def driver(request: HttpRequest, code: str) -> tuple[Scene, Seat]:
    """Somebody who drives in the race."""
    scene, seat, _is_host = viewer(request, code)
    if seat is None:
        raise PermissionDenied
    return scene, seat


def host(request: HttpRequest, code: str) -> Scene:
    """Whoever keeps the table."""
    scene, _seat, is_host = viewer(request, code)
    if not is_host:
        raise PermissionDenied
    return scene

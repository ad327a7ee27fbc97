"""Who may do what with a race: everybody who asks for one comes through here."""

from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils import timezone

from races import clocks, codes, presence, table
from races.board import ground
from races.models import Race, Seat
from races.table import Scene

UNREADABLE = "unreadable"
"""What the page that says that nothing is found goes by, to say that something is there which cannot be shown."""


class Moved(Http404):
    """The race is there, under the code as we write it: pages lead there, posts just do not find it."""

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
    race = find(code)
    try:
        scene = table.scene_of(race)
    except table.Unreadable:
        raise Http404(UNREADABLE) from None
    visitor = visitor_of(request)
    number = scene.seat_of(visitor)
    is_host = keeps_table(scene, visitor)
    if number is None and not is_host and scene.race.watching == Race.Watching.NOBODY:
        raise PermissionDenied
    ground.prepare(scene)
    return Viewer(scene, None if number is None else scene.seats[number], is_host)


def keeps_table(scene: Scene, visitor: str) -> bool:
    """Whether somebody is the host; for one who stays away longer than the grace, the first driver who is there is."""
    race = scene.race
    host = scene.seat_of(race.host)
    if host is not None and host in scene.away:
        gone = clocks.milliseconds(timezone.now()) - race.absent[str(host)]
        drivers = [seat for seat in scene.seats if seat.kind == Seat.Kind.DRIVER and seat.number not in scene.away]
        if drivers and gone > race.grace * 1000:
            return visitor in (race.host, drivers[0].visitor)
    return bool(visitor) and visitor == race.host


def driver(request: HttpRequest, code: str) -> tuple[Scene, Seat]:
    """Somebody who drives in the race, and shows by what they do that they are there."""
    scene, seat, _is_host = viewer(request, code)
    if seat is None:
        raise PermissionDenied
    presence.arrive(seat.pk)
    return scene, seat


def host(request: HttpRequest, code: str) -> Scene:
    """Whoever keeps the table."""
    scene, _seat, is_host = viewer(request, code)
    if not is_host:
        raise PermissionDenied
    return scene

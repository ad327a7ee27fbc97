"""What a visitor may do with a race: every view finds its race here."""

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from races import codes, presence, scenes, series
from races.models import Race, Seat
from races.pages import pages_of
from races.scenes import AnyScene

UNREADABLE = "unreadable"
"""The reason of a 404 for a race that exists and cannot be read; the template of that page has a sentence for it."""


class Moved(Http404):
    """The race is there, under the code as we write it: pages lead there, posts just do not find it."""

    def __init__(self, race: Race) -> None:
        self.race = race


def forgiving(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page that redirects to its proper address where the code was typed another way, as in small letters."""

    @wraps(page)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return page(request, *args, **kwargs)
        except Moved as moved:
            asked = request.resolver_match
            assert asked is not None
            address = reverse(asked.view_name, kwargs={**asked.kwargs, "code": moved.race.code})
            return HttpResponseRedirect(address)

    return inner


class Viewer(NamedTuple):
    """A visitor and the race of the request. Without a seat, the visitor is a spectator."""

    scene: AnyScene
    seat: Seat | None
    is_host: bool


def visitor_of(request: HttpRequest) -> str:
    visitor: str = request.visitor  # type: ignore[attr-defined]
    return visitor


def device_of(request: HttpRequest) -> str:
    """Return the key of the visitor's device that asks; the first device has an empty key."""
    device: str = request.device  # type: ignore[attr-defined]
    return device


def address_of(request: HttpRequest) -> str:
    """From where a visitor comes, as a keyed hash; empty for the machine of the site itself."""
    address: str = request.address  # type: ignore[attr-defined]
    return address


def find(code: str) -> Race:
    """The race of a code. One that was typed by hand is forgiven: `Moved` says where it is."""
    races = Race.objects.only("code")
    if (race := races.filter(code=code).first()) is not None:
        return race
    if (race := races.filter(code=codes.cleaned(code)).first()) is not None:
        raise Moved(race)
    raise Http404


def viewer(request: HttpRequest, code: str) -> Viewer:
    """The viewer of this request. Forbidden for strangers where the race may not be watched."""
    race = find(code)
    try:
        scene = scenes.scene_of(race.pk)
    except scenes.Unreadable:
        raise Http404(UNREADABLE) from None
    visitor = visitor_of(request)
    number = scene.seat_of(visitor)
    is_host = hosts(scene, visitor)
    if number is None and not is_host and not series.may_watch(scene.race):
        raise PermissionDenied
    pages_of(scene).prepare(scene)
    return Viewer(scene, None if number is None else scene.seats[number], is_host)


def is_open(race: Race) -> bool:
    """Whether all that happened in a game may be seen by every viewer: it is over, and its record is not sealed."""
    return race.ended is not None and not series.seal(race)


def with_hands(scene: AnyScene) -> list[int]:
    """The seats that have a hand."""
    return [seat.number for seat in scene.seats if seat.kind != Seat.Kind.LEGEND]


def may_see(looking: Viewer) -> list[int]:
    """The seats whose hands this viewer may see: all once the record is open, before that the own one."""
    everybody, mine = is_open(looking.scene.race), looking.seat
    seats = with_hands(looking.scene)
    return [seat for seat in seats if everybody or (mine is not None and mine.number == seat)]


def hosts(scene: AnyScene, visitor: str) -> bool:
    """Whether a visitor is the host. When the host stays away, `presence.renew` makes a present driver the host."""
    return bool(visitor) and visitor == scene.race.host


def seated(request: HttpRequest, code: str) -> tuple[AnyScene, Seat]:
    """The scene and the seat of a driver. Forbidden for everyone else."""
    scene, seat, _is_host = viewer(request, code)
    if seat is None:
        raise PermissionDenied
    return scene, seat


def driver(request: HttpRequest, code: str) -> tuple[AnyScene, Seat]:
    """As `seated`, and the driver counts as present: a request that acts shows it."""
    scene, seat = seated(request, code)
    presence.arrive(seat.pk)
    return scene, seat


def host(request: HttpRequest, code: str) -> AnyScene:
    """The scene, for the host. Forbidden for everyone else."""
    scene, _seat, is_host = viewer(request, code)
    if not is_host:
        raise PermissionDenied
    return scene

"""The home page with its way into a room, and the pictures that it shows."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

from django.contrib import messages
from django.db.models import Count, Exists, F, OuterRef, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from engine.kernel.faults import Broken
from lobby import asking, games, limits, links, rooms, visitors
from lobby.forms import NO_NAME, JoinForm
from lobby.games import Listing
from lobby.models import HEAVY, Member, Room
from lobby.refused import Refused
from lobby.views.answers import friendly
from lobby.views.rooms import new_once, room_page
from lobby.visitors import VisitorRequest
from races import leaving, scenes, series
from races.face import face_of
from races.models import Race, Seat

LISTED = 4
MINE = 6
CHIPS = 5
"""So many seats of a room or a race are shown in its line."""
RECENT = timedelta(days=1)
"""A race that stood still for longer is no longer the first thing to do on the page."""
A_YEAR = 365 * 24 * 3600


class Listed(NamedTuple):
    """A room or a race in a list, as its game words it."""

    of: Room | Race
    listing: Listing
    seats: Sequence[Member | Seat]

    @property
    def shown(self) -> Sequence[Member | Seat]:
        return self.seats[:CHIPS]

    @property
    def more(self) -> int:
        return len(self.seats) - len(self.shown)


class WayBack(NamedTuple):
    """A race, a series of races or a room that the visitor is in."""

    kind: Literal["race", "series", "room"]
    address: str
    sentence: str
    code: str = ""
    is_recent: bool = True
    may_give_up: bool = False
    """Nobody else plays in this race."""
    meeting: datetime | None = None
    """When it goes on."""


@require_safe
@friendly
def home(request: VisitorRequest, game: str = games.DEFAULT) -> HttpResponse:
    """The first page of the site, which is that of its first game; every other game has one of its own."""
    return home_page(request, JoinForm(), game=game)


def home_page(request: VisitorRequest, form: JoinForm, status: int = 200, game: str = games.DEFAULT) -> HttpResponse:
    offer, me = games.offer(game), visitors.known(request.visitor)
    listed = {"open_rooms": open_rooms(request.visitor), "running": running()}
    foreign = (line.listing for lines in listed.values() for line in lines if line.of.game != game)
    context: dict[str, Any] = {
        "asking": "" if game == games.DEFAULT else f"?game={game}",
        "first_game": games.DEFAULT,
        "game": game,
        "games": [games.offer(one) for one in games.OFFERS],
        "form": form,
        "me": me,
        "newcomer": me is None and not Seat.objects.filter(visitor=request.visitor, kind=Seat.Kind.DRIVER).exists(),
        "once": new_once(),
        "ways_back": ways_back(request.visitor),
        "invitations": asking.invitations(request.visitor),
        **listed,
        "sheets": dict.fromkeys(sheet for listing in foreign for sheet in listing.sheets),
        "face": face_of(request, f"Heatsite · {offer.label}", str(offer.slogan), reverse("site_card")),
        **offer.home_context(),
    }
    return render(request, games.templates(game, "home"), context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@friendly
def join(request: VisitorRequest) -> HttpResponse:
    """Into a room by its code, or to a race by its own. A visitor without a name is asked for it on the room's page.

    Errors stand at their fields. A GET of this address, by a reload after such an answer, leads home.
    """
    if request.method != "POST":
        return redirect("lobby:home")
    form = JoinForm(request.POST)
    form.is_valid()
    if "code" in form.errors:
        return home_page(request, form, 422)
    code = form.cleaned_data["code"]
    try:
        if address := address_of(request, code):
            return redirect(address)
    except Refused as refused:
        form.add_error("code", refused.in_full)
        return home_page(request, form, refused.status)
    name = form.cleaned_data.get("name") or visitors.given_name(request.visitor)
    if not form.errors and name:
        try:
            rooms.join(code, request.visitor, name, limits.address_of(request))
        except Refused as refused:
            if refused.code in {"blocked", "blocked_here", "barred"}:
                raise
            if refused.code != "name_taken":
                messages.error(request, refused.in_full)
                return redirect(links.path(code))
            form.add_error("name", refused.in_full)
    elif not form.errors and "name" in request.POST:
        form.add_error("name", NO_NAME["required"])
    return room_page(request, code, mine=form) if form.errors else redirect(links.path(code))


def address_of(request: VisitorRequest, code: str) -> str:
    """Where a code leads at once: to a race or a series of races that has this code, or to the race for which a visitor
    has left the room of this code. Empty for a room; a code that nothing has is refused, and counted."""
    with limits.looking_up(request, code):
        room = Room.objects.select_related("race").defer(*HEAVY).filter(code=code).first()
        if room is not None:
            seats = Seat.objects.filter(race=room.race_id, visitor=request.visitor, kind=Seat.Kind.DRIVER)
            return room.race.get_absolute_url() if room.race and room.racing and seats.exists() else ""
        if (race := Race.objects.only("code").filter(code=code).first()) is not None:
            return race.get_absolute_url()
        if address := next(filter(None, (one.address(code) for one in series.every())), ""):
            return address
        raise Refused("no_room")


def ways_back(visitor: str) -> list[WayBack]:
    """Where this visitor left off; the page shows the first of them, and folds the others behind it."""
    ways = [*my_races(visitor), *my_rooms(visitor), *my_series(visitor)]
    return sorted(ways, key=lambda way: not way.is_recent)


def my_races(visitor: str) -> list[WayBack]:
    """Races in which this visitor has a seat, and that are not over."""
    players = Seat.objects.filter(kind=Seat.Kind.DRIVER).exclude(visitor="")
    mine = players.filter(visitor=visitor, race__ended=None).values("race")
    races = (
        Race.objects.filter(pk__in=mine).select_related("track").only("code", "game", "seed", "touched", "track__name")
    )
    races = races.annotate(has_others=Exists(players.filter(race=OuterRef("pk")).exclude(visitor=visitor)))
    lately = timezone.now() - RECENT
    return [
        WayBack(
            "race",
            race.get_absolute_url(),
            games.offer(race.game).running_line(race),
            code=race.code,
            is_recent=race.touched > lately,
            may_give_up=not race.has_others,
        )
        for race in races.order_by("-touched")[:MINE]
    ]


@require_POST
@friendly
def give_up(request: VisitorRequest, code: str) -> HttpResponse:
    """End a race without other players. The form on the home page has asked already; for a race with others, another
    page asks."""
    seat = Seat.objects.filter(race__code=code, visitor=request.visitor, kind=Seat.Kind.DRIVER).first()
    if seat is None:
        raise Refused("not_your_race")
    try:
        if leaving.way_of(scenes.scene_of(seat.race_id), seat.number) != "ends":
            return redirect("races:leave", code)
        way = leaving.leave(seat.race_id, seat.number)
    except (Broken, scenes.Unreadable):
        raise Refused("no_race") from None
    if way is not None:
        messages.success(request, _("You have given it up."))
    return redirect("lobby:home")


def my_series(visitor: str) -> list[WayBack]:
    """Series of races in which this visitor has a seat, and whose next race has not started. Where the room is still
    there, with this visitor in it, it is among the rooms instead."""
    mine = set(Member.objects.filter(visitor=visitor).values_list("room__code", flat=True))
    waiting = [one for kind in series.every() for one in kind.waiting(visitor)]
    ways = [
        WayBack("series", one.address, one.sentence, meeting=one.meeting) for one in waiting if one.room not in mine
    ]
    return ways[:MINE]


def my_rooms(visitor: str) -> list[WayBack]:
    """Rooms in which this visitor waits. A room with a running race is among the races instead."""
    mine = Room.objects.filter(pk__in=Member.objects.filter(visitor=visitor).values("room"))
    waiting = mine.filter(Q(race=None) | Q(race__ended__isnull=False))
    found = waiting.select_related("track__current").defer(*HEAVY).order_by("-touched")[:MINE]
    return [WayBack("room", room.get_absolute_url(), games.offer(room.game).waiting_line(room)) for room in found]


def open_rooms(visitor: str) -> list[Listed]:
    """Listed rooms with a free seat."""
    rooms = Room.objects.filter(listed=True).filter(Q(race=None) | Q(race__ended__isnull=False))
    rooms = rooms.exclude(blocks__visitor=visitor).exclude(members__visitor=visitor)
    rooms = rooms.annotate(people=Count("members", filter=~Q(members__visitor=""))).filter(people__lt=F("most"))
    rooms = rooms.select_related("track__current").defer(*HEAVY).prefetch_related("members")
    found = rooms.order_by("-touched")[:LISTED]
    return [Listed(room, games.offer(room.game).room_listing(room), list(room.members.all())) for room in found]


def running() -> list[Listed]:
    """Listed races that go on and may be watched. One that this version cannot read is left out."""
    races = Race.objects.filter(listed=True, ended=None, watching=Race.Watching.ANYBODY)
    races = races.select_related("track").only("code", "game", "laps", "track__name")
    shown = []
    for race in races.order_by("-touched")[:LISTED]:
        try:
            scene = scenes.scene_of(race.pk)
        except scenes.Unreadable:
            continue
        listing = games.offer(race.game).race_listing(race, scene)
        places = scene.table_game.game.places(scene.view(None))
        in_order = [seat for _place, seat in sorted(zip(places, scene.seats, strict=True), key=lambda pair: pair[0])]
        shown.append(Listed(race, listing, in_order))
    return shown


@require_GET
def picture(request: HttpRequest, game: str, number: int) -> HttpResponse:
    """A picture of a game by its number. Browsers may keep it: what a number stands for never changes."""
    drawn = games.offer(game).picture(number) if game in games.OFFERS else ""
    if not drawn:
        raise Http404
    response = HttpResponse(drawn)
    patch_cache_control(response, public=True, immutable=True, max_age=A_YEAR)
    return response

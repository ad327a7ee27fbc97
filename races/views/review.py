"""The pit wall: the race of one seat looked back at. It is asked for once, and its page tells how far it is."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from engine.kernel.faults import Broken
from races import reviews
from races.models import Review
from races.pages import pages_of
from races.scenes import AnyScene
from races.views.access import address_of, forgiving, may_see, viewer, visitor_of
from races.views.after import refused

NOTHING_NEW = 204


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@gzip_page
@forgiving
def show(request: HttpRequest, code: str) -> HttpResponse:
    """What is asked for by a POST, and shown when it is there; `seat` is the viewer's own unless another one is named.
    A race that goes on has none, so a viewer who comes too early is redirected to it."""
    looking = viewer(request, code)
    scene, race = looking.scene, looking.scene.race
    if not reviews.offered(race.game):
        text = _("There is no looking back at decisions in this game.")
        return refused(request, race, 404, _("No pit wall here."), text)
    if race.ended is None:
        return redirect(race)
    seats = may_see(looking)
    if not seats:
        text = _("Until all of it is over, only its players can look back at this race, each at their own.")
        return refused(request, race, 403, _("Not yours to see."), text)
    own = None if looking.seat is None else looking.seat.number
    named = request.POST.get("seat", request.GET.get("seat", ""))
    seat = _seat(named, seats, own)
    if seat is None:
        text = _("No player sits there whose race you may look back at.")
        return refused(request, race, 404, _("No such seat."), text)
    if request.method == "POST":
        return _asked(request, scene, seat)
    review = Review.objects.filter(race=race, seat=seat).first()
    if request.htmx:  # type: ignore[attr-defined]
        return _progress(request, review)
    there = f"{reverse('races:review', args=[race.code])}?seat={seat}"
    context = {
        "race": race,
        "title": pages_of(scene).page(scene)["title"],
        "seat": scene.seats[seat],
        "seats": [scene.seats[one] for one in seats],
        "own": own,
        "review": review,
        "at": there,
    }
    if review is not None and review.data:
        try:
            context |= pages_of(scene).review(scene, review.data)
        except Broken:  # another version of the engine stored it in another form
            review.delete()
            return redirect(there)
    return render(request, f"{pages_of(scene).folder}/review.html", context)


def _seat(named: str, seats: list[int], own: int | None) -> int | None:
    if not named:
        return own if own is not None and own in seats else seats[0]
    number = int(named) if named.isascii() and named.isdigit() and len(named) < 4 else -1
    return number if number in seats else None


def _asked(request: HttpRequest, scene: AnyScene, seat: int) -> HttpResponse:
    try:
        reviews.ask(scene.race, seat, visitor_of(request), address_of(request))
    except reviews.TooMany as fault:
        texts = {
            "too_many_reviews": _("You have asked for many reviews within the hour. Try again a little later."),
            "reviews_busy": _("Many reviews are waiting to be computed. Try again a little later."),
        }
        return refused(request, scene.race, 429, _("Not now."), texts[fault.code])
    return redirect(f"{reverse('races:review', args=[scene.race.code])}?seat={seat}")


def _progress(request: HttpRequest, review: Review | None) -> HttpResponse:
    """To a page that asks again and again: the page anew when there is something to see, else how far it is."""
    if review is None or not review.is_open:
        return HttpResponseClientRefresh()
    if request.GET.get("known") == f"{review.done}/{review.total}":
        return HttpResponse(status=NOTHING_NEW)
    return render(request, "races/review_progress.html", {"review": review})

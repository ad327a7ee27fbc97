"""The coach as the page of a lesson asks for it, after each question."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from races.heat.lessons import coach
from races.heat.lessons.lesson import LEARNER
from races.heat.lessons.taught import lesson_of
from races.views.access import seated


@require_safe
@never_cache
def show(request: HttpRequest, code: str) -> HttpResponse:
    """For the learner alone: hints tell of the hand."""
    scene, seat = seated(request, code)
    if lesson_of(scene.race) is None:
        raise Http404
    if seat.number != LEARNER:
        raise PermissionDenied
    return HttpResponse(coach.render(scene.race))

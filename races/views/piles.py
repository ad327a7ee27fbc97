"""What lies open before each player, such as discard piles: a fragment that a page asks for, and a page of its own
where there are no scripts."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from races.pages import pages_of
from races.views.access import forgiving, viewer
from races.views.race import table_of


@require_safe
@never_cache
@gzip_page
@forgiving
def piles(request: HttpRequest, code: str) -> HttpResponse:
    """The same for every viewer: what all may read."""
    scene = viewer(request, code).scene
    pages = pages_of(scene)
    found = pages.piles(scene.shown)
    if found is None:
        raise Http404
    if request.htmx:  # type: ignore[attr-defined]
        return HttpResponse(found)
    return render(request, f"{pages.folder}/piles.html", {**table_of(scene), "piles": found})

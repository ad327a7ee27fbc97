"""What a form gives ahead may lead to: a fragment that the page asks for while its player is choosing."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from races.pages import pages_of
from races.views.access import seated


@require_safe
@never_cache
@gzip_page
def ahead(request: HttpRequest, code: str) -> HttpResponse:
    """Nothing of it is secret to its player, and nobody else can ask for it."""
    scene, seat = seated(request, code)
    fragment = pages_of(scene).ahead(scene, seat.number, request.GET)
    if fragment is None:
        raise Http404
    return HttpResponse(fragment)

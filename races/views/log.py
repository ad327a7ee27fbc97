"""The whole log of a race, from the start."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from races.heat.board import cars
from races.models import Entry
from races.shell.log import grouped
from races.views.access import forgiving, viewer


@require_safe
@never_cache
@gzip_page
@forgiving
def whole_log(request: HttpRequest, code: str) -> HttpResponse:
    scene, _seat, _is_host = viewer(request, code)
    rows = Entry.objects.filter(race=scene.race, seq__lte=scene.version).order_by("seq").values_list("told", flat=True)
    groups = grouped(scene, ({"lines": scene.bound.read_lines(told)} for told in rows), scene.state.round)
    for group in groups:
        group.lines.reverse()
    context = {"race": scene.race, "groups": groups[::-1], "symbols": cars.symbols(scene)}
    return render(request, "races/log.html", context)

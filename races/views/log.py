"""The whole log of a race, from the start."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from races.pages import pages_of, sentences_of
from races.race_log import whole_log
from races.rulebook.book import addresses_of
from races.shell import chips
from races.shell.log import grouped, newest_round
from races.views.access import forgiving, viewer


@require_safe
@never_cache
@gzip_page
@forgiving
def show_log(request: HttpRequest, code: str) -> HttpResponse:
    scene, _seat, _is_host = viewer(request, code)
    scene = scene.shown
    entries = whole_log(scene.race)
    said = sentences_of(scene, entries)
    groups = grouped(scene, said, newest_round(scene, entries))
    lines = [line for line, _html in reversed(said) if line.begins_round() is None]
    hrefs = iter(addresses_of(scene.race.game, lines))
    for group in groups:
        for line in group.lines:
            line["href"] = next(hrefs)
        group.lines.reverse()
    context = {"race": scene.race, "groups": groups[::-1], "symbols": chips.symbols(scene)}
    return render(request, [f"{pages_of(scene).folder}/log.html", "races/log.html"], context)

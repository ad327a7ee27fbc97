"""What browsers and search engines ask a site for: icons, the manifest of an installed site, its service worker, what
may be searched."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from lobby import games
from races.rulebook.book import books

A_DAY = 24 * 3600
CLOSED = ("/admin/", "/races/", "/lobby/", "/championships/", "/mine/", "/device/", "/finished/", "/again/", "/calls/")
"""What no search engine is to visit: it is for those who have the code."""


@require_safe
@cache_control(public=True, max_age=A_DAY)
def favicon(request: HttpRequest) -> HttpResponse:
    """For browsers that ask for it without looking into the page."""
    path = settings.BASE_DIR / "static" / "icons" / "favicon.ico"
    return HttpResponse(path.read_bytes(), content_type="image/x-icon")


@require_safe
@cache_control(public=True, max_age=A_DAY)
def manifest(request: HttpRequest) -> HttpResponse:
    """How the site is installed on a device."""
    icons = [(size, purpose) for size in (192, 512) for purpose in ("any", "maskable")]
    about = {
        "name": "Heatsite",
        "short_name": "Heatsite",
        "description": _("The racing board game of gears, cards and heat. Alone or with friends, no account."),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#F2E8D0",
        "theme_color": "#C5281C",
        "icons": [
            {
                "src": static(f"icons/{'mask' if purpose == 'maskable' else 'touch'}-{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size, purpose in icons
        ],
    }
    return JsonResponse(about, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The script that answers while the line is down. It stands at the root, for it answers for the whole site."""
    names = ("css/tokens.css", "css/base.css", "css/parts.css", "css/bar.css", "css/forms.css", "css/pages.css")
    kept = [*(static(name) for name in names), static("js/theme.js"), static("js/keys.js"), static("icons/favicon.svg")]
    context = {
        "kept": kept,
        "offline": reverse("offline"),
        "static": settings.STATIC_URL,
        "icon": static("icons/touch-192.png"),
    }
    return render(request, "service_worker.js", context, content_type="text/javascript")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """What is shown in place of a page while the line is down."""
    return render(request, "offline.html")


@require_safe
@cache_control(public=True, max_age=A_DAY)
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED)]
    lines += ["", f"Sitemap: {request.build_absolute_uri(reverse('sitemap'))}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


class Pages(Sitemap):  # type: ignore[type-arg]
    """The pages that are for everybody: the games, and their rules."""

    def items(self) -> Sequence[str]:
        found = ["/", *(reverse("lobby:game", args=[game]) for game in games.OFFERS if game != games.DEFAULT)]
        found += [reverse("day:show"), reverse("rules:books")]
        for book in books():
            found += [reverse("rules:book", args=[book.game]), reverse("rules:glossary", args=[book.game])]
            found += [reverse("rules:chapter", args=[book.game, chapter.slug]) for chapter in book.chapters]
        return found

    def location(self, item: str) -> str:
        return item


SITEMAPS: dict[str, Any] = {"pages": Pages}

"""Every address of the site. The rooms name their own, and so do games that have some."""

from django.conf import settings
from django.contrib import admin
from django.contrib.sitemaps.views import sitemap
from django.urls import URLPattern, URLResolver, include, path
from django.views.generic import TemplateView
from django.views.i18n import set_language

from heatsite import web
from heatsite.login import LimitedLogin
from lobby import games
from races import registry
from races.views import cards

admin.site.login_form = LimitedLogin

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("language/", set_language, name="set_language"),
    path("favicon.ico", web.favicon),
    path("manifest.webmanifest", web.manifest, name="manifest"),
    path("service-worker.js", web.service_worker, name="service_worker"),
    path("offline/", web.offline, name="offline"),
    path("robots.txt", web.robots),
    path("sitemap.xml", sitemap, {"sitemaps": web.SITEMAPS}, name="sitemap"),
    path("cards/site.png", cards.site_card, name="site_card"),
    path("cards/tracks/<int:number>.png", cards.track_card, name="track_card"),
    path("races/", include("races.urls")),
    path("rules/", include("races.rules_urls")),
    *[path(start, include(module)) for start, module in games.addresses().items()],
    *[path("", include(module)) for module in registry.named("urls").values()],
    path("", include("lobby.urls")),
]

if settings.DEBUG:
    from races.heat.parts.specimens import specimens

    guide = TemplateView.as_view(template_name="styleguide.html", extra_context=specimens())
    urlpatterns.insert(0, path("styleguide/", guide, name="styleguide"))

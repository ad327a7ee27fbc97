"""Every address of the site. The rooms name their own."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("races/", include("races.urls")),
    path("", include("lobby.urls")),
]

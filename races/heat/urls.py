"""The addresses that only Heat has: championships, the coach of a lesson, telemetry."""

from django.urls import include, path

from races.heat.championships import views
from races.heat.lessons import views as lessons
from races.heat.telemetry import views as telemetry

championships = [
    path("<code:code>/", views.show, name="championship"),
    path("<code:code>/tv/", views.television, name="television"),
    path("<code:code>/news/", views.news, name="news"),
    path("<code:code>/record.json", views.record, name="record"),
]

urlpatterns = [
    path("championships/", include((championships, "championships"))),
    path("races/<code:code>/coach/", lessons.show, name="coach"),
    path("races/<code:code>/telemetry/", telemetry.show, name="telemetry"),
]

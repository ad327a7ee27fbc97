"""The addresses of the race of the day."""

from django.urls import path

from lobby.games.heat import daily

app_name = "day"
urlpatterns = [
    path("", daily.show, name="show"),
    path("drive/", daily.drive, name="drive"),
    path("trial/<int:number>/", daily.trial, name="trial"),
    path("<str:key>/", daily.show_past, name="past"),
]

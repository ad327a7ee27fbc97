"""The addresses before a race."""

from django.urls import URLPattern

app_name = "lobby"
urlpatterns: list[URLPattern] = []

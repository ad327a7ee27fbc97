"""The addresses of a race."""

from django.urls import URLPattern

app_name = "races"
urlpatterns: list[URLPattern] = []

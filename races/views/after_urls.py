"""The addresses of a race that is over, to be joined to those of the race itself."""

from django.urls import path

from races.views import after

urlpatterns = [
    path("<code:code>/results/", after.show_results, name="results"),
    path("<code:code>/record.json", after.download_record, name="record"),
    path("<code:code>/replay/", after.replay, name="replay"),
]

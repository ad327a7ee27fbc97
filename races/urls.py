"""The addresses of a race."""

from django.urls import path

from races.views import actions, after_urls, answer, log, race, television, tokens

app_name = "races"
urlpatterns = [
    path("<str:code>/", race.show, name="race"),
    path("<str:code>/answer/", answer.answer, name="answer"),
    path("<str:code>/presets/", actions.give_presets, name="presets"),
    path("<str:code>/wheel/", actions.take_wheel, name="wheel"),
    path("<str:code>/signal/", actions.signal, name="signal"),
    path("<str:code>/tv/", television.television, name="television"),
    path("<str:code>/log/", log.whole_log, name="log"),
    path("<str:code>/host/", actions.desk, name="desk"),
    path("<str:code>/host/pause/", actions.pause, name="pause"),
    path("<str:code>/host/resume/", actions.resume, name="resume"),
    path("<str:code>/host/bot/", actions.give_to_bot, name="give_to_bot"),
    path("<str:code>/host/driver/", actions.take_from_bot, name="take_from_bot"),
    path("<str:code>/host/end/", actions.end, name="end"),
    path("<str:code>/tokens/", tokens.show, name="tokens"),
    path("<str:code>/tokens/make/", tokens.make, name="make_token"),
    path("<str:code>/tokens/<int:token>/revoke/", tokens.revoke, name="revoke_token"),
    *after_urls.urlpatterns,
]

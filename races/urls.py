"""The addresses of a race."""

from django.urls import path

from races.views import (
    actions,
    after,
    ahead,
    answer,
    cards,
    couch,
    leaving,
    log,
    piles,
    race,
    replay,
    review,
    rulebook,
    television,
    tokens,
)

app_name = "races"
urlpatterns = [
    path("<code:code>/", race.show, name="race"),
    path("<code:code>/answer/", answer.answer, name="answer"),
    path("<code:code>/ahead/", ahead.ahead, name="ahead"),
    path("<code:code>/presets/", actions.give_presets, name="presets"),
    path("<code:code>/wheel/", actions.take_wheel, name="wheel"),
    path("<code:code>/leave/", leaving.leave, name="leave"),
    path("<code:code>/go-on/", leaving.go_on, name="go_on"),
    path("<code:code>/signal/", actions.signal, name="signal"),
    path("<code:code>/board/", couch.board, name="board"),
    path("<code:code>/tv/", television.television, name="television"),
    path("<code:code>/piles/", piles.piles, name="piles"),
    path("<code:code>/log/", log.show_log, name="log"),
    path("<code:code>/host/", actions.desk, name="desk"),
    path("<code:code>/host/pause/", actions.pause, name="pause"),
    path("<code:code>/host/resume/", actions.resume, name="resume"),
    path("<code:code>/host/bot/", actions.give_to_bot, name="give_to_bot"),
    path("<code:code>/host/driver/", actions.take_from_bot, name="take_from_bot"),
    path("<code:code>/host/end/", actions.end, name="end"),
    path("<code:code>/tokens/", tokens.show, name="tokens"),
    path("<code:code>/tokens/make/", tokens.make, name="make_token"),
    path("<code:code>/tokens/<int:token>/revoke/", tokens.revoke, name="revoke_token"),
    path("<code:code>/results/", after.show_results, name="results"),
    path("<code:code>/card.png", cards.race_card, name="card"),
    path("<code:code>/rules/", rulebook.show_moment, name="rules"),
    path("<code:code>/record.json", after.download_record, name="record"),
    path("<code:code>/replay/", replay.replay, name="replay"),
    path("<code:code>/review/", review.show, name="review"),
]

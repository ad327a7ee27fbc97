"""The page of the pit wall: it is asked for, waits, tells how far it is, and shows what was found."""

import pytest
from django.test import Client
from django.utils import timezone

from engine.kernel.commands import End
from races import live, reviews, turns
from races.heat.daily import driving
from races.heat.daily.edition import of_day
from races.models import Race, Review
from tests.races.factories import deck_version, track_version
from tests.races.heat.pitwall.kit import stored, whole_race
from tests.races.heat.results.kit import running_race
from tests.races.lastcard import kit as lastcard
from tests.races.opening import open_record
from tests.races.test_drive_on import downloaded
from tests.races.views.kit import address, browser

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def page(race: Race, query: str = "") -> str:
    return address(race, f"review/{query}")


def test_it_is_asked_for_by_a_press_and_then_waits() -> None:
    race = whole_race()
    assert "Look back</button>" in browser("ada").get(page(race)).content.decode()
    assert not Review.objects.exists()
    response = browser("ada").post(page(race), {"seat": "0"})
    assert response["Location"] == page(race, "?seat=0")
    waiting = browser("ada").get(page(race, "?seat=0")).content.decode()
    assert "It waits for its turn" in waiting
    assert 'hx-trigger="every 2s"' in waiting
    browser("bo").post(page(race), {"seat": "0"})
    assert Review.objects.count() == 1


def test_how_far_it_is_is_sent_when_it_has_changed() -> None:
    race = whole_race()
    review = reviews.ask(race, 0, "ada")
    Review.objects.update(done=3, total=30)
    text = browser("ada").get(page(race, "?seat=0&known=0/0"), headers=HTMX).content.decode()
    assert "3 of 30 decisions looked at." in text
    assert "<html" not in text
    assert browser("ada").get(page(race, "?seat=0&known=3/30"), headers=HTMX).status_code == 204
    Review.objects.filter(pk=review.pk).update(data=stored(race))
    assert browser("ada").get(page(race, "?seat=0&known=3/30"), headers=HTMX)["HX-Refresh"] == "true"


def test_what_was_found_leads_into_the_replay_and_onto_the_road() -> None:
    race = whole_race()
    Review.objects.create(race=race, seat=1, visitor="bo", data=stored(race, 1))
    text = browser("bo").get(page(race)).content.decode()
    assert "Pit wall of Bo" in text
    assert "Every decision" in text
    assert "imagined races" in text
    assert f"/races/{race.code}/replay/?step=" in text
    assert f"/again/{race.code}/from/" in text
    assert "python -m engine review RECORD --seat 1" in text
    assert 'class="chances wide"' in text


@pytest.mark.parametrize(
    ("failed", "sentence"),
    [
        ("did_not_drive", "made no decision in this race"),
        ("malformed", "cannot be looked back at"),
        (turns.LOST, "Looking back was cut off."),
    ],
)
def test_why_there_is_none(failed: str, sentence: str) -> None:
    race = whole_race()
    Review.objects.create(race=race, seat=0, failed=failed)
    assert sentence in browser("ada").get(page(race)).content.decode()


def test_one_in_the_form_of_another_version_is_offered_anew() -> None:
    race = whole_race()
    Review.objects.create(race=race, seat=0, data='{"seat": "zero"}')
    response = browser("ada").get(page(race), follow=True)
    assert "Look back</button>" in response.content.decode()
    assert not Review.objects.exists()


def test_anybody_may_look_at_an_open_race_and_choose_whose() -> None:
    race = whole_race()
    text = browser("zoe").get(page(race)).content.decode()
    for seat in (0, 1, 3):
        assert f"review/?seat={seat}" in text
    assert "review/?seat=2" not in text, "a Legend decides nothing"
    assert browser("zoe").post(page(race), {"seat": "3"}).status_code == 302


@pytest.mark.parametrize("seat", ["2", "9", "-1", "x", "१", "1" * 3000])
def test_seats_that_are_not_there(seat: str) -> None:
    race = whole_race()
    for response in (browser("ada").get(page(race), {"seat": seat}), browser("ada").post(page(race), {"seat": seat})):
        assert response.status_code == 404
        assert "No such seat." in response.content.decode()
    assert not Review.objects.exists()


def test_a_browser_that_keeps_no_cookie_is_counted_by_its_address() -> None:
    race = whole_race()
    for seat in range(10, 10 + reviews.MOST_WAITING_OF_ADDRESS):
        Review.objects.create(race=race, seat=seat, visitor=f"new{seat}")
    here = Client(REMOTE_ADDR="198.51.100.7")
    assert here.post(page(race), {"seat": "0"}).status_code == 302
    Review.objects.update(address=Review.objects.get(seat=0).address)
    assert Client(REMOTE_ADDR="198.51.100.7").post(page(race), {"seat": "1"}).status_code == 429
    assert Client(REMOTE_ADDR="198.51.100.8").post(page(race), {"seat": "1"}).status_code == 302


def test_too_many_are_refused_in_words() -> None:
    race = whole_race()
    for seat in range(10, 10 + reviews.MOST_OF_ONE):
        Review.objects.create(race=race, seat=seat, visitor="ada", failed="lost")
    response = browser("ada").post(page(race), {"seat": "0"})
    assert response.status_code == 429
    assert "Try again a little later." in response.content.decode()


def test_not_before_the_flag_not_for_strangers_not_in_other_games() -> None:
    going_on = running_race()
    assert browser("ada").get(page(going_on))["Location"] == going_on.get_absolute_url()
    assert browser("ada").post(page(going_on), {"seat": "0"})["Location"] == going_on.get_absolute_url()
    closed = whole_race()
    Race.objects.filter(pk=closed.pk).update(watching=Race.Watching.NOBODY, revision=9999)
    assert browser("zoe").get(page(closed)).status_code == 403
    match = lastcard.dealt()
    assert browser("ada").get(page(match)).status_code == 404
    assert "No pit wall here." in browser("ada").get(page(match)).content.decode()
    assert browser("ada").get("/races/ZZZZZZZZ/review/").status_code == 404
    assert not Review.objects.exists()


def test_of_a_race_of_the_day_only_my_own_after_my_try() -> None:
    version = track_version("usa")
    version.art, version.track.current = "{}", version
    version.save()
    version.track.save()
    deck_version()
    race = driving.begin("ada", "Ada", of_day(timezone.now().date()))
    assert browser("ada").post(page(race), {"seat": "0"})["Location"] == race.get_absolute_url()
    live.submit(race.pk, End())
    assert browser("ada").get(page(race)).status_code == 200
    assert browser("ada").get(page(race, "?seat=1")).status_code == 404
    assert browser("bo").get(page(race)).status_code == 403


def test_a_record_that_was_opened_can_be_looked_back_at() -> None:
    again = open_record(downloaded(whole_race()), "zoe")
    assert browser("zoe").post(page(again), {"seat": "1"}).status_code == 302
    assert Review.objects.get().race == again


def test_results_and_replay_lead_there() -> None:
    race = whole_race()
    for part in ("results/", "replay/"):
        assert page(race) in browser("ada").get(address(race, part)).content.decode()

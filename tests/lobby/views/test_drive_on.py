"""The pages of driving on: the seat is chosen, friends take theirs, and bad addresses and forms are refused."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from engine.kernel.commands import End
from lobby import mine
from lobby.models import Visitor
from races import live
from races.heat.daily import driving
from races.heat.daily.edition import of_day
from races.models import DailyTry, Position, Race, Seat
from tests.lobby.factories import VisitorFactory, browser
from tests.races.factories import deck_version, track_version
from tests.races.heat.results.kit import drive, finished_race, running_race
from tests.races.opening import open_record
from tests.races.test_drive_on import downloaded

pytestmark = pytest.mark.django_db


def page(race: Race, step: int = 20) -> str:
    return f"/again/{race.code}/from/{step}/"


def begun(response: Any) -> Race:
    return Race.objects.get(code=response["Location"].split("/")[2])


def test_my_seat_is_chosen_and_the_page_says_what_is_dealt_anew() -> None:
    race = finished_race()
    text = browser("bo").get(page(race)).content.decode()
    assert 'value="1" required checked' in text
    assert "could not know at this step" in text
    assert "is dealt anew" in text
    assert 'value="2"' not in text, "a Legend has no seat"


def test_a_spectator_takes_whom_the_replay_showed() -> None:
    text = browser("zoe").get(page(finished_race()) + "?seat=3").content.decode()
    assert 'value="3" required checked' in text
    assert "(you)" not in text


def test_the_replay_leads_there_at_every_step_but_the_last() -> None:
    race = finished_race()
    replay = f"/races/{race.code}/replay/"
    assert page(race, 7) in browser("ada").get(f"{replay}?step=7").content.decode()
    changed = browser("ada").get(f"{replay}?step=8", headers={"HX-Request": "true"}).content.decode()
    assert page(race, 8) in changed
    assert "/from/" not in browser("ada").get(f"{replay}?step={race.version}").content.decode()
    assert "/from/" not in browser("ada").get(f"/races/{running_race().code}/replay/").content.decode()


def test_it_begins_at_once_and_counts_for_nothing() -> None:
    VisitorFactory(id="ada", name="Ada")
    first = finished_race()
    figures = mine.figures("ada")
    race = begun(browser("ada").post(page(first), {"seat": "0"}))
    assert race.seats.get(number=0).name == "Ada"
    assert browser("ada").get(f"/races/{race.code}/").status_code == 200
    drive(race)
    began = browser("ada").get(f"/races/{race.code}/replay/?step=0").content.decode()
    assert "The race goes on from a step of another one." in began
    again = browser("ada").get(f"/races/{race.code}/results/").content.decode()
    assert f"{page(first)}?seat=0" in again
    assert mine.figures("ada") == figures
    listed = browser("ada").get("/mine/").content.decode()
    assert race.code in listed
    assert "Practice: driven on from a step of another race." in listed
    assert race.code not in browser("ada").get("/finished/").content.decode()
    assert driving.trial_bests("ada") == {}


@pytest.mark.parametrize(
    ("step", "form", "status"),
    [
        (999, {}, 404),
        (10**30, {}, 404),
        (20, {"seat": "9"}, 404),
        (20, {"seat": "2"}, 404),
        (20, {"seat": ""}, 404),
        (20, {"seat": "-1"}, 404),
        (20, {"seat": "१"}, 404),
        (20, {"seat": "0" * 5000}, 404),
        (20, {}, 404),
    ],
)
def test_bad_forms_are_refused_and_start_nothing(step: int, form: dict[str, str], status: int) -> None:
    race = finished_race()
    response = browser("ada").post(page(race, step), form)
    assert response.status_code == status
    assert b"That game has no such step." in response.content or b"No player sits there." in response.content
    assert Race.objects.count() == 1


def test_pages_that_are_not_there() -> None:
    race = finished_race()
    assert browser("ada").get(page(race, 999)).status_code == 404
    assert browser("ada").get(page(race, race.version)).status_code == 409
    assert browser("ada").get("/again/ZZZZZZZZ/from/3/").status_code == 404
    assert browser("ada").get(page(running_race(), 2)).status_code == 409
    race.delete()
    assert browser("ada").get(page(race)).status_code == 404


def test_strangers_stay_out_of_races_that_are_not_for_them() -> None:
    race = finished_race(watching=Race.Watching.NOBODY)
    assert browser("zoe").get(page(race)).status_code == 403
    assert browser("zoe").post(page(race), {"seat": "0"}).status_code == 403
    again = open_record(downloaded(finished_race()), "zoe")
    assert browser("zoe").get(page(again)).status_code == 200
    assert browser("bo").get(page(again)).status_code == 403


def test_of_a_race_of_the_day_only_from_what_its_driver_knew() -> None:
    version = track_version("usa")
    version.art, version.track.current = "{}", version
    version.save()
    version.track.save()
    deck_version()
    race = driving.begin("ada", "Ada", of_day(timezone.now().date()))
    assert browser("ada").get(page(race, 0)).status_code == 409, "not before the first try is over"
    live.submit(race.pk, End())
    text = browser("ada").get(page(race, 0)).content.decode()
    assert text.count('type="radio"') == 1
    assert browser("bo").get(page(race, 0)).status_code == 403
    practice = begun(browser("ada").post(page(race, 0), {"seat": "0"}))
    assert practice.seed != race.seed
    assert not hasattr(practice, "daily")
    assert 'value="friends"' not in text
    refused = browser("ada").post(page(race, 0), {"seat": "0", "with": "friends"}, follow=True)
    assert "not open yet" in refused.content.decode()
    assert Race.objects.count() == 2, "friends would see its cards before their own first try"
    DailyTry.objects.update(key="2026-11-01")
    assert 'value="friends"' in browser("bo").get(page(race, 0)).content.decode()
    assert begun(browser("bo").post(page(race, 0), {"seat": "0", "with": "friends"})).paused


def test_friends_take_seats_from_bots_while_it_waits() -> None:
    VisitorFactory(id="bo", name="Bo")
    first = finished_race()
    response = browser("ada").post(page(first), {"seat": "0", "with": "friends"})
    race = begun(response)
    seats = f"/again/{race.code}/seats/"
    assert response["Location"] == seats
    assert race.paused
    assert "All are here: drive on" in browser("ada").get(seats).content.decode()
    asked = browser("bo").get(seats).content.decode()
    assert asked.count("Take it") == 2
    assert "drive on</button>" not in asked
    assert browser("bo").post(seats, {"seat": "3"}).status_code == 302
    race.refresh_from_db()
    seat = race.seats.get(number=3)
    assert (seat.kind, seat.visitor, seat.name) == (Seat.Kind.DRIVER, "bo", "Bo")
    assert set(race.bots) == {1}
    assert browser("bo").get(f"/races/{race.code}/").status_code == 200
    browser("ada").post(f"/races/{race.code}/host/resume/")
    drive(race)
    assert race.ended is not None
    assert browser("zed").get(seats).status_code == 404


@pytest.mark.parametrize("seat", ["0", "2", "9", "", "x", "-1"])
def test_a_seat_that_is_not_free_is_not_taken(seat: str) -> None:
    race = begun(browser("ada").post(page(finished_race()), {"seat": "0", "with": "friends"}))
    before = list(race.seats.order_by("number").values())
    response = browser("bo").post(f"/again/{race.code}/seats/", {"seat": seat}, follow=True)
    assert "That seat is not free any more." in response.content.decode()
    assert list(race.seats.order_by("number").values()) == before


def test_one_seat_for_one_visitor_and_none_for_who_is_barred() -> None:
    race = begun(browser("ada").post(page(finished_race()), {"seat": "0", "with": "friends"}))
    seats = f"/again/{race.code}/seats/"
    VisitorFactory(id="zed", name="Zed")
    Visitor.objects.filter(pk="zed").update(barred=timezone.now())
    browser("zed").post(seats, {"seat": "3"})
    assert not race.seats.filter(visitor="zed").exists()
    browser("ada").post(seats, {"seat": "3"})
    assert race.seats.get(number=3).kind == Seat.Kind.BOT


def test_who_left_a_seat_for_another_one_leaves_that_too() -> None:
    VisitorFactory(id="bo", name="Bo")
    race = begun(browser("ada").post(page(finished_race()), {"seat": "0", "with": "friends"}))
    bo, seats, leave = browser("bo"), f"/again/{race.code}/seats/", f"/races/{race.code}/leave/"
    for seat in (3, 1, 3):
        bo.post(seats, {"seat": f"{seat}"})
        mine = race.seats.get(visitor="bo")
        assert (mine.number, mine.kind, mine.name) == (seat, Seat.Kind.DRIVER, "Bo")
        assert list(race.seats.filter(name="Bo")) == [mine], "the seat that was left has a name of nobody"
        assert "I leave for good" in bo.get(leave).content.decode()
        assert bo.post(leave, {"sure": "yes"})["Location"] == race.get_absolute_url()
        mine.refresh_from_db()
        assert (mine.kind, mine.visitor) == (Seat.Kind.BOT, "bo")
        said = bo.post(leave, {"sure": "yes"}, follow=True).content.decode()
        assert "You have left your seat to a bot." in said, "pressed twice"


def test_no_seat_of_any_other_race_is_open() -> None:
    for race in (running_race(), begun(browser("ada").post(page(finished_race()), {"seat": "0"}))):
        assert browser("ada").get(f"/again/{race.code}/seats/").status_code == 404
        response = browser("ada").post(f"/again/{race.code}/seats/", {"seat": "3"})
        assert response.status_code == 404
        assert race.seats.get(number=3).kind == Seat.Kind.BOT


def test_the_list_is_sent_again_only_when_it_has_changed() -> None:
    race = begun(browser("ada").post(page(finished_race()), {"seat": "0", "with": "friends"}))
    seats, asks = f"/again/{race.code}/seats/", {"HX-Request": "true"}
    revision = Race.objects.get(pk=race.pk).revision
    assert browser("ada").get(f"{seats}?known={revision}", headers=asks).status_code == 204
    browser("bo").post(seats, {"seat": "3"})
    text = browser("ada").get(f"{seats}?known={revision}", headers=asks).content.decode()
    assert "<html" not in text
    assert 'name="known"' in text


def test_a_race_that_went_on_is_kept_and_deleted_like_any_other() -> None:
    first = finished_race()
    race = begun(browser("ada").post(page(first), {"seat": "0"}))
    drive(race)
    first.delete()
    assert Position.objects.get(race=race).origin is None
    assert "/from/" not in browser("ada").get(f"/races/{race.code}/results/").content.decode()
    Race.objects.filter(pk=race.pk).update(ended=timezone.now() - timedelta(days=9))
    race.delete()
    assert not Position.objects.exists()

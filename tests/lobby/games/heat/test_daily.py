"""The race of the day: one try counts, everybody has the same cards, and nothing is told too early."""

import re
from datetime import datetime, timedelta
from itertools import count

import pytest
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from pytest_django.fixtures import Settings

from engine.heat import State
from engine.heat.bots import BOTS
from engine.kernel.chance import derive
from engine.kernel.commands import End, command_for
from lobby import forgetting
from races import live, scenes
from races.heat.daily import driving
from races.heat.daily.edition import Edition, now_on, of_day
from races.models import DailyTry, Entry, Race, Seat, Track
from tests.lobby.factories import VisitorFactory, browser, offered_track
from tests.races.factories import SEED, deck_version, heat_scene

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _offered(db: None) -> None:
    offered_track("usa")
    deck_version()


REPLAYS = ("replay/", "replay/?seat=0", "replay/?seat=all")
LOOKS = (*REPLAYS, "results/", "record.json", "log/", "tv/", "telemetry/", "review/", "card.png")
"""Ways to look at a race that is over."""


def today() -> str:
    return now_on(timezone.now())[0].key


def press(visitor: str = "ada", key: str | None = None) -> Race:
    answer = browser(visitor).post("/day/drive/", {"key": today() if key is None else key})
    assert answer.status_code == 302, answer.content
    return Race.objects.get(code=answer["Location"].split("/")[2])


def drive(race: Race, bot: str = "racer") -> Race:
    """To the flag, by a bot in every seat."""
    scene = heat_scene(race)
    while waiting := scene.game.awaiting(scene.state):
        question = waiting[0]
        view, choices = scene.game.view(scene.state, question.seat), scene.game.legal(scene.state, question.seat)
        choice = BOTS[bot](scene.game).choose(view, choices, derive(SEED, f"bot {question}"))
        assert isinstance(live.submit(race.pk, command_for(question, choice)), live.Accepted)
        scene = heat_scene(race, scenes.known(race.pk, 0))
    race.refresh_from_db()
    assert race.ended is not None
    return race


def page(visitor: str = "ada", path: str = "/day/") -> str:
    return browser(visitor).get(path).content.decode()


def past(*races: Race) -> Edition:
    """Return a day that is open to all, on which these races were driven as if the time had been turned back."""
    of = of_day((timezone.now() - timedelta(days=2)).date())
    DailyTry.objects.filter(race__in=races).update(key=of.key)
    Race.objects.filter(pk__in=[race.pk for race in races]).update(ended=of.begins)
    return of


def set_time(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    monkeypatch.setattr(timezone, "now", lambda: moment)


def test_everybody_has_the_same_cards_and_the_same_bots() -> None:
    ada, bo = press("ada"), press("bo")
    assert ada.pk != bo.pk
    assert ada.seed == bo.seed
    first, second = (heat_scene(race).state for race in (ada, bo))
    assert [car.hand for car in first.cars] == [car.hand for car in second.cars]
    assert [car.draw for car in first.cars] == [car.draw for car in second.cars]
    names = [list(race.seats.order_by("number").values_list("name", flat=True))[1:] for race in (ada, bo)]
    assert names[0] == names[1]
    assert len(names[0]) == 5


def test_pressed_twice_and_from_two_tabs_it_is_one_race() -> None:
    race = press()
    assert press() == race
    assert DailyTry.objects.count() == 1


@pytest.mark.parametrize("over", [0, 1, 2])
def test_a_press_that_has_not_seen_another_one_leads_to_its_race(monkeypatch: pytest.MonkeyPatch, over: int) -> None:
    """The second looks before the first has begun, and begins after it: the first try, and practice, too."""
    for _drive in range(over):
        live.submit(press().pk, End())
    seen = list(DailyTry.objects.values_list("pk", flat=True))
    race = press()
    drives, looks = driving.drives, count()

    def before(visitor: str, key: str) -> QuerySet[DailyTry]:
        return drives(visitor, key).filter(pk__in=seen) if next(looks) < 2 else drives(visitor, key)

    monkeypatch.setattr(driving, "drives", before)
    assert driving.begin("ada", "Ada", of_day(timezone.now().date())) == race
    assert next(looks) == 4, "it has tried once more"
    assert DailyTry.objects.count() == Race.objects.count() == over + 1


def test_the_database_has_one_drive_of_a_number() -> None:
    key = DailyTry.objects.get(race=press()).key
    other = press("bo")
    with pytest.raises(IntegrityError), transaction.atomic():
        DailyTry.objects.filter(race=other).update(visitor="ada")
    DailyTry.objects.update(visitor="")
    assert DailyTry.objects.filter(key=key, visitor="").count() == 2, "who is forgotten has no number"


def test_the_first_try_counts_and_later_ones_are_practice() -> None:
    race = drive(press())
    assert "Place " in page()
    again = press()
    assert again.pk != race.pk
    assert press() == again
    assert list(DailyTry.objects.order_by("pk").values_list("number", flat=True)) == [0, 1]
    drive(again, "cautious")
    assert len(driving.table(today())) == 1


def test_nobody_practises_before_the_first_try_is_over() -> None:
    race = press()
    assert press() == race
    text = page()
    assert "Back to the race" in text
    assert "practise once your first try is over" in text
    live.submit(race.pk, End())
    assert "Drive it once more, for practice" in page()
    practice = press()
    assert practice != race
    assert "practise once" not in page()


def test_who_had_several_open_drives_is_led_to_the_first() -> None:
    """As older versions of the site may have left them."""
    first, second = press(), press("bo")
    DailyTry.objects.filter(race=second).update(visitor="ada", number=1)
    assert press() == first
    live.submit(first.pk, End())
    assert press() == second


def test_the_table_is_made_of_records_that_play_again() -> None:
    race = drive(press())
    ((rank, one),) = driving.table(today())
    assert (rank, one.verdict, one.race) == (1, "good", race)
    assert one.place == race.seats.get(number=0).place
    assert one.rounds
    assert set(one.signs) <= set("fps")
    assert one.signs


def test_a_record_that_was_changed_is_in_no_table() -> None:
    race = drive(press())
    entry = race.entries.order_by("-seq")[3]
    Entry.objects.filter(pk=entry.pk).update(events="[]")
    assert driving.table(today()) == []
    assert DailyTry.objects.get().verdict == "broken"
    assert "could not be checked" in page()


def test_who_gives_up_is_in_no_table_and_has_no_second_first_try() -> None:
    race = press()
    assert isinstance(live.submit(race.pk, End()), live.Accepted)
    assert "not driven to the flag" in page()
    drive(press())
    assert driving.table(today()) == []


@pytest.mark.parametrize(("before", "verdict"), [(timedelta(seconds=1), "good"), (timedelta(), "late")])
def test_who_ends_when_the_day_is_open_is_late(before: timedelta, verdict: str) -> None:
    race = drive(press())
    of = past(race)
    Race.objects.filter(pk=race.pk).update(ended=of.opens - before)
    assert len(driving.table(of.key)) == (verdict == "good")
    assert DailyTry.objects.get().verdict == verdict
    assert ("ended after its day" in page("ada", f"/day/{of.key}/")) == (verdict == "late")


def test_a_press_on_the_page_of_yesterday_leads_to_today() -> None:
    client = browser("ada")
    for key in (of_day((timezone.now() - timedelta(days=1)).date()).key, "nonsense", ""):
        answer = client.post("/day/drive/", {"key": key})
        assert answer["Location"] == "/day/"
    assert "That day is over" in client.get("/day/").content.decode()
    assert not Race.objects.exists()


def test_the_table_of_a_day_that_is_on_is_shown_to_nobody() -> None:
    VisitorFactory(id="bo", name="Bo")
    drive(press("bo"))
    assert "1 driver has driven it so far." in page("ada")
    drive(press("ada"))
    for visitor in ("ada", "bo", "cy"):
        text = page(visitor)
        assert "2 drivers have driven it so far." in text
        assert "open together" in text
        assert "<table" not in text
        assert ">Bo<" not in text


@pytest.mark.parametrize("which", [0, 1], ids=["day", "week"])
def test_everything_opens_at_one_moment(monkeypatch: pytest.MonkeyPatch, which: int) -> None:
    of = now_on(timezone.now())[which]
    mine, race = press("ada", of.key), drive(press("bo", of.key))

    def looks(visitor: str, what: str) -> int:
        return browser(visitor).get(f"/races/{race.code}/{what}").status_code

    def is_shut(there: str) -> None:
        assert [looks("cy", one) for one in ("", *LOOKS)] == [403] * (len(LOOKS) + 1)
        assert [looks("bo", one) for one in ("record.json", "replay/?seat=all", "replay/?seat=1")] == [403] * 3
        assert [looks("bo", one) for one in ("", "replay/", "replay/?seat=0", "results/", "log/")] == [200] * 5
        for visitor in ("ada", "bo", "cy"):
            text = page(visitor, there)
            assert of.seed not in text
            assert race.code not in text
            assert "<table" not in text

    is_shut("/day/")
    assert browser("ada").get(f"/day/{of.key}/")["Location"] == "/day/"
    past = f"/day/{of.key}/"
    for moment in (of.ends, of.opens - timedelta(seconds=1)):
        set_time(monkeypatch, moment)
        is_shut(past)
        assert "may still be finished" in page("cy", past)
        assert press("ada", of.key) == mine, "who has begun goes on"
        assert "Back to the race" in page("ada", past)
        assert browser("cy").post("/day/drive/", {"key": of.key})["Location"] == "/day/"
    drive(mine)
    set_time(monkeypatch, of.opens)
    assert [looks("cy", one) for one in ("", *LOOKS)] == [200] * (len(LOOKS) + 1), "also before anybody saw the page"
    text = page("cy", past)
    assert of.seed in text
    assert race.code in text
    assert mine.code in text
    assert browser("cy").get(f"/races/{race.code}/record.json").json()["seed"] == of.seed


def test_what_goes_on_is_shut_when_its_day_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    race, of = press(), now_on(timezone.now())[0]
    set_time(monkeypatch, of.opens)
    assert browser("cy").get(f"/races/{race.code}/").status_code == 403
    assert browser("cy").get(f"/races/{race.code}/record.json").status_code == 403


def test_the_day_before_is_one_press_away() -> None:
    race = drive(press())
    before = now_on(timezone.now())[0].previous
    assert f"/day/{before.key}/" not in page()
    DailyTry.objects.filter(race=race).update(key=before.key)
    assert f"/day/{before.key}/" in page()
    assert f"/day/{before.key}/" in page("ada", f"/races/{race.code}/results/")


@pytest.mark.parametrize("key", ["nonsense", "2999-01-01", "2026-W99"])
def test_days_that_are_not_there_are_not_found(key: str) -> None:
    assert browser("ada").get(f"/day/{key}/").status_code == 404


def test_the_line_to_pass_on_has_a_sign_a_corner_and_no_card() -> None:
    drive(press())
    one = driving.first_try("ada", today())
    assert one is not None
    line = driving.share_line(one, "USA")
    assert sum(line.count(sign) for sign in driving.SIGNS.values()) == len(one.signs)
    assert line in page()


def test_the_week_has_modules() -> None:
    week = now_on(timezone.now())[1]
    race = press(key=week.key)
    state = heat_scene(race).state
    assert isinstance(state, State)
    assert state.weather
    assert state.tokens


def test_openings_are_limited_by_address(settings: Settings) -> None:
    settings.OPENINGS_OF_ADDRESS = 0
    client = browser("ada")
    client.defaults["REMOTE_ADDR"] = "203.0.113.9"
    assert client.post("/day/drive/", {"key": today()}).status_code in (302, 429)
    assert not Race.objects.exists()


def test_who_is_forgotten_stays_in_the_table_without_a_name() -> None:
    drive(press())
    driving.table(today())
    forgetting.forget("ada")
    ((_rank, one),) = driving.table(today())
    assert one.visitor == ""
    assert "Ada" not in page("bo")


def test_a_lap_alone_keeps_the_best() -> None:
    version = offered_track("usa").current
    assert version is not None
    answer = browser("ada").post(f"/day/trial/{version.pk}/")
    race = Race.objects.get(code=answer["Location"].split("/")[2])
    assert race.seats.count() == 1
    assert "Not driven yet" in page()
    drive(race)
    assert re.search(r"Best: \d+ rounds", page())
    assert browser("ada").post("/day/trial/999999/").status_code == 302


def test_laps_alone_have_nothing_of_a_day() -> None:
    """Neither its cards, nor a drive of it as a best lap."""
    version = offered_track("usa").current
    assert version is not None
    drive(press())
    laps = [driving.time_trial("ada", "Ada", version.pk) for _lap in range(2)]
    seeds = {race.seed for race in laps}
    assert len(seeds) == 2
    assert not seeds & {of.seed for of in now_on(timezone.now())}
    assert not DailyTry.objects.filter(race__in=laps).exists()
    assert driving.trial_bests("ada") == {}
    alone = drive(driving.begin("bo", "Bo", now_on(timezone.now())[1]))
    alone.seats.exclude(number=0).delete()
    Seat.objects.filter(race=alone).update(place=1)
    assert driving.trial_bests("bo") == {}, "however few cars a drive of a week would have"


def test_without_circuits_the_page_says_so() -> None:
    Track.objects.update(offered=False)
    assert "no circuits here yet" in page()

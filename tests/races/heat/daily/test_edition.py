"""Which race a day has: the same for everybody, another one the next day, and known to nobody beforehand."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from pytest_django.fixtures import Settings

from races.heat.daily.edition import edition, now_on, of_day, of_week
from tests.races.factories import track_version

DAY = date(2026, 11, 19)


def test_a_day_ends_when_the_next_begins() -> None:
    day, week = now_on(datetime(2026, 11, 19, 23, 59, tzinfo=UTC))
    assert (day.key, week.key) == ("2026-11-19", "2026-W47")
    assert day.ends == of_day(DAY + timedelta(days=1)).begins
    assert week.begins == datetime(2026, 11, 16, tzinfo=UTC)
    assert week.ends == of_week(DAY + timedelta(days=7)).begins
    assert not day.is_over(day.ends - timedelta(seconds=1))
    assert day.is_over(day.ends)


def test_all_of_it_opens_half_an_hour_later() -> None:
    for one in (of_day(DAY), of_week(DAY)):
        assert one.opens == one.ends + timedelta(minutes=30)
        assert not one.is_open(one.opens - timedelta(seconds=1))
        assert one.is_open(one.opens)


def test_the_one_before() -> None:
    for one in (of_day(DAY), of_week(DAY), of_week(date(2027, 1, 4))):
        assert one.previous.ends == one.begins
        assert edition(one.previous.key) == one.previous


@pytest.mark.parametrize("day", [date(2026, 1, 1), date(2027, 1, 3), date(2020, 12, 31), DAY])
def test_keys_lead_back(day: date) -> None:
    for one in (of_day(day), of_week(day)):
        assert edition(one.key) == one


@pytest.mark.parametrize(
    "key",
    [
        "",
        "W",
        "2026-W",
        "2026-W60",
        "2026-13-01",
        "20261119",
        "2026-W07x",
        "x" * 500,
        "2026-W7",
        "0001-01-01",
        "0001-W01",
    ],
)
def test_other_keys_are_none(key: str) -> None:
    assert edition(key) is None


def test_seeds_differ_by_day_and_by_the_secret_of_the_site(settings: Settings) -> None:
    seeds = {of_day(DAY + timedelta(days=number)).seed for number in range(40)} | {of_week(DAY).seed}
    assert len(seeds) == 41
    assert all(len(seed) == 64 for seed in seeds)
    settings.SECRET_KEY = "another"
    assert of_day(DAY).seed not in seeds


@pytest.mark.django_db
def test_the_next_day_has_another_track() -> None:
    for slug in ("usa", "italia", "japan", "espana", "france"):
        version = track_version(slug)
        version.art = "{}"
        version.save()
        version.track.current = version
        version.track.save()
    found = [of_day(DAY + timedelta(days=number)).track() for number in range(5)]
    names = [one.name for one in found if one]
    assert len(names) == 5
    assert "España" not in names, "it takes twice the time"
    assert all(one != other for one, other in pairwise(names))


@pytest.mark.django_db
def test_without_circuits_there_is_none() -> None:
    assert of_day(DAY).track() is None

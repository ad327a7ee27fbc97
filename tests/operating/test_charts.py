"""The live charts: what a process notes of itself, how it is drawn, and who may see it."""

import re
from collections import Counter
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from operating import metrics
from operating.charts import sampling
from operating.charts.drawing import GONE, HEIGHT, MEASURES, WIDTH, drawn
from operating.charts.sampling import KEPT, quantile
from operating.models import Sample
from races import meters
from tests.races.factories import make_race

NOW = timezone.now()
PAGE = "/admin/operating/sample/"


@pytest.fixture
def operator(db: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("operator"))
    return client


def noted(process: str, seconds: float, **values: float) -> None:
    Sample.objects.create(process=process, at=NOW - timedelta(seconds=seconds), values=values)


@pytest.mark.parametrize(
    ("bounds", "part", "slowest"),
    [
        ({}, 0.99, 0.0),
        ({0.1: 0, 0.5: 0, float("inf"): 0}, 0.99, 0.0),
        ({0.1: 100, 0.5: 100, float("inf"): 100}, 0.5, 0.05),
        ({0.1: 50, 0.5: 100, float("inf"): 100}, 0.75, 0.3),
        ({0.1: 0, 0.5: 1, float("inf"): 100}, 0.99, 0.5),
    ],
)
def test_the_time_that_most_were_no_slower_than(bounds: dict[float, int], part: float, slowest: float) -> None:
    assert quantile(Counter(bounds), part) == pytest.approx(slowest)


@pytest.mark.django_db(transaction=True)
def test_a_sample_has_what_happened_since_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "_meter", None)
    monkeypatch.setattr(metrics, "tables", metrics.Tables())
    make_race()
    meters.refused("stale")
    sampling.sample(NOW)
    assert not Sample.objects.exists()  # there is nothing to compare with yet
    meters.carried_out("heat", "driver", 0.004)
    meters.refused("stale")
    sampling.sample(NOW)
    values = Sample.objects.get().values
    assert {measure.name for measure in MEASURES} <= values.keys()
    assert values["commands"] > 0
    assert values["commands"] == pytest.approx(values["refusals"])
    assert 0.0025 < values["command_time"] <= 0.005
    assert (values["races"], values["memory"] > 1e6) == (1, True)
    sampling.sample(NOW)
    assert [one.values["commands"] for one in Sample.objects.order_by("pk")][1] == 0


@pytest.mark.django_db(transaction=True)
def test_what_is_older_than_an_hour_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "_meter", sampling.Meter())
    noted("old", KEPT.total_seconds() + 1)
    noted("new", KEPT.total_seconds() - 1)
    sampling.sample(NOW)
    assert set(Sample.objects.values_list("process", flat=True)) == {"new", sampling.PROCESS}


@pytest.mark.django_db(transaction=True)
def test_a_database_that_cannot_be_written_leaves_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**values: object) -> None:
        raise OperationalError("the disk is full")

    monkeypatch.setattr(sampling, "_meter", sampling.Meter())
    monkeypatch.setattr(Sample.objects, "create", full)
    sampling.sample(NOW)
    assert not Sample.objects.exists()


@pytest.mark.django_db
def test_processes_are_added_up_and_those_that_are_gone_are_not() -> None:
    noted("one", 5, commands=3.0, command_time=0.02, database=1, layer=1)
    noted("two", 6, commands=4.5, command_time=0.2, database=1, layer=0)
    noted("gone", GONE.total_seconds() + 60, commands=100.0, command_time=3.0)
    processes, charts = drawn(NOW)
    assert {one.name: (one.gone, one.layer) for one in processes} == {
        "one": (False, True),
        "two": (False, False),
        "gone": (True, False),
    }
    told = {chart.measure.name: chart.now for chart in charts}
    assert (told["commands"], told["command_time"]) == ("7.5/s", "200 ms")


@pytest.mark.django_db
def test_lines_lie_in_the_picture_and_break_where_nothing_was_told() -> None:
    for seconds in (3600, 1800, 1790, 0):
        noted("one", seconds, rooms=8.0 if seconds == 1790 else 0.0)
    _, charts = drawn(NOW)
    rooms = next(chart for chart in charts if chart.measure.name == "rooms")
    (line,) = rooms.lines
    points = [[tuple(map(float, point.split(","))) for point in part.split()] for part in line.points]
    assert [len(part) for part in points] == [1, 2, 1]
    assert points[0][0] == (0.0, HEIGHT)
    assert points[1][1][1] == 0.0
    assert points[2][0] == (WIDTH, HEIGHT)
    assert rooms.top == "8"


@pytest.mark.django_db
def test_only_who_may_see_it_does() -> None:
    assert Client().get(PAGE).status_code == 302
    staff = Client()
    staff.force_login(User.objects.create_user("helper", is_staff=True))
    assert staff.get(PAGE).status_code == 403


def test_the_page_asks_for_its_charts_again(operator: Client) -> None:
    assert PAGE in operator.get("/admin/").content.decode()
    noted("one", 0, commands=3.0, database=1, layer=1)
    page = operator.get(PAGE)
    assert f'hx-get="{PAGE}"' in page.content.decode()
    part = operator.get(PAGE, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert part.count("<figure") == len(MEASURES)
    assert re.search(r"Commands carried out</span><b>\d", part)
    assert "style=" not in part


def test_samples_are_read_only(operator: Client) -> None:
    noted("one", 0)
    assert operator.get(f"{PAGE}add/").status_code == 403
    assert operator.post(f"{PAGE}{Sample.objects.get().pk}/delete/", {"post": "yes"}).status_code == 403

"""The metrics: for those whom the operator has allowed, of the site as a whole, and never of a game."""

import re
from collections.abc import Iterator, Sequence
from ipaddress import ip_network
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from prometheus_client.metrics import MetricWrapperBase
from prometheus_client.parser import text_string_to_metric_families
from pytest_django.fixtures import Settings

from engine.kernel.commands import command_for
from operating import metrics
from operating.middleware import MachinesMiddleware
from races import live, meters, scenes
from races.models import Race, Review
from races.start import Start
from tests.races.factories import SEED, drivers, make_race
from tests.races.views.kit import browser

Sample = tuple[str, frozenset[tuple[str, str]]]


@pytest.fixture
def allowed(settings: Settings) -> Client:
    settings.METRICS_FOR = [ip_network("10.0.0.0/8")]
    metrics.tables = metrics.Tables()
    return Client(REMOTE_ADDR="10.1.2.3")


def samples(client: Client) -> dict[Sample, float]:
    answer = client.get("/metrics")
    assert answer.status_code == 200
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.content.decode())
        for sample in family.samples
    }


def grown(
    before: dict[Sample, float], after: dict[Sample, float], name: str
) -> dict[frozenset[tuple[str, str]], float]:
    """By labels, how much more there is of one kind."""
    return {
        labels: value - before.get((kind, labels), 0)
        for (kind, labels), value in after.items()
        if kind == name and value != before.get((kind, labels), 0)
    }


def labels(**named: str) -> frozenset[tuple[str, str]]:
    return frozenset(named.items())


def drive_to_the_end(race: Race) -> None:
    while questions := list(scenes.scene_of(race.pk).questions.values()):
        scene = scenes.scene_of(race.pk)
        choice = scene.legal(questions[0].seat)[0]
        assert isinstance(live.submit(race.pk, command_for(questions[0], choice)), live.Accepted)


@pytest.mark.django_db
@pytest.mark.usefixtures("allowed")
def test_the_guide_for_operators_tells_of_every_metric_and_of_no_other() -> None:
    """In its table all of them, and in its alerts none that there is not."""
    guide = (Path(__file__).parents[2] / "docs" / "OPERATING.md").read_text()
    told = {
        (name, frozenset(labels.split(",")) - {""})
        for row in re.findall(r"^\| (`heatsite_.*?) \| ", guide, re.MULTILINE)
        for name, labels in re.findall(r"`(heatsite_\w+)(?:\{(.*?)\})?`", row)
    }
    counted = {(name + "_total" * (kind == "counter"), frozenset(labels)) for name, kind, labels in _meters()}
    now = {(family.name, frozenset(family._labelnames)) for family in metrics.Now().collect()}
    assert told == counted | now
    names = {name for name, _ in told}
    alerts = re.findall(r"heatsite_\w+", guide.partition("| alert |")[2])
    assert alerts
    assert not {re.sub(r"_(bucket|count|sum)$", "", name) for name in alerts} - names


def _meters() -> Iterator[tuple[str, str | None, Sequence[str]]]:
    for meter in vars(meters).values():
        if isinstance(meter, MetricWrapperBase):
            yield meter._name, meter._type, meter._labelnames


@pytest.mark.parametrize("address", ["127.0.0.1", "11.0.0.1", ""])
@pytest.mark.usefixtures("allowed")
def test_nobody_else_reads_them(address: str) -> None:
    assert Client(REMOTE_ADDR=address).get("/metrics").status_code == 404


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-Ip"])
def test_nobody_reads_them_through_the_proxy(allowed: Client, header: str) -> None:
    """The proxy has an address that may be allowed; whom it asks for has not."""
    assert allowed.get("/metrics", headers={header: "10.1.2.3"}).status_code == 404


def test_without_the_setting_nobody_does() -> None:
    assert Client().get("/metrics").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_a_race_is_counted_and_nothing_of_it_is_told(allowed: Client) -> None:
    before = samples(allowed)
    race = make_race(starters=[*drivers("visitor-one-8f3a"), Start(name="Bot", colour="teal", number=7, bot="racer")])
    metrics.tables = metrics.Tables()
    assert samples(allowed)["heatsite_races", labels(game="heat", state="running")] == 1
    drive_to_the_end(race)
    metrics.tables = metrics.Tables()
    after = samples(allowed)

    assert grown(before, after, "heatsite_races_started_total") == {labels(game="heat"): 1}
    assert grown(before, after, "heatsite_races_ended_total") == {labels(game="heat"): 1}
    commands = grown(before, after, "heatsite_commands_total")
    assert commands.keys() == {labels(game="heat", source="driver"), labels(game="heat", source="bot")}
    assert 0 < sum(commands.values()) <= Race.objects.get().version
    assert ("heatsite_races", labels(game="heat", state="running")) not in after

    text = allowed.get("/metrics").content.decode()
    for secret in (race.code, SEED, "visitor-one", "Visitor", "Bot"):
        assert secret not in text
    told = {name for name in re.findall(r'(\w+)="', text) if not name.startswith(("implementation", "m", "patch", "v"))}
    assert told <= {"game", "source", "code", "part", "view", "status", "le", "outcome", "kind", "state", "generation"}


@pytest.mark.django_db(transaction=True)
def test_reviews_that_wait_are_counted(allowed: Client) -> None:
    race = make_race()
    Review.objects.create(race=race, seat=0)
    Review.objects.create(race=race, seat=1, data="whole")
    assert samples(allowed)["heatsite_reviews_waiting", labels()] == 1


@pytest.mark.django_db(transaction=True)
def test_refusals_are_counted_by_their_code(allowed: Client) -> None:
    race = make_race()
    before = samples(allowed)
    browser("ada").post(f"/races/{race.code}/answer/", {"question": "9.gears.0.9", "do": "gear", "gear": "2"})
    browser("ada").post(f"/races/{race.code}/answer/", {"question": "1.gears.0.1", "do": "nonsense"})
    found = grown(before, samples(allowed), "heatsite_refusals_total")
    assert found == {labels(code="not_asked"): 1, labels(code="malformed"): 1}


@pytest.mark.django_db
def test_pages_are_timed_by_their_view_and_not_by_their_address(allowed: Client) -> None:
    before = samples(allowed)
    Client().get("/races/BCDFGHJK/")
    Client().get("/nowhere/at/all/")
    for path in ("/admin/", "/admin/lobby/room/", "/admin/races/race/9/change/"):
        Client().get(path)
    after = samples(allowed)
    assert grown(before, after, "heatsite_request_seconds_count") == {
        labels(view="races:race"): 1,
        labels(view="none"): 1,
        labels(view="admin"): 3,
    }
    assert grown(before, after, "heatsite_requests_total") == {
        labels(view="races:race", status="404"): 1,
        labels(view="none", status="404"): 1,
        labels(view="admin", status="302"): 3,
    }


@pytest.mark.django_db
def test_failures_are_told_before_there_is_one(allowed: Client) -> None:
    """Prometheus sees no increase where a number comes into being."""
    before = samples(allowed)
    assert ("heatsite_failed_requests_total", labels()) in before
    for status in (200, 404, 500, 503):
        response = HttpResponse(status=status)
        MachinesMiddleware(lambda _request, answer=response: answer)(RequestFactory().get("/"))  # type: ignore[misc]
    assert grown(before, samples(allowed), "heatsite_failed_requests_total") == {labels(): 2}

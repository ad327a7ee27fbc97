"""Ghosts: whose cars drive along, when they may be seen, and where they stand."""

from datetime import timedelta

import pytest
from django.utils import timezone

from engine.kernel.commands import End
from races import live
from races.heat.board import fragments, shadows
from races.heat.daily import driving
from races.heat.daily.edition import now_on, of_day
from races.heat.daily.shadows import Along, shadows_of
from races.models import DailyTry, Race
from tests.races.factories import deck_version, heat_states, make_race
from tests.races.heat.board.kit import scene_of, shipped_art
from tests.races.heat.results.kit import drive
from tests.races.test_drive_on import driven_on
from tests.races.views.kit import address, browser

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def track() -> int:
    """A circuit that is offered, and a process that knows no ghosts."""
    shadows.forget()
    version = make_race().track
    assert version is not None
    version.art, version.track.current = shipped_art()["usa"], version
    version.save()
    version.track.save()
    deck_version()
    return version.pk


def tried(visitor: str) -> DailyTry:
    """A drive of today's race to its flag, judged."""
    race = drive(driving.begin(visitor, visitor.title(), of_day(timezone.now().date())))
    one = DailyTry.objects.get(race=race)
    driving.judge(one)
    return one


def begun(visitor: str) -> Race:
    return driving.begin(visitor, visitor.title(), of_day(timezone.now().date()))


def lap(track: int, visitor: str = "ada") -> Race:
    return driving.time_trial(visitor, visitor.title(), track)


def ranks(race: Race) -> list[int]:
    return sorted(one.rank for one in shadows_of(race).shadows)


def ghosts_on(race: Race, part: str = "") -> int:
    """Return how many ghosts the page of this race shows to Ada."""
    return browser("ada").get(address(race, part)).content.decode().count('class="shadow"')


def test_a_first_try_that_goes_on_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert tried("bo").verdict == DailyTry.Verdict.GOOD
    race, opens = begun("ada"), now_on(timezone.now())[0].opens
    assert shadows_of(race) == ((), opens)
    page = browser("ada").get(address(race)).content.decode()
    assert 'class="shadow"' not in page
    assert 'id="shadows"' in page
    monkeypatch.setattr(timezone, "now", lambda: opens)
    assert ranks(race) == []


@pytest.mark.parametrize("which", [0, 1], ids=["day", "week"])
def test_those_of_others_join_when_the_day_is_open(monkeypatch: pytest.MonkeyPatch, which: int) -> None:
    of = now_on(timezone.now())[which]
    drives = {visitor: driving.begin(visitor, visitor.title(), of) for visitor in ("ada", "bo", "cy")}
    for race in drives.values():
        drive(race)
        driving.judge(race.daily)
    mine, practice = drives["ada"], driving.begin("ada", "Ada", of)
    before = timezone.now(), of.opens - timedelta(seconds=1)
    for moment in before:
        monkeypatch.setattr(timezone, "now", lambda moment=moment: moment)
        assert (ranks(mine), ghosts_on(mine, "replay/")) == ([], 0)
        assert (ranks(practice), ghosts_on(practice)) == ([0], 1)
    monkeypatch.setattr(timezone, "now", lambda: of.opens)
    best = [rank for rank, one in driving.table(of.key) if one.race != mine]
    assert (ranks(mine), ghosts_on(mine, "replay/")) == (best, 2)
    assert ranks(practice) == [0, *best]
    drive(practice, 1)
    assert ghosts_on(practice) == 3, "with the next change of its page"


def test_in_practice_the_own_first_try_drives_along() -> None:
    tried("bo")
    mine = tried("ada")
    DailyTry.objects.update(verdict=DailyTry.Verdict.OPEN)
    practice = begun("ada")
    assert not practice.daily.counts
    (own,) = shadows_of(practice).shadows
    assert own.rank == 0, "judged by then, whether or not its driver has seen the page of the day"
    states = heat_states(mine.race)
    assert own.stands[0] == (states[0].cars[0].at, states[0].cars[0].lane)
    assert own.stands[-1][0] == states[-1].cars[0].at


def test_of_a_lap_alone_the_own_best_drives_along(track: int) -> None:
    assert shadows_of(lap(track)) == Along()
    first = drive(lap(track))
    drive(lap(track, "bo"))
    drive(driven_on(first, 4))
    given_up = lap(track)
    live.submit(given_up.pk, End())
    drive(begun("ada"))
    (own,) = shadows_of(lap(track)).shadows
    states = heat_states(first)
    assert own.stands == (
        *(
            (one.cars[0].at, one.cars[0].lane)
            for number, one in enumerate(states)
            if not number or one.round != states[number - 1].round
        ),
        (states[-1].cars[0].at, states[-1].cars[0].lane),
    )


def test_it_stands_where_it_stood_when_the_round_began_and_is_told(track: int) -> None:
    first = drive(lap(track))
    race = lap(track)
    scene = scene_of(race)
    assert 'class="shadow"' not in shadows.layer(scene), "nothing is read while a fragment is rendered"
    shadows.prepare(scene)
    assert shadows.layer(scene).count('class="shadow"') == 1
    assert "The ghost of your own drive: lap 0" in str(fragments.told(scene))
    drive(race, 5)
    later = scene_of(Race.objects.get(pk=race.pk))
    ((_one, stand),) = shadows.now(later)
    states = heat_states(first)
    assert stand in {
        (state.cars[0].at, state.cars[0].lane) for state in states if state.round <= later.view(None).round
    }


def test_no_other_race_has_any(track: int) -> None:
    drive(lap(track))
    for race in (make_race(), make_race("ada", "bo", clock=0), driven_on(drive(make_race()), 3)):
        assert shadows_of(race) == Along()

"""The race of the day: one drive a visitor, one moment at which all of it opens, and no programs."""

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Barrier

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from races.heat.daily.edition import of_day, of_week
from tests.locks.conftest import Site
from tests.players.by_form import Answer, Visitor
from tests.waiting import LIMIT

AT_ONCE = 8
DAY = datetime(2026, 11, 20, tzinfo=UTC)
SECONDS = "HEATSITE_TEST_SECONDS"

DRIVES = """
import json
from races.models import DailyTry, Race
drives = DailyTry.objects.filter(key="{key}").order_by("pk").select_related("race")
print(json.dumps([len(drives), Race.objects.filter(ended=None).count(), [one.race.code for one in drives]]))
"""

END = """
from engine.kernel.commands import End
from races import live
from races.models import Race
print(live.submit(Race.objects.get(code="{code}").pk, End()))
"""

DRIVE = """
import tests.e2e.set_clock
from engine.heat.bots import BOTS
from engine.kernel.chance import derive
from engine.kernel.commands import command_for
from races import live, scenes
from races.models import Race
race = Race.objects.get(code="{code}")
while questions := scenes.load(race.pk).questions:
    scene = scenes.load(race.pk)
    for question in questions.values():
        view, choices = scene.game.view(scene.state, question.seat), scene.game.legal(scene.state, question.seat)
        choice = BOTS["racer"](scene.game).choose(view, choices, derive(race.seed, f"{{question}}"))
        live.submit(race.pk, command_for(question, choice))  # refused where a bot of the server was first
race.refresh_from_db()
print(race.ended)
"""

TOKEN = """
from races import tokens
from races.models import Seat
print(tokens.make(Seat.objects.get(race__code="{code}", number=0)))
"""


def press(visitor: Visitor, key: str) -> Answer:
    return visitor.post("/day/drive/", {"key": key})


def press_together(visitor: Visitor, key: str) -> list[Answer]:
    barrier = Barrier(AT_ONCE)

    def one(_number: int) -> Answer:
        barrier.wait(LIMIT)
        return press(visitor, key)

    with ThreadPoolExecutor(AT_ONCE) as hands:
        return list(hands.map(one, range(AT_ONCE)))


def newcomer(site: Site) -> Visitor:
    """Return a browser that has its cookie."""
    visitor = site.visitor()
    assert visitor.get("/day/").status == 200
    return visitor


def today_on(site: Site) -> str:
    return site.run("from lobby.games.heat.daily import *; print(now_on(timezone.now())[0].key)").strip()


@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "postgresql"])
def test_h2_presses_at_once_lead_to_one_race_and_practice_waits_for_its_end(
    start_site: Callable[..., Site], postgres: bool
) -> None:
    site = start_site(postgres=postgres)
    key, before = today_on(site), json.loads(site.run(DRIVES.format(key=today_on(site))))
    driver = newcomer(site)
    for number in (1, 2):  # the first try, then practice
        answers = press_together(driver, key)
        assert [one.status for one in answers] == [302] * AT_ONCE
        (race,) = {one.location for one in answers}
        assert race.startswith("/races/")
        assert press(driver, key).location == race, "no practice while a drive is open"
        drives, open_races, codes = json.loads(site.run(DRIVES.format(key=key)))
        assert (drives, open_races) == (before[0] + number, before[1] + 1), "no second race is left over"
        assert race == f"/races/{codes[-1]}/"
        assert site.run(END.format(code=codes[-1])).startswith("Accepted")


@pytest.mark.parametrize("week", [False, True], ids=["day", "week"])
def test_h3_all_of_it_opens_when_the_last_first_try_must_be_over(
    start_site: Callable[..., Site], tmp_path: Path, week: bool
) -> None:
    end = of_week(DAY.date()).ends if week else of_day(DAY.date()).ends
    clock = tmp_path / "seconds"

    def set_time(beside_the_end: timedelta) -> None:
        clock.write_text(str((end + beside_the_end - datetime.now(UTC)).total_seconds()))

    minute = timedelta(minutes=1)
    set_time(-10 * minute)
    site = start_site(application="tests.e2e.set_clock:application", **{SECONDS: str(clock)})
    of = of_week(DAY.date()) if week else of_day(DAY.date())
    first, late, others, stranger = (newcomer(site) for _visitor in range(4))
    mine, over, too_late = (press(visitor, of.key).code for visitor in (first, others, late))
    assert site.run(DRIVE.format(code=over)).strip() != "None"
    seed = site.run(f"from races.heat.daily.edition import edition; print(edition({of.key!r}).seed)").strip()
    page = f"/day/{of.key}/"

    def looks(visitor: Visitor) -> list[int]:
        return [visitor.get(f"/races/{over}/{part}").status for part in ("record.json", "replay/?seat=all", "log/")]

    for moment in (minute, 29 * minute):
        set_time(moment)
        for visitor in (first, others, stranger):
            shown = visitor.get(page)
            assert shown.status == 200
            assert seed not in shown.text
            assert over not in shown.text
            assert "<table" not in shown.text
            assert f"{end + 30 * minute:%Y-%m-%dT%H:%M}" in shown.text, "it says when it opens"
        assert looks(stranger) == looks(first) == [403] * 3
        assert looks(others)[:2] == [403] * 2, "neither for who drove it"
        assert press(stranger, of.key).location == "/day/", "nobody begins any more"
        assert press(first, of.key).code == mine
    assert site.run(DRIVE.format(code=mine)).strip() != "None"

    set_time(31 * minute)
    assert looks(stranger) == [200] * 3
    assert stranger.get(f"/races/{over}/record.json").json["seed"] == seed
    assert site.run(DRIVE.format(code=too_late)).strip() != "None"
    shown = stranger.get(page)
    assert seed in shown.text
    assert over in shown.text
    assert mine in shown.text, "it counts: it was over in time"
    assert too_late not in shown.text
    assert "ended after its day" in late.get(page).text


def test_l5_programs_drive_no_race_of_the_day(start_site: Callable[..., Site]) -> None:
    site = start_site()
    driver = newcomer(site)
    of_today = press(driver, today_on(site)).code
    week = site.run("from lobby.games.heat.daily import *; print(now_on(timezone.now())[1].key)").strip()
    for code in (of_today, press(driver, week).code):
        assert "/tokens/" not in driver.get(f"/races/{code}/").text
        for answer in (driver.get(f"/races/{code}/tokens/"), driver.post(f"/races/{code}/tokens/make/")):
            assert answer.status == 403
            assert "Only people play in this game" in answer.text
        assert closed_with(site, code, site.run(TOKEN.format(code=code)).strip()) == 4405, "made by an older version"
    alone = driver.post(f"/day/trial/{track(site)}/").code
    assert "/tokens/" in driver.get(f"/races/{alone}/").text
    assert driver.post(f"/races/{alone}/tokens/make/").status == 200
    assert closed_with(site, alone, site.run(TOKEN.format(code=alone)).strip()) is None


def track(site: Site) -> str:
    return site.run("from races.heat import catalogue; print(catalogue.tracks().first().pk)").strip()


def closed_with(site: Site, code: str, token: str) -> int | None:
    """Return the code with which the site closes a program's connection; None if the site lets it drive."""
    protocols = [Subprotocol("heatsite.race.v1"), Subprotocol(f"token.{token}")]
    with connect(f"ws://127.0.0.1:{site.port}/ws/races/{code}/", subprotocols=protocols, open_timeout=LIMIT) as line:
        try:
            hello = json.loads(line.recv(LIMIT))
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006
    assert hello["seat"] == 0
    return None

"""The race of the day: no programs."""

import json
from collections.abc import Callable

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from tests.locks.conftest import Site
from tests.players.by_form import Answer, Visitor
from tests.waiting import LIMIT

TOKEN = """
from races import tokens
from races.models import Seat
print(tokens.make(Seat.objects.get(race__code="{code}", number=0)))
"""


def press(visitor: Visitor, key: str) -> Answer:
    return visitor.post("/day/drive/", {"key": key})


def newcomer(site: Site) -> Visitor:
    """Return a browser that has its cookie."""
    visitor = site.visitor()
    assert visitor.get("/day/").status == 200
    return visitor


def today_on(site: Site) -> str:
    return site.run("from lobby.games.heat.daily import *; print(now_on(timezone.now())[0].key)").strip()


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

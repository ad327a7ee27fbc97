"""axe finds nothing on any page and in any phase: WCAG 2.2 A and AA, and its best practices."""

import os
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Literal

import pytest
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import Page, expect

from heatsite.visitors import COOKIE, sign
from races.models import Championship, Race
from tests.e2e.conftest import Visit, elsewhere
from tests.e2e.driving import Driver
from tests.e2e.site import Site
from tests.gallery import matches, positions, seasons

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = "([type, values]) => axe.run(document, { runOnly: { type, values }, resultTypes: ['violations'] })"
"""Every element is looked at; those without fault are not described one by one, which took most of the time."""
Theme = tuple[Literal["light", "dark"], tuple[str, list[str]]]
OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules about colours."""
LIGHT: Theme = ("light", ("tag", TAGS))
DARK: Theme = ("dark", ("rule", OF_COLOURS))
"""Themes differ in colours alone: what stands in a page, and what it is named, is looked at in one of them. All pages
share the colours of the other one, so every run looks at that on the way to a race and at each of its questions, and
`make soak` on every page."""
BOTH = (LIGHT, DARK)
IS_SOAK = os.environ.get("HYPOTHESIS_PROFILE") == "soak"
EVERYWHERE = BOTH if IS_SOAK else (LIGHT,)
POSITIONS = {
    "shift": "gears",
    "cards-3": "cards",
    "wait-cards": "",
    "react": "react",
    "slipstream": "slipstream",
    "discard": "discard",
    "wait-others": "",
}
"""Places where a race stands, each with the phase in which its first driver is asked there."""


OTHER_GAMES = {
    "lastcard": ("turn", "wait", "drawn", "challenge", "catch", "scores", "eight"),
    "henhur": ("run", "bid", "draft", "ready", "eight"),
}
"""Places where a match stands: every question, what stands between, and a full table."""


@pytest.fixture
def application() -> str:
    """A race stays where it stands."""
    return "tests.e2e.timeless:application"


def seated(visit: Visit, site: Site) -> Driver:
    """The driver in the first seat of each race that was laid out."""
    driver = visit("Ada")
    driver.context.add_cookies([{"name": COOKIE, "value": sign(positions.ME), "url": site.address}])
    return driver


def faults(page: Page, themes: Sequence[Theme] = EVERYWHERE) -> list[str]:
    """What axe has to say of the page as it is. It waits for the load: after a click on a link the new
    page may have no element yet."""
    page.wait_for_load_state()
    page.evaluate(AXE)
    found = []
    for theme, rules in themes:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        result: dict[str, Any] = page.evaluate(RUN, rules)
        assert result["passes"] or result["incomplete"], "axe has looked at nothing"
        for rule in result["violations"]:
            places = [" ".join(map(str, node["target"])) for node in rule["nodes"]]
            found.append(f"{page.url} {theme} {rule['id']}: {places[:4]}")
    return found


BOOK = (
    "/day/",
    "/finished/",
    "/rules/",
    "/rules/heat/",
    "/rules/heat/?q=slipstream",
    "/rules/heat/move/",
    "/rules/heat/words/",
    "/rules/heat/whole/",
)


def test_before_a_race(visit: Visit) -> None:
    ada = visit("Ada")
    found = []
    for address in ("/", "/open/", "/alone/", "/device/", *BOOK):
        ada.page.goto(address)
        found += faults(ada.page, EVERYWHERE if address in BOOK else BOTH)
    code = ada.open_room()
    ada.live()
    found += faults(ada.page, BOTH)
    ada.press(ada.page.get_by_role("button", name="Fill", exact=True))
    expect(ada.page.locator(".seats [data-seat]")).to_have_count(6)
    ada.press(ada.page.get_by_text("Choose each yourself"))
    ada.press(ada.page.locator(".fold > summary"))
    ada.press(ada.page.locator("#evening-everything"))
    expect(ada.page.locator("#evening-everything[aria-current]")).to_be_visible()
    found += faults(ada.page, BOTH)
    bo = visit("Bo")
    bo.page.goto(f"/lobby/{code}/")
    found += faults(bo.page, BOTH)
    bo.press(bo.page.locator(".fold > summary"))
    found += faults(bo.page, BOTH)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("position", POSITIONS)
def test_at_each_question(visit: Visit, site: Site, position: str) -> None:
    race = positions.stand(position)
    ada = seated(visit, site)
    ada.page.goto(race.get_absolute_url())
    ada.live()
    phase = ada.look()["question"].partition(".")[2].partition(".")[0]
    assert phase == POSITIONS[position]
    found = faults(ada.page, BOTH)
    if position == "cards-3":
        found += _with_the_sheet_of_keys(ada)
    assert not found, "\n".join(found)


def test_championships(visit: Visit, site: Site) -> None:
    """The choice, the room before a race and between two, the page, the television, and the end."""
    ada = seated(visit, site)
    found = []

    def look_at(address: str) -> None:
        ada.page.goto(address)
        assert ada.page.url.endswith(address), "another page was shown"
        found.extend(faults(ada.page))

    look_at(seasons.room_page(None)(None))
    look_at(seasons.room_page(0)(None))
    for races in (2, 4):
        with seasons.unheard():
            row = seasons.after(races)
        if races == 2:
            look_at(reverse("lobby:room", args=[row.room]))
        look_at(row.get_absolute_url())
        look_at(reverse("championships:television", args=[row.code]))
    assert not found, "\n".join(found)


@pytest.fixture
def waiting(transactional_db: None) -> tuple[Championship, Championship]:
    """One whose race is on, and one whose race cannot be read. They are there before the server, whose bots would drive
    the latter, and which would complain of it."""
    call_command("loaddata", "tracks", "legend_decks", verbosity=0)
    return elsewhere(lambda: (seasons.begun()[0], seasons.unreadable()))


def test_championships_that_wait(waiting: tuple[Championship, Championship], visit: Visit, site: Site) -> None:
    """While a race is on, before the record is open, and where a race cannot be read."""
    ada = seated(visit, site)
    row, unreadable = waiting
    record = f"{row.get_absolute_url()}record.json"
    ada.page.route(f"**{record}", lambda route: route.fulfill(response=route.fetch(), status=200))  # it is refused
    found = []
    for address, heading in (
        (row.get_absolute_url(), "is on."),
        (record, "Not before the championship is over."),
        (unreadable.get_absolute_url(), "Championship"),
        (f"{unreadable.get_absolute_url()}tv/", "Championship"),
    ):
        ada.page.goto(address)
        expect(ada.page.get_by_role("heading", level=1)).to_contain_text(heading)
        found += faults(ada.page)
    assert not found, "\n".join(found)


def test_around_a_race(visit: Visit, site: Site) -> None:
    """Pages of a race that goes on, and of one that is over."""
    ada = seated(visit, site)
    found = []
    going_on, over = positions.midway(), positions.ended()
    for race, parts in ((going_on, ("tv/", "log/", "host/", "tokens/")), (over, ("", "tv/", "results/", "replay/"))):
        for part in parts:
            address = race.get_absolute_url() + part
            ada.page.goto(address)
            assert ada.page.url.endswith(address), "another page was shown"
            found += faults(ada.page)
    for address in (f"/again/{over.code}/from/9/", f"/races/{over.code}/telemetry/"):
        ada.page.goto(address)
        found += faults(ada.page)
    ada.press(ada.page.get_by_role("link", name="Watch the replay"))
    ada.press(ada.page.get_by_role("link", name="Drive on from here"))
    ada.press(ada.page.get_by_role("button", name="Drive on with friends"))
    expect(ada.page.get_by_role("heading", name="Seats for friends")).to_be_visible()
    found += faults(ada.page)
    ada.page.goto("/mine/")
    expect(ada.page.locator(".mine-list li")).to_have_count(1)
    found += faults(ada.page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", OTHER_GAMES)
def test_every_page_of_another_game(visit: Visit, site: Site, game: str) -> None:
    """Its own page, the ways to a table, every question, the pages beside it, a match that waits, and the end."""
    ada = seated(visit, site)
    found = []
    for address in (f"/games/{game}/", f"/open/?game={game}", f"/alone/?game={game}"):
        ada.page.goto(address)
        found += faults(ada.page)
    addresses = [matches.stand(f"{game}-{name}").get_absolute_url() for name in OTHER_GAMES[game]]
    addresses += [f"{addresses[0]}{part}" for part in ("tv/", "log/", "leave/")]
    over = matches.stand(f"{game}-over").get_absolute_url()
    addresses += [f"{over}{part}" for part in (("", "tv/", "results/", "replay/") if IS_SOAK else ("results/",))]
    for address in addresses:
        ada.page.goto(address)
        assert ada.page.url.endswith(address), "another page was shown"
        found += faults(ada.page)
    waits = matches.stand(f"{game}-{OTHER_GAMES[game][0]}")
    Race.objects.filter(pk=waits.pk).update(absence="wait", absent={1: 1}, waiting=[], paused=True, running=False)
    ada.page.goto(waits.get_absolute_url())
    expect(ada.page.get_by_role("heading", name="Waiting for")).to_be_visible()
    found += faults(ada.page)
    assert not found, "\n".join(found)


def _with_the_sheet_of_keys(driver: Driver) -> list[str]:
    driver.page.keyboard.press("?")
    found = faults(driver.page)
    driver.page.keyboard.press("Escape")
    return found

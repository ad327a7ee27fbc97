"""Championships in the browser, with everything on: chosen from the home page, drafts, a phone, a server that dies
between races and inside one, a race that the host ends, and the champion, with a spectator who follows by the code.

They are driven by `make soak`: one of two short races, where bots pass over the middle of the first, and one of three
to the flag under each rule set. In every run `test_season` drives one, and what a spectator sees is looked at here."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from engine.heat.moves.pick import Picked
from engine.heat.season import read_season, verify_season
from races.heat.championships import running
from races.heat.table_game import heat_of
from races.models import Championship, Entry, Race
from tests.e2e.conftest import Faults, Visit, killed
from tests.e2e.driving import Driver, race
from tests.e2e.site import Site
from tests.e2e.tables import PHONE, pass_over_the_middle
from tests.races.heat.championships.kit import begun, cast, terms

TWO = ("italia", "usa")
THREE = ("italia", "usa", "gb")


def choose(driver: Driver, rules: str, tracks: Sequence[str]) -> str:
    """From the home page to a room that races these circuits with everything on, one lap each; its code."""
    page = driver.page
    page.goto("/")
    driver.press(page.get_by_role("link", name="Championship", exact=True))
    driver.press(page.locator("#evening-everything"))
    page.get_by_label("Your name").fill(driver.name)
    page.get_by_label("Turn clock").select_option("0")
    driver.press(page.locator(f"label:has(#rules-{rules})"))
    driver.press(page.get_by_role("button", name="Open the room"))
    page.wait_for_url("**/championship/")
    driver.press(page.get_by_text("Your own list"))
    for number, track in enumerate(tracks, start=1):
        page.get_by_label(f"Circuit of race {number}", exact=True).select_option(track)
        page.get_by_label(f"Laps of race {number}", exact=True).select_option("1")
    driver.press(page.get_by_role("button", name="Race this championship"))
    page.wait_for_url("**/lobby/*/*")
    return page.url.split("/")[4]


def add_legend(driver: Driver) -> None:
    driver.press(driver.page.get_by_text("Choose each yourself"))
    driver.press(driver.page.locator("button[formaction$='/legend/']"))
    expect(driver.page.locator(".seats [data-seat]")).to_have_count(3)


def restart(site: Site, faults: Faults) -> None:
    """The server dies between two races, and is there again."""
    faults.down = True
    site.kill()
    site.start()


def on_to_the_next(drivers: Sequence[Driver]) -> None:
    """From the podium to the room, where the guests say that they are ready and the host starts."""
    host, *guests = drivers
    for driver in drivers:
        driver.to_the_podium()
        driver.press(driver.page.get_by_role("button", name="On to the next race"))
        driver.page.wait_for_url("**/lobby/*/*")
    for guest in guests:
        guest.be_ready()
    host.start()
    for guest in guests:
        guest.arrive()


def picks() -> int:
    """The cards that were taken in the drafts of all races."""
    rows = Entry.objects.select_related("race")
    events = [event for row in rows for event in heat_of(row.race.content_id).read_events(row.events)]
    return sum(isinstance(event, Picked) for event in events)


@pytest.mark.parametrize(
    ("rules", "whole"),
    [
        pytest.param("standard", False, marks=pytest.mark.soak),
        pytest.param("standard", True, marks=pytest.mark.soak),
        pytest.param("rulebook", True, marks=pytest.mark.soak),
    ],
)
def test_a_championship(visit: Visit, site: Site, faults: Faults, rules: str, whole: bool) -> None:
    ada, bo, zed = visit("Ada"), visit("Bo", **PHONE), visit("Zed")
    drivers, tracks = [ada, bo], THREE if whole else TWO
    code = choose(ada, rules, tracks)
    expect(ada.page.get_by_role("heading", name="Italia")).to_be_visible()
    bo.join(code)
    bo.be_ready()
    add_legend(ada)
    ada.start()
    bo.arrive()
    expect(ada.page.locator("#road .press-box").first).to_be_attached()
    row = Championship.objects.get()

    zed.page.goto("/")
    zed.page.get_by_label("Room code").fill(row.code)
    zed.press(zed.page.get_by_role("button", name="Join"))
    expect(zed.page.get_by_role("heading", level=1)).to_have_text("Italia is on.")

    race(drivers, until=lambda: Race.objects.get().version > 0)  # a card is taken; the others are not
    with killed(site, faults, drivers):
        pass
    race(drivers, until=lambda: "cards" in asked_of(ada))
    assert picks() == (6 if rules == "standard" else 2)
    with killed(site, faults, drivers):
        pass
    if not whole:
        pass_over_the_middle(drivers)
    race(drivers)
    expect(zed.page.get_by_role("heading", level=1)).to_have_text("Next: USA.")
    zed.page.wait_for_load_state("load")  # else the server is gone before the page has its scripts
    restart(site, faults)
    on_to_the_next(drivers)
    if whole:
        race(drivers)
        on_to_the_next(drivers)
    zed.page.wait_for_url("**/races/*/")
    end_early(ada)

    ada.page.goto(row.get_absolute_url())
    expect(ada.page.get_by_role("heading", level=1)).to_contain_text("is champion.")
    expect(ada.page.get_by_text("It was ended early, and counts as it stood.")).to_be_visible()
    assert len(set(Race.objects.values_list("track__track__slug", flat=True))) == len(tracks)
    see_the_record(ada)


def asked_of(driver: Driver) -> str:
    return driver.answered[-1] if driver.answered else ""


def end_early(host: Driver) -> None:
    host.page.goto(f"{host.page.url}host/")
    host.press(host.page.get_by_text("Yes, it ends now"))
    host.press(host.page.locator("form[action$='/end/'] button"))


def see_the_record(driver: Driver) -> None:
    """The champion's page gives a picture to share, and the record of the whole season."""
    with driver.page.expect_download() as picture:
        driver.press(driver.page.get_by_role("button", name="Save as a picture"))
    assert Path(picture.value.path()).read_bytes().startswith(b"\x89PNG")
    with driver.page.expect_download() as record:
        driver.press(driver.page.get_by_role("link", name="Download the record"))
    assert verify_season(read_season(Path(record.value.path()).read_bytes())).over


POLL = 5_000
"""Milliseconds between two looks of a championship's page."""
PATIENCE = 20_000
"""Milliseconds that a request may take."""


def waiting_spectator(zed: Driver) -> Championship:
    """A spectator reads what comes next, with a clock that only the test moves."""
    row = begun(cast("ada", "bo"))
    zed.page.clock.install()
    zed.page.goto(row.get_absolute_url())
    expect(zed.page.get_by_role("heading", level=1)).to_have_text("Next: USA.")
    zed.page.wait_for_load_state("load")
    return row


def test_a_spectator_whose_look_is_never_answered_looks_again(visit: Visit, faults: Faults) -> None:
    """A connection that dies without a word must not end all looking: a laptop that slept, a proxy that lost it."""
    zed = visit("Zed", own=True)
    row = waiting_spectator(zed)
    unanswered: list[Route] = []
    zed.page.route("**/news/**", lambda route: route.fallback() if unanswered else unanswered.append(route))
    zed.page.evaluate("htmx.config.timeout /= 100")  # real time, which the test does not wait for
    faults.down = True
    with zed.page.expect_event("requestfailed"):
        zed.page.clock.run_for(POLL)
    begun_race = running.go_on(row, cast("ada", "bo"), terms())
    zed.page.clock.run_for(POLL)
    zed.page.wait_for_url(f"**{begun_race.get_absolute_url()}")
    faults.down = False


@pytest.mark.parametrize("by", ["the answer", "a link"])
def test_a_spectator_on_the_way_to_the_next_page_is_not_called_back(visit: Visit, by: str) -> None:
    """On a slow server the page goes on living while the next one loads. To look again then would load that anew, time
    after time, or lead off the way that the spectator chose. A page that never comes is played by an answer of nothing:
    it leaves the browser where it is."""
    zed = visit("Zed", own=True)
    page, row = zed.page, waiting_spectator(zed)
    race = running.go_on(row, cast("ada", "bo"), terms()).get_absolute_url()
    page.evaluate("document.addEventListener('htmx:beforeSend', () => (window.looks = (window.looks ?? 0) + 1))")
    chosen = race if by == "the answer" else "/"
    page.route(chosen, lambda route: route.fulfill(status=204))
    with page.expect_response(chosen):
        if by == "the answer":
            page.clock.run_for(POLL)
        else:
            page.get_by_role("link", name="Heatsite, home").click()
    page.clock.run_for(PATIENCE - POLL)
    assert page.evaluate("window.looks ?? 0") == (by == "the answer")
    page.unroute(chosen)
    page.clock.run_for(2 * POLL)
    page.wait_for_url(race)

"""A short championship in the browser: chosen from the home page, a race to the flag, the server started anew, a race
that the host ends, and the champion, with a spectator who follows by the code."""

from pathlib import Path

from playwright.sync_api import expect

from engine.heat.season import read_season, verify_season
from races.models import Championship
from tests.e2e.conftest import Faults, Visit
from tests.e2e.driving import Driver, race
from tests.e2e.site import Site


def choose(driver: Driver, *tracks: str) -> None:
    """From the home page to a room that races these circuits, one lap each."""
    page = driver.page
    page.goto("/")
    driver.press(page.get_by_role("link", name="Championship", exact=True))
    page.get_by_label("Your name").fill(driver.name)
    page.get_by_label("Turn clock").select_option("0")
    driver.press(page.get_by_role("button", name="Open the room"))
    page.wait_for_url("**/championship/")
    driver.press(page.get_by_text("Your own list"))
    for number, track in enumerate(tracks, start=1):
        page.get_by_label(f"Circuit of race {number}", exact=True).select_option(track)
        page.get_by_label(f"Laps of race {number}", exact=True).select_option("1")
    driver.press(page.get_by_role("button", name="Race this championship"))
    page.wait_for_url("**/lobby/*/")


def restart(site: Site, faults: Faults) -> None:
    faults.down = True
    site.stop()
    site.start()


def test_a_short_championship(visit: Visit, site: Site, faults: Faults, tmp_path: Path) -> None:
    ada, zed = visit("Ada"), visit("Zed")
    choose(ada, "italia", "usa")
    expect(ada.page.get_by_role("heading", name="Italia")).to_be_visible()
    expect(ada.page.get_by_text("The first grid is drawn when the race starts.")).to_be_visible()
    ada.press(ada.page.get_by_text("Choose each yourself"))
    ada.page.get_by_label("Bot", exact=True).select_option(index=0)
    ada.press(ada.page.locator("button[formaction$='/bot/']"))
    expect(ada.page.locator(".seats [data-seat]")).to_have_count(2)
    ada.start()
    expect(ada.page.locator("#road .press-box")).to_have_count(3)
    row = Championship.objects.get()

    zed.page.goto("/")
    zed.page.get_by_label("Room code").fill(row.code)
    zed.press(zed.page.get_by_role("button", name="Join"))
    expect(zed.page.get_by_role("heading", level=1)).to_have_text("Italia is on.")

    race([ada])
    ada.to_the_podium()
    expect(ada.page.locator(".bar .where")).to_contain_text("Championship race 1 of 2", ignore_case=True)
    expect(zed.page.get_by_role("heading", level=1)).to_have_text("Next: USA.")
    restart(site, faults)
    ada.press(ada.page.get_by_role("button", name="On to the next race"))
    ada.page.wait_for_url("**/lobby/*/")
    expect(ada.page.get_by_role("heading", name="Table after one race")).to_be_visible()
    ada.start()
    zed.page.wait_for_url("**/races/*/")

    ada.page.goto(f"{ada.page.url}host/")
    ada.press(ada.page.get_by_text("Yes, it ends now"))
    ada.press(ada.page.locator("form[action$='/end/'] button"))
    ada.page.goto(row.get_absolute_url())
    expect(ada.page.get_by_role("heading", level=1)).to_contain_text("is champion.")
    expect(ada.page.get_by_text("It was ended early, and counts as it stood.")).to_be_visible()
    with ada.page.expect_download() as picture:
        ada.press(ada.page.get_by_role("button", name="Save as a picture"))
    assert Path(picture.value.path()).read_bytes().startswith(b"\x89PNG")
    with ada.page.expect_download() as record:
        ada.press(ada.page.get_by_role("link", name="Download the record"))
    assert verify_season(read_season(Path(record.value.path()).read_bytes())).over

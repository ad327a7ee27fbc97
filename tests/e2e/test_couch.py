"""An evening on the couch: a television in the middle, phones that are cockpits."""

from playwright.sync_api import expect

from tests.e2e.conftest import Visit
from tests.e2e.driving import Driver, race
from tests.e2e.tables import pass_over_the_middle

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def scanned(television: Driver) -> str:
    """The address in the QR code, as a screen reader is told it."""
    label = television.page.locator(".tvpage .qr").get_attribute("aria-label") or ""
    return label.rpartition(" ")[2]


def is_cockpit_only(driver: Driver) -> None:
    expect(driver.page.locator("#race")).to_have_attribute("data-couch", "cockpit")
    expect(driver.page.locator("#cockpit")).to_be_in_viewport(ratio=0.95)
    expect(driver.page.locator("#sheet")).to_be_hidden()
    expect(driver.page.locator("#standings")).to_be_hidden()
    assert driver.page.evaluate("() => document.scrollingElement.scrollWidth") <= 390


SMALL_OR_CUT = """() => {
  const found = [];
  for (const one of document.querySelectorAll(".tvpage *:not(svg, svg *)")) {
    const words = [...one.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    if (!words.length || !one.checkVisibility({ visibilityProperty: true })) continue;
    const hidden = one.closest(".vh, #playback, details:not([open]) > :not(summary)");
    if (hidden) continue;
    const size = parseFloat(getComputedStyle(one).fontSize);
    if (size * (1920 / innerWidth) < 24) found.push(`${size} px: ${one.textContent.trim()}`);
    if (one.scrollWidth > one.clientWidth + 1 && one.clientWidth) found.push(`cut: ${one.textContent.trim()}`);
  }
  return found;
}"""
"""What nobody can read on the sofa."""


def is_read_from_the_sofa(television: Driver) -> None:
    for width in (1920, 2560, 3840):
        television.page.set_viewport_size({"width": width, "height": width * 9 // 16})
        assert television.page.evaluate(SMALL_OR_CUT) == []
    television.page.set_viewport_size({"width": 1920, "height": 1080})


def scan(tv: Driver, ada: Driver, bo: Driver) -> None:
    """Two phones get into the room of a television by what it shows."""
    bo.page.goto(scanned(tv))
    bo.page.get_by_label("Your name").fill("Bo")
    bo.press(bo.page.get_by_role("button", name="Join"))
    expect(tv.page.locator(".seats")).to_contain_text("Bo")
    ada.page.goto(scanned(tv))  # who has a seat already becomes a cockpit, too
    bo.be_ready()
    expect(tv.page.locator(".seats")).to_contain_text("Ready")


def look_at_the_board(driver: Driver) -> None:
    """It can be shown on a phone, stays when the page is loaded again, and can be hidden."""
    page = driver.page
    with page.expect_response("**/board/"):  # it brings the cookie that keeps it
        driver.press(page.get_by_role("button", name="Show the board"))
    expect(page.locator("#sheet")).to_be_visible()
    page.reload()
    driver.arrive()
    expect(page.locator("#sheet")).to_be_visible()
    driver.press(page.locator("header summary[aria-label=Menu]"))
    driver.press(page.get_by_role("button", name="Hide the board"))
    is_cockpit_only(driver)


def race_again(tv: Driver, ada: Driver, bo: Driver) -> None:
    for driver in (ada, bo):
        driver.press(driver.page.get_by_role("button", name="Race again"))
        driver.page.wait_for_url("**/lobby/*/*")
    tv.page.wait_for_url("**/lobby/*/tv/*")
    expect(tv.page.locator(".seats")).to_contain_text("Bo")
    bo.be_ready()
    ada.start()
    tv.page.wait_for_url("**/races/*/tv/")
    bo.arrive()
    is_cockpit_only(bo)


def test_an_evening_on_the_couch(visit: Visit) -> None:
    ada, bo = visit("Maximiliane of the Hills", **PHONE), visit("Bo", **PHONE)
    code = ada.open_room()
    tv = visit("Television", viewport={"width": 1920, "height": 1080})
    tv.page.goto(f"/lobby/{code}/tv/")
    tv.live()
    expect(tv.page.locator(".tv-invite .fig")).to_have_attribute("aria-label", " ".join(code))
    tv.press(tv.page.get_by_role("button", name="Turn the sound on"))
    expect(tv.page.get_by_role("button", name="Turn the sound on")).to_be_hidden()
    scan(tv, ada, bo)
    is_read_from_the_sofa(tv)
    ada.start()
    bo.arrive()

    tv.page.wait_for_url("**/races/*/tv/")
    tv.live()
    expect(tv.page.locator("#next")).to_contain_text("Scan to watch, or to come back to your seat")
    assert f"/lobby/{code}/couch/?key=" in scanned(tv)
    expect(tv.page.get_by_role("button", name="Turn the sound on")).to_be_hidden()  # it is heard on
    is_read_from_the_sofa(tv)
    for driver in (ada, bo):
        is_cockpit_only(driver)
    look_at_the_board(bo)

    race([ada, bo], until=lambda: bool(ada.answered) and ada.answered[-1] > "3.")
    pass_over_the_middle([ada, bo])
    race([ada, bo])
    is_cockpit_only(ada)
    expect(tv.page.locator("#next")).to_contain_text("Scan to join the next race")
    ada.to_the_podium()
    bo.to_the_podium()
    race_again(tv, ada, bo)

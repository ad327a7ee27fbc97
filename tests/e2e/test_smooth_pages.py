"""Pages come without a jolt: nothing moves after it has been seen, none flashes in the wrong theme, and the next
one fades in over the last."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.driving import on_the_grid, race
from tests.e2e.site import Site

WATCH = """
window.jolts = [];   // while the page was loaded
window.changes = []; // since its first update
let updated = Infinity;
addEventListener("htmx:wsAfterMessage", () => { updated = Math.min(updated, performance.now()); });
// On a phone the board takes the screen while cars move, and gives it back: the ribbon and its tools move on purpose.
// The bar says how the connection is, which takes its time on a busy machine.
const isMeant = ({ node }) => Boolean(node?.closest?.(".stage, #ribbon, .bar"));
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput || entry.sources.every(isMeant)) continue;
    (entry.startTime < updated ? jolts : changes).push(entry.value);
  }
}).observe({ type: "layout-shift", buffered: true });
new PerformanceObserver((list) => {
  window.firstSeen ??= document.documentElement.className;
}).observe({ type: "paint", buffered: true });
addEventListener("pagereveal", (event) => {
  window.fadesIn = Boolean(event.viewTransition);
});
"""
STILL = 0.005
"""Layout shift that nobody sees. Browsers call a page good up to 0.1."""
A_ROUND = 0.05
"""The same over all of a round."""


def settled(page: Page) -> None:
    page.wait_for_function("() => document.readyState === 'complete'")
    page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))")


def jolts(page: Page, kind: str = "jolts") -> Any:
    settled(page)
    return page.evaluate("(kind) => window[kind].splice(0).reduce((sum, one) => sum + one, 0)", kind)


def test_nothing_moves_once_it_is_seen(visit: Visit, site: Site) -> None:
    ada = visit("Ada", own=True)
    bo = visit("Bo", own=True, viewport={"width": 390, "height": 844}, has_touch=True)
    for driver in (ada, bo):
        driver.context.add_init_script(WATCH)
        for address in ("/", "/alone/", "/open/"):
            driver.page.goto(address)
            assert jolts(driver.page) < STILL, address
    on_the_grid(site, ada, bo)
    for driver in (ada, bo):
        driver.page.reload()
        driver.live()
        driver.asked()
        assert jolts(driver.page) < A_ROUND, "a race is loaded"
    race([ada, bo], until=lambda: ada.look()["question"].startswith("2."))
    for driver in (ada, bo):
        assert jolts(driver.page, "changes") < A_ROUND, "a round with its questions and its playback"


def test_the_chosen_theme_is_there_with_the_first_paint(visit: Visit) -> None:
    page = visit(own=True).page
    page.context.add_init_script(WATCH + "localStorage.setItem('theme', 'dark');")
    for address in ("/", "/alone/"):
        page.goto(address)
        page.wait_for_function("() => 'firstSeen' in window")
        assert "dark" in page.evaluate("() => firstSeen").split()


def test_a_page_fades_into_the_next_one_unless_that_is_unwanted(visit: Visit) -> None:
    page = visit(own=True).page
    page.context.add_init_script(WATCH)
    for wish, fades in (("no-preference", True), ("reduce", False)):
        page.emulate_media(reduced_motion=wish)  # type: ignore[arg-type]
        page.goto("/")
        page.get_by_role("link", name="Open a room", exact=True).click()
        expect(page.get_by_label("Your name")).to_be_visible()
        page.wait_for_function("() => 'fadesIn' in window")
        assert page.evaluate("() => fadesIn") == fades
        named = page.evaluate("() => getComputedStyle(document.querySelector('body > .bar')).viewTransitionName")
        assert named == ("bar" if fades else "none")

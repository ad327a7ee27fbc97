"""axe finds nothing on any page, in any phase, in either theme: WCAG 2.2 A and AA, and its best practices."""

from importlib.resources import files
from typing import Any, Literal

from playwright.sync_api import Page

from tests.e2e.conftest import Visit
from tests.e2e.driving import Driver, race

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = "rules => axe.run(document, { runOnly: { type: 'tag', values: rules } })"
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
PHASES = {"gears", "cards", "react", "slipstream", "discard"}


def faults(page: Page) -> list[str]:
    """What axe has to say of the page as it is, in both themes."""
    found = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.evaluate(AXE)
        result: dict[str, Any] = page.evaluate(RUN, RULES)
        assert result["passes"], "axe has looked at nothing"
        for rule in result["violations"]:
            places = [" ".join(map(str, node["target"])) for node in rule["nodes"]]
            found.append(f"{page.url} {theme} {rule['id']}: {places[:4]}")
    return found


def test_before_a_race(visit: Visit) -> None:
    ada = visit("Ada")
    found = []
    for address in ("/", "/open/", "/alone/", "/device/"):
        ada.page.goto(address)
        found += faults(ada.page)
    code = ada.open_room()
    ada.live()
    found += faults(ada.page)
    bo = visit("Bo")
    bo.page.goto(f"/lobby/{code}/")
    found += faults(bo.page)
    assert not found, "\n".join(found)


def test_in_every_phase_and_after(visit: Visit) -> None:
    ada = visit("Ada")
    ada.race_alone(bots=2, legends=1)
    address = ada.page.url
    seen: set[str] = set()
    found: list[str] = []

    def look() -> bool:
        now = ada.look()
        phase = str(now["question"]).split(".")[1] if now["question"] else ""
        if phase and phase not in seen and not now["playing"]:
            seen.add(phase)
            found.extend(faults(ada.page))
            if phase == "cards":
                found.extend(_with_the_sheet_of_keys(ada))
        return False

    race([ada], until=look)
    assert seen >= PHASES
    found += faults(ada.page)
    ada.to_the_podium()
    found += faults(ada.page)
    for part in ("replay/", "log/", "tv/", "tokens/", "host/"):
        ada.page.goto(address + part)
        ada.page.wait_for_load_state()
        found += faults(ada.page)
    assert not found, "\n".join(found)


def _with_the_sheet_of_keys(driver: Driver) -> list[str]:
    driver.page.keyboard.press("?")
    found = faults(driver.page)
    driver.page.keyboard.press("Escape")
    return found

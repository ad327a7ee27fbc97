"""An evening with garage and weather, set up by a host who sees the site for the first time: from the home page to the
first round, by pressing what the pages offer."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from races.models import Race
from tests.e2e.conftest import Visit
from tests.e2e.driving import Driver
from tests.e2e.tables import PHONE

CLICKS = 6
"""Presses of a first-time host between the home page and the race, a name typed besides."""
SECONDS = 40
"""What a first-time host may take from the home page to a room with garage and weather."""

A_PRESS, A_LETTER, A_SCREEN = 1.5, 0.3, 1.0
"""Seconds of a host in no hurry: to point and press, to type a letter, to scroll by the height of a screen."""
A_WORD = 0.25
"""Seconds to read a word: 240 words a minute, as grown-ups read without haste."""
AWAY = """one => {
  const { top, bottom } = one.getBoundingClientRect();
  return Math.max(0, bottom - innerHeight, -top) / innerHeight;
}"""
"""How many screens a thing is away from what is in view."""
WORDS = """(part, last) => {
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  let words = 0;
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (!last.contains(text) && last.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING) break;
    if (!text.parentElement.checkVisibility()) continue;
    words += text.textContent.split(/[^\\p{L}\\p{N}]+/u).filter(Boolean).length;
  }
  return words;
}"""
"""The words of a part of the page from its beginning through a thing in it."""


class Host(Driver):
    """Counts what is pressed before the race, and the seconds that a person would take, not those of the machine."""

    presses = 0
    seconds = 0.0

    def press(self, target: Locator, *args: Any, **options: Any) -> None:
        self.presses += 1
        self.seconds += A_PRESS + A_SCREEN * float(target.evaluate(AWAY))
        super().press(target, *args, **options)

    def read(self, part: str, last: str) -> None:
        """Every word from the beginning of a part of the page through what is looked for."""
        found = self.page.locator(f"{part} {last}").first.element_handle()
        self.seconds += A_WORD * int(self.page.locator(part).first.evaluate(WORDS, found))

    def type(self, label: str, text: str) -> None:
        self.press(self.page.get_by_label(label))
        self.page.get_by_label(label).fill(text)
        self.seconds += A_LETTER * len(text)


@pytest.mark.parametrize("screen", [{}, PHONE], ids=["desk", "phone"])
def test_from_the_home_page_to_a_room_with_garage_and_weather(visit: Visit, screen: dict[str, Any]) -> None:
    browser = visit("Ada", **screen)
    ada = Host(browser.page, "Ada", touch=browser.touch)
    ada.page.goto("/")
    ada.read(".hero-text", "div:has(> a[href*=open])")
    ada.press(ada.page.get_by_role("link", name="Open a room", exact=True))
    ada.read(".stays", "button")
    ada.type("Your name", "Ada")
    ada.read(".evenings", "#evening-club")
    ada.press(ada.page.get_by_role("button", name="Club race"))
    expect(ada.page.locator("[name=garage][value=rounds]")).to_be_checked()
    ada.press(ada.page.get_by_role("button", name="Open the room"))
    ada.live()
    expect(ada.page.locator("#summary")).to_contain_text("Weather")
    assert ada.seconds < SECONDS


def test_a_club_race_from_the_home_page(visit: Visit) -> None:
    browser = visit("Ada")
    ada = Host(browser.page, "Ada")
    ada.page.goto("/")
    ada.press(ada.page.get_by_role("link", name="Open a room", exact=True))
    ada.page.get_by_label("Your name").fill("Ada")
    ada.press(ada.page.get_by_role("button", name="Club race"))
    expect(ada.page.get_by_label("Your name")).to_have_value("Ada")
    expect(ada.page.locator("[name=garage][value=rounds]")).to_be_checked()
    ada.press(ada.page.get_by_role("button", name="Open the room"))
    ada.live()
    expect(ada.page.locator("#evening-club")).to_have_attribute("aria-current", "true")
    expect(ada.page.locator("#summary")).to_contain_text("Weather")
    ada.press(ada.page.get_by_role("button", name="Fill", exact=True))
    expect(ada.page.locator(".seats [data-seat]")).to_have_count(6)
    ada.start()
    assert ada.presses <= CLICKS
    draft(ada)
    race = Race.objects.get()
    assert '"draft":"rounds"' in race.setup
    assert '"weather":"' in race.state


def draft(driver: Driver) -> None:
    """Take a card each time that the market lies open, until the first round."""
    picked = 0
    while (question := driver.asked(other_than=driver.answered[-1] if driver.answered else "")).split(".")[
        1
    ] == "draft":
        driver.press(driver.page.locator("label[for^=take-]").first)
        driver.answered.append(question)
        driver.send()
        picked += 1
    assert picked == 3
    assert question.split(".")[1] == "gears"


def test_settings_that_are_changed_later_reach_the_guests(visit: Visit) -> None:
    """The host opens the fold, presses a ready-made race and turns one part of it off again."""
    ada, bo = visit("Ada"), visit("Bo")
    code = ada.open_room()
    bo.join(code)
    bo.be_ready()
    ada.live()
    ada.press(ada.page.locator(".fold > summary"))
    ada.press(ada.page.locator("#evening-everything"))
    expect(ada.page.locator("#evening-everything")).to_have_attribute("aria-current", "true")
    expect(bo.page.locator("#summary")).to_contain_text("Everything")
    expect(bo.page.get_by_role("alert")).to_contain_text("Garage")
    ada.press(ada.page.locator("label[for=id_roads]"))
    expect(bo.page.locator("#summary")).to_contain_text("A race of your own")
    expect(bo.page.locator("#summary")).not_to_contain_text("Road conditions")
    expect(ada.page.locator(".evening[aria-current]")).to_have_count(0)
    expect(ada.page.locator(".fold")).to_have_attribute("open", "")

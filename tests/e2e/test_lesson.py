"""Lessons in a browser, on desktop, tablet and phone: from the first page through the first round, by keys and touch,
and once through to the podium. What is spoken of is lit and covered by nothing, a reload stays where it was, and axe
finds no fault."""

import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Position, expect

from engine.heat import Play
from races.heat.lessons.coach import progress_of
from races.heat.lessons.taught import lesson_of
from races.models import Race
from tests.e2e.conftest import Visit
from tests.e2e.driving import A_QUESTION, Driver, race
from tests.e2e.test_axe import faults

DESKTOP: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
TABLET: dict[str, Any] = {"viewport": {"width": 768, "height": 1024}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}

COVERED = """() => {
  const lit = document.querySelector(".lit");
  if (!lit) return "nothing is lit";
  const [coach, target] = [document.getElementById("coach"), lit].map((one) => one.getBoundingClientRect());
  if (!target.width || !target.height) return "what is lit has no size";
  const apart = target.right <= coach.left + 1 || coach.right <= target.left + 1
    || target.bottom <= coach.top + 1 || coach.bottom <= target.top + 1;
  if (!apart) return "the coach covers what is lit";
  const seen = target.left < innerWidth && target.right > 0 && target.top < innerHeight && target.bottom > 0;
  return seen ? "" : "what is lit is not on the screen";
}"""
"""Whether the coach lies over what it speaks of, or that is nowhere to be seen."""


FOCUS = """one => {
  const control = one.control ?? one.querySelector("input") ?? one;
  control.focus();
  return document.activeElement === control;
}"""
IS_FIELD = "document.activeElement.tagName === 'INPUT'"


class ByKeys(Driver):
    """A driver without a pointer."""

    def press(self, target: Locator, at: Position | None = None) -> None:
        end = time.monotonic() + A_QUESTION
        while not target.evaluate(FOCUS):  # while cars move, the cockpit takes no focus
            assert time.monotonic() < end, "no key reaches it"
            self.page.wait_for_timeout(30)
        self.page.keyboard.press("Space" if self.page.evaluate(IS_FIELD) else "Enter")


def told(page: Page) -> str:
    return page.locator(".coach-page:visible h2").inner_text()


def read_on(driver: Driver) -> list[str]:
    """Read to the hint; the headings."""
    found = [told(driver.page)]
    assert driver.page.evaluate(COVERED) == "", found
    following = driver.page.locator("[data-turn='1']")
    while following.is_visible():
        driver.press(following)
        found.append(told(driver.page))
        assert driver.page.evaluate(COVERED) == "", found
    return found


def do_as_told(driver: Driver) -> None:
    """The gear and then the cards of the hint, one question after the other."""
    phase = driver.asked().split(".")[1]
    row = Race.objects.get()
    lesson = lesson_of(row)
    assert lesson is not None
    at = progress_of(row, lesson)
    assert at.learner is not None
    choice = at.learner.hint.choice
    if phase == "gears":
        with driver.page.expect_response(lambda answer: "gear=" in answer.url):
            driver.press(driver.page.locator(f"#cockpit label.g{getattr(choice, 'gear', 0)}"))
        assert not driver.chosen(), "the coach says which cards, and the driver chooses them"
    if isinstance(choice, Play):
        for face in choice.cards:
            driver.take(face)
    driver.press(driver.page.locator("#cockpit [data-main]"))


@pytest.mark.parametrize("screen", [DESKTOP, TABLET, PHONE], ids=["desktop", "tablet", "phone"])
def test_a_lesson_begins_and_goes_on(visit: Visit, screen: dict[str, Any]) -> None:
    ada = visit("Ada", **screen)
    ada.plan_ahead()
    page = ada.page
    page.goto("/")
    ada.press(page.get_by_role("button", name="Learn it in a lap"))
    ada.arrive()
    first = ada.asked()
    headings = read_on(ada)
    assert [one.split(" ")[0] for one in headings] == ["Welcome", "First", "Then", "A", "Heat", "What"]
    back = page.locator("[data-turn='-1']")
    back.focus()
    page.keyboard.press("Enter")
    expect(back).to_be_focused()
    assert told(page) == headings[-2]
    page.reload()
    ada.live()
    assert told(page) == headings[-2]
    if screen is not TABLET:
        assert not faults(page)
    do_as_told(ada)
    second = ada.asked(other_than=first)
    assert second.split(".")[1] == "cards"
    expect(page.locator("#coach-now")).to_have_attribute("data-question", second)
    assert read_on(ada) == ["What I would do"]
    do_as_told(ada)
    third = ada.asked(other_than=second)
    expect(page.locator("#coach-now")).to_have_attribute("data-question", third)
    ada.press(page.locator("#coach summary"))
    expect(page.locator(".coach-said")).to_be_hidden()
    page.reload()
    ada.live()
    expect(page.locator(".coach-said")).to_be_hidden()
    ada.press(page.locator("#coach summary"))
    expect(page.locator(".coach-said")).to_be_visible()


def test_a_lesson_goes_through_to_the_podium(visit: Visit) -> None:
    ada = visit("Ada")
    page = ada.page
    page.goto("/")
    ada.press(page.get_by_role("button", name="Learn it in a lap"))
    ada.arrive()
    race([ada])
    expect(page.locator("#coach")).to_contain_text("The flag has fallen")
    ada.to_the_podium()
    expect(page.get_by_role("heading", name="What comes next")).to_be_visible()
    assert not faults(page)
    ada.press(
        page.get_by_role("button", name="Race careful bots")
        .or_(page.get_by_role("button", name="Race fast bots"))
        .first
    )
    ada.arrive()
    assert ada.asked()
    assert page.locator("#coach").count() == 0


def test_a_lesson_of_a_module_is_driven_by_keys(visit: Visit) -> None:
    """From the page of all lessons through draft and race to the podium, and on to the next one."""
    page = visit("Ada").page
    page.goto("/lessons/")
    assert not faults(page)
    ada = ByKeys(page, "Ada")
    ada.press(page.locator("#garage button"))
    ada.arrive()
    assert [one.split(" ")[1] for one in read_on(ada)] == ["market", "and", "I"]
    assert not faults(page)
    race([ada])
    ada.to_the_podium()
    expect(page.get_by_role("button", name="Next lesson: React with many symbols")).to_be_visible()
    assert not faults(page)
    ada.press(page.get_by_role("link", name="All lessons"))
    expect(page.locator("#garage .lesson-done")).to_be_visible()
    assert not faults(page)

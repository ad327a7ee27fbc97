"""Lessons in a browser, on desktop, tablet and phone: from the first page through the first round, by keys and touch,
and once through to the podium. What is spoken of is lit and covered by nothing, a reload stays where it was, and axe
finds no fault."""

import time
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, Position, expect

from engine.heat import Choice, Discard, Gear, Play
from engine.heat.moves.pass_ import Pass
from races.heat.lessons.coach import progress_of
from races.heat.lessons.progress import followed
from races.heat.lessons.search import driven_as_told, states
from races.heat.lessons.taught import FIRST, lesson_of
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


@pytest.mark.parametrize(
    "screen",
    [
        pytest.param(DESKTOP, id="desktop"),
        pytest.param(TABLET, id="tablet", marks=pytest.mark.soak),
        pytest.param(PHONE, id="phone"),
    ],
)
def test_a_lesson_begins_and_goes_on(visit: Visit, screen: dict[str, Any]) -> None:
    ada = visit("Ada", plans_ahead=True, **screen)
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


class Counted(Driver):
    """A driver whose taps are counted."""

    taps = 0

    def press(self, target: Locator, at: Position | None = None) -> None:
        self.taps += 1
        super().press(target, at)


CUT = """async languages => {
  const coach = document.getElementById("coach");
  const said = coach.querySelector(".coach-said");
  const stands = [...said.childNodes];
  const cut = [];
  for (const language of languages) {
    const answer = await fetch(coach.dataset.src, { headers: { "Accept-Language": language } });
    const all = new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll(".coach-page");
    for (const page of all) {
      said.replaceChildren(document.importNode(page, true));
      if (said.scrollHeight > said.clientHeight) cut.push(`${language}: ${page.textContent.trim()}`);
    }
  }
  said.replaceChildren(...stands);
  return cut;
}"""
"""What the coach says in this moment and does not fit, in each language."""

MOST_TAPS = 50
"""From the home page to the flag."""


def as_told(driver: Driver, choice: Choice, cards: tuple[str, ...]) -> None:
    """What the coach would do, with as few taps as there are."""
    page = driver.page
    if isinstance(choice, Gear):
        gear = page.locator(f"#cockpit label.g{choice.gear}")
        if not gear.locator("input").is_checked():
            with page.expect_response(lambda answer: "gear=" in answer.url):
                driver.press(gear)
    for face in cards:
        driver.take(face)
    uses = not isinstance(choice, Gear | Discard | Pass)
    driver.press(driver.levers().first if uses else page.locator("#cockpit [data-main]"))


def test_all_that_is_said_is_seen_and_the_flag_is_near(visit: Visit) -> None:
    page = visit("Ada", plans_ahead=True, **PHONE).page
    ada = Counted(page, "Ada", touch=True)
    page.goto("/")
    ada.press(page.get_by_role("button", name="Learn it in a lap"))
    ada.arrive()
    for at in followed(FIRST.topics, FIRST.game, states(driven_as_told(FIRST, FIRST.seed))):
        if at.question is None or at.learner is None or at.question.phase == "cards" or len(at.learner.offered) < 2:
            continue  # cards go with their gear, and what leaves no choice is answered by itself
        while ada.asked() != str(at.question):  # cards that were sent with their gear are asked for a moment
            page.wait_for_timeout(30)
        expect(page.locator("#coach-now")).to_have_attribute("data-question", str(at.question))
        for size in (TABLET, DESKTOP, PHONE):
            page.set_viewport_size(size["viewport"])
            assert page.evaluate(CUT, [code for code, _name in settings.LANGUAGES]) == []
        read_on(ada)
        hint = at.learner.hint
        as_told(ada, hint.choice, hint.choice.cards if isinstance(hint.choice, Discard) else hint.cards)
    expect(page.locator("#coach")).to_contain_text("The flag has fallen")
    assert ada.taps < MOST_TAPS

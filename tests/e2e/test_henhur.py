"""HenHur in the browser: alone to the podium, and two people at one table."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit

FORM = "#cockpit form.answer"


def answer(page: Page) -> str:
    """Press the first button of the open question, and wait until it is closed. The question's name."""
    form = page.locator(FORM)
    question = form.get_attribute("id") or ""
    form.locator("button[name=do]").first.click()
    expect(page.locator(f'[id="{question}"]')).to_have_count(0)
    return question


def test_alone_from_the_page_of_the_game_to_the_podium(visit: Visit) -> None:
    page = visit("Ada").page
    page.goto("/alone/?game=henhur")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Opponents").select_option("1")
    page.get_by_role("button", name="Start the race").click()
    answered = set()
    while True:
        expect(page.locator(f"{FORM}, #cockpit[data-over]")).to_have_count(1)
        if page.locator("#cockpit[data-over]").count():
            break
        answered.add(answer(page))
        expect(page.locator(f"{FORM}, #cockpit[data-over]")).to_have_count(1)
    assert len(answered) > 20
    page.get_by_role("link", name="See the results").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("wins|share the win"))
    expect(page.locator(".hen-podium li")).to_have_count(2)


def test_two_people_choose_in_secret_and_see_the_same_reveal(visit: Visit) -> None:
    ada, bo = visit("Ada").page, visit("Bo").page
    ada.goto("/open/?game=henhur")
    ada.get_by_label("Your name").fill("Ada")
    ada.get_by_role("button", name="Open the room").click()
    ada.wait_for_url(re.compile("/lobby/"))
    bo.goto(ada.url)
    bo.get_by_label("Your name").fill("Bo")
    bo.locator("#car button[type=submit], #join-form button, [form=join-form]").last.click()
    bo.get_by_role("button", name="I am ready").click()
    ada.get_by_role("button", name="Start the game").click()
    for page in (ada, bo):
        page.wait_for_url(re.compile("/races/"))
        expect(page.locator(FORM)).to_have_count(1)
    answer(ada)
    expect(ada.get_by_text("You are ready.")).to_be_visible()
    expect(bo.locator("#turn [data-run]")).to_have_count(0)
    ada.get_by_role("button", name="Take it back").click()
    expect(ada.locator(FORM)).to_have_count(1)
    answer(ada)
    answer(bo)
    for page in (ada, bo):
        expect(page.locator("#turn [data-run]")).to_have_count(2)
        expect(page.locator("#turn .pool li")).to_have_count(3)

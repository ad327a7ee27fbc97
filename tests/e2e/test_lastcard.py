"""Last Card in browsers, from the home page to the score sheet: alone on a phone, and two people in a room."""

import re
import time

from playwright.sync_api import Page, expect

from races.models import Race
from tests.e2e.conftest import Visit
from tests.e2e.driving import A_RACE, Driver

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
OVER = "#cockpit a[href*=results], #waiting a[href*=results]"
BUTTONS = (
    "#cockpit li.fits > button",
    "#cockpit button[value=keep]",
    "#cockpit button[value=draw]",
    "#cockpit button[value=next]",
    "#cockpit button[value=accept]",
    "#cockpit button[value=let_go]",
    "#cockpit button[value=pass]",
)
"""What a player presses, the first of them that is there; a Wild takes two presses."""


def answer(player: Driver, question: str) -> None:
    page = player.page
    if page.locator(BUTTONS[0]).count() == 0 and page.locator("#cockpit .wild").count():
        page.locator("#cockpit .wild summary").first.click()
        page.locator("#cockpit .wild[open] .colours button").first.click()
    else:
        page.locator(next(button for button in BUTTONS if page.locator(button).count())).first.click()
    page.wait_for_function("asked => document.querySelector('#cockpit form[id]')?.id !== asked", arg=question)


def play(players: list[Driver]) -> None:
    """Each player who is asked answers, until the match is over for all."""
    end = time.monotonic() + A_RACE
    while time.monotonic() < end:
        looks = [player.look() for player in players]
        if all(look["over"] for look in looks):
            return
        for player, look in zip(players, looks, strict=True):
            if look["question"]:
                answer(player, look["question"])
        players[0].page.wait_for_timeout(50)
    raise AssertionError("the match does not end")


def to_the_sheet(page: Page) -> None:
    page.locator(OVER).filter(visible=True).first.click()
    page.wait_for_url("**/results/")
    expect(page.get_by_role("heading", name="Round by round")).to_be_visible()


def test_alone_on_a_phone(visit: Visit) -> None:
    ada = visit("Ada", **PHONE)
    page = ada.page
    page.goto("/")
    page.get_by_role("link", name=re.compile("Last Card")).click()
    page.wait_for_url("**/games/lastcard/")
    page.get_by_role("link", name="Choose your opponents").click()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("The match ends at").select_option("0")
    page.get_by_label("How good the bots are").select_option("cautious")
    page.get_by_role("button", name="Start the game").click()
    ada.arrive()
    assert page.evaluate("() => document.scrollingElement.scrollWidth") <= 390
    play([ada])
    assert Race.objects.get().game == "lastcard"
    to_the_sheet(page)
    assert page.evaluate("() => document.scrollingElement.scrollWidth") <= 390


def test_two_people_and_a_refresh(visit: Visit) -> None:
    """They meet by the code of a room; one of them loads the page anew, and nothing is lost."""
    ada, bo = visit("Ada"), visit("Bo")
    ada.page.goto("/games/lastcard/")
    ada.page.get_by_role("link", name="Open a room").first.click()
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_label("The match ends at").select_option("0")
    ada.page.get_by_role("button", name="Open the room").click()
    ada.page.wait_for_url("**/lobby/*/")
    bo.join(ada.page.url.rstrip("/").rpartition("/")[2])
    bo.be_ready()
    ada.live()
    ada.page.get_by_role("button", name="Start the game").click()
    ada.arrive()
    bo.arrive()
    held = bo.page.locator("#cockpit li[class]").count()
    bo.page.reload()
    bo.arrive()
    assert bo.page.locator("#cockpit li[class]").count() in range(held, held + 5)
    play([ada, bo])
    assert Race.objects.get().ended is not None
    for player in (ada, bo):
        to_the_sheet(player.page)

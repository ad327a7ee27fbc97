"""The site for who does not see it, or has keys alone: words, cards that explain the board, the sheet of keys."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from races.models import Entry, Race
from tests.e2e.conftest import Visit
from tests.e2e.driving import on_the_grid
from tests.e2e.listening import Listener
from tests.e2e.site import Site
from tests.e2e.tables import pass_over_the_middle

ENOUGH = 8
"""Answers, to have heard all that is said before one is given."""


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_by_the_accessibility_tree_alone(visit: Visit, whole: bool) -> None:
    """Roles, names and the words beside them: nothing of how the page looks. In every run the first rounds and
    the end."""
    visitor = visit("Ada", plans_ahead=True)
    ada = Listener(visitor.page)
    ada.race_alone("Ada", legends=1)
    if not whole:
        ada.drive(until=lambda: ada.answers > ENOUGH)
        pass_over_the_middle([visitor])
    ada.drive()
    assert ada.answers > ENOUGH
    assert Entry.objects.filter(race=Race.objects.get(), seat=0).count() > ENOUGH
    assert ada.heard["odds"], "no odds were read"
    assert any("before corner" in said for said in ada.heard["cars"])
    ada.to_the_podium()


def stops(page: Page, last: Locator) -> int:
    """How many Tabs lead from the top of the page to a control."""
    page.evaluate("() => { document.activeElement?.blur(); getSelection().removeAllRanges(); scrollTo(0, 0); }")
    for count in range(1, 40):
        page.keyboard.press("Tab")
        if last.evaluate("e => e.contains(document.activeElement)"):
            return count
    raise AssertionError("no Tab leads there")


def test_keys_are_listed_and_lead_to_the_cockpit(visit: Visit, site: Site) -> None:
    ada = visit("Ada")
    on_the_grid(site, ada, legends=1)
    page = ada.page
    ada.asked()

    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keys of this page")
    expect(sheet).to_be_visible()
    expect(sheet).to_contain_text("Send what is chosen")
    assert page.evaluate("() => document.activeElement.id") == "keys-title"
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()

    page.reload()
    ada.live()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the cockpit")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#cockpit-say")).to_be_focused()
    assert stops(page, page.locator("#cockpit")) <= 15


def test_single_keys_can_be_switched_off(visit: Visit, site: Site) -> None:
    ada = visit("Ada")
    on_the_grid(site, ada, legends=1)
    ada.asked()
    page = ada.page
    second = page.locator("#cockpit input[name=gear][value='2']")
    page.keyboard.press("?")
    page.get_by_role("checkbox", name="Single letters, digits and signs are keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    assert not second.is_checked()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys of this page")).to_be_hidden()
    page.locator("header summary[aria-label=Menu]").click()
    page.get_by_role("button", name="Keys", exact=True).click()
    page.get_by_role("checkbox", name="Single letters, digits and signs are keys").check()
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    expect(second).to_be_checked()


def inside(page: Page) -> bool:
    """Whether the card lies on the stage as a whole."""
    card, stage = page.locator("#explain").bounding_box(), page.locator("#stage").bounding_box()
    assert card
    assert stage
    return (
        stage["x"] <= card["x"]
        and stage["y"] <= card["y"]
        and card["x"] + card["width"] <= stage["x"] + stage["width"]
        and card["y"] + card["height"] <= stage["y"] + stage["height"]
    )


def test_what_stands_on_the_board_explains_itself(visit: Visit, site: Site) -> None:
    ada = visit("Ada")
    on_the_grid(site, ada, legends=1)
    ada.asked()
    page = ada.page
    card = page.locator("#explain")
    page.locator("[data-tool=whole]").click()
    signs = page.get_by_role("button", name=re.compile("^Corner [A-Z], limit"))
    assert [name[:8] for name in names(signs)] == ["Corner A", "Corner B", "Corner C"]

    signs.nth(1).hover()
    expect(card).to_contain_text("Corner B, limit 2")
    expect(card).to_contain_text("Every point of speed over the limit costs 1 Heat.")
    assert inside(page)
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()

    signs.first.focus()
    page.keyboard.press("ArrowRight")
    expect(signs.nth(1)).to_be_focused()
    expect(card).to_contain_text("Corner B, limit 2")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(signs.first).to_be_focused()
    assert inside(page)
    page.keyboard.press("Tab")
    expect(card).to_be_hidden()


def names(buttons: Locator) -> Iterator[str]:
    for button in buttons.all():
        label = button.get_attribute("aria-labelledby")
        yield button.page.locator(f"#{label}").inner_text()


def test_a_tap_explains_too(visit: Visit, site: Site) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    ada = visit("Ada", **phone)
    on_the_grid(site, ada, legends=1)
    ada.asked()
    page = ada.page
    card = page.locator("#explain")
    page.locator("[data-tool=whole]").tap()
    page.locator(".sign .head").first.tap()
    expect(card).to_contain_text("Corner A, limit 5")
    assert inside(page)
    page.locator(".sign .head").first.tap()
    expect(card).to_be_hidden()
    page.locator(".spot").first.tap()
    expect(card).to_contain_text("Legends’ line of corner A, space 2")
    page.locator("#cockpit-say").tap()
    expect(card).to_be_hidden()

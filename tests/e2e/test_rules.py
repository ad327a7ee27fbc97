"""The card of rules on a race page, and the way from it into the book."""

from playwright.sync_api import expect

from tests.e2e.conftest import Visit
from tests.e2e.driving import on_the_grid
from tests.e2e.site import Site
from tests.e2e.test_axe import faults


def test_the_rules_of_the_moment_open_beside_the_hand_and_lead_to_their_clause(visit: Visit, site: Site) -> None:
    ada = visit("Ada")
    on_the_grid(site, ada, legends=1)
    ada.asked()
    page = ada.page
    page.locator("#cockpit").get_by_role("button", name="Rules of this moment").click()
    card = page.locator("#rules")
    expect(card.get_by_role("heading", name="Phase 1: shift")).to_be_visible()
    expect(card).to_contain_text("Your engine holds")
    assert not faults(page)
    card.get_by_role("link", name="Choose a gear").click()
    page.wait_for_url("**/rules/heat/shift/#S1.2")
    expect(page.locator("[id='S1.2']")).to_be_visible()
    expect(page.locator("[id='S1.2']")).to_be_in_viewport()


def test_a_diagram_is_stepped_through_by_keys(visit: Visit) -> None:
    page = visit("Ada").page
    page.goto("/rules/heat/corners/")
    diagram = page.locator(".diagram").first
    steps = diagram.get_by_role("radio")
    steps.first.focus()
    for step in range(steps.count()):
        shown = diagram.locator(".frames li").filter(visible=True)
        expect(shown).to_have_count(1)
        expect(diagram.locator(".frames li").nth(step)).to_be_visible()
        page.keyboard.press("ArrowRight")

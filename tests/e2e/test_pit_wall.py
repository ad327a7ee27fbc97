"""The pit wall in a browser: asked for after the flag, computed beside other work, with ways back into the race."""

import re

import pytest
from playwright.sync_api import expect

from races.models import Race
from tests.e2e.conftest import Visit, elsewhere
from tests.e2e.test_axe import faults
from tests.races.heat.pitwall.kit import ended_soon


@pytest.fixture
def race(transactional_db: None) -> Race:
    return elsewhere(ended_soon)


def test_from_the_result_to_the_decisions_and_back_onto_the_road(race: Race, visit: Visit) -> None:
    ada = visit("Ada")
    page = ada.page
    page.goto(f"/races/{race.code}/results/")
    page.get_by_role("link", name="Pit wall").click()
    page.get_by_role("link", name="Bo").click()
    assert not faults(page)
    page.get_by_role("button", name="Look back").click()
    expect(page.get_by_role("heading", name="Every decision")).to_be_visible()
    decision = page.locator(".review-decision").first
    if not decision.evaluate("one => one.open"):
        decision.locator("summary").click()
    expect(decision.locator("tr.chosen")).to_have_count(1)
    assert not faults(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
    decision.get_by_role("link", name="Drive on from here").click()
    expect(page).to_have_url(re.compile(r"/from/\d+/\?seat=1"))
    expect(page.get_by_role("radio", name=re.compile("Bo"))).to_be_checked()

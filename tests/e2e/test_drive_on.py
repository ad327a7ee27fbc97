"""Driving on from a replay in a browser: alone at once, and with a friend who takes a seat from a bot."""

import re

import pytest
from playwright.sync_api import expect

from races.models import Race
from tests.e2e.conftest import Visit, elsewhere
from tests.races.heat.results.kit import finished_race

STEP = 20


@pytest.fixture
def race(transactional_db: None) -> Race:
    """Driven before the server starts, which would answer for its bots, too."""
    return elsewhere(finished_race)


def test_from_a_step_of_the_replay_into_a_race_of_ones_own(race: Race, visit: Visit) -> None:
    ada = visit("Ada")
    ada.page.goto(f"/races/{race.code}/replay/?step={STEP}")
    ada.page.locator("#replay-step").focus()
    ada.page.keyboard.press("ArrowRight")
    expect(ada.page.get_by_role("link", name="Drive on from here")).to_have_attribute(
        "href", re.compile(f"/from/{STEP + 1}/")
    )
    ada.page.get_by_role("link", name="Drive on from here").click()
    expect(ada.page.get_by_text("is dealt anew")).to_be_visible()
    ada.page.get_by_role("radio", name=re.compile("Bo")).check()
    ada.page.get_by_role("button", name="Drive on", exact=True).click()
    ada.live()
    expect(ada.page).to_have_url(re.compile(r"/races/(?!" + race.code + r")\w{8}/"))
    expect(ada.page.locator("#cockpit")).to_be_visible()


def test_with_a_friend(race: Race, visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    ada.page.goto(f"/again/{race.code}/from/{STEP}/")
    ada.page.get_by_role("button", name="Drive on with friends").click()
    expect(ada.page.get_by_role("heading", name="Seats for friends")).to_be_visible()
    bo.page.goto(ada.page.url)
    bo.page.get_by_role("button", name="Take the car of Marta").click()
    expect(bo.page.locator("#seats")).to_contain_text("(you)")
    expect(ada.page.locator("#seats")).not_to_contain_text("Marta")
    ada.page.get_by_role("button", name="All are here: drive on").click()
    ada.live()
    bo.page.get_by_role("link", name=re.compile("To the race|Watch the race")).click()
    bo.live()
    expect(bo.page.locator("#cockpit")).to_be_visible()

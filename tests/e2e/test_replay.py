"""The replay in a browser: it plays by itself, the slider leads anywhere, Back leads back, and no script is needed."""

import re

import pytest
from playwright.sync_api import Page, expect

from races.models import Race
from tests.e2e.conftest import Visit, elsewhere
from tests.races.heat.results.kit import finished_race


@pytest.fixture
def race(transactional_db: None) -> Race:
    """Driven before the server starts, which would answer for its bots, too."""
    return elsewhere(finished_race)


def is_at(page: Page, race: Race, step: int) -> None:
    expect(page.locator("#replay-at")).to_contain_text(f"step {step} of {race.version}")


def test_it_plays_on_and_stops_where_it_is_told(race: Race, visit: Visit) -> None:
    page = visit().page
    page.goto(f"/races/{race.code}/replay/")
    play = page.locator("#replay-play")
    play.click()
    expect(play).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#playback")).to_be_visible()
    expect(page).to_have_url(re.compile(r"step=[1-9]"))
    play.click()
    expect(play).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#playback")).to_be_hidden()
    assert page.locator("#replay-step").input_value() == page.locator("#replay-moves").get_attribute("data-step")
    assert page.evaluate("() => [...document.querySelectorAll('#cars .car')].every((car) => !car.style.transform)")


def test_every_way_to_a_step(race: Race, visit: Visit) -> None:
    page = visit().page
    page.goto(f"/races/{race.code}/replay/?step=5&seat=1&every=yes")
    page.locator("#replay-on").click()
    is_at(page, race, 6)
    expect(page.locator("#replay-on")).to_be_focused()
    page.locator("#replay-step").focus()
    page.keyboard.press("End")
    is_at(page, race, race.version)
    expect(page.locator("#replay-step")).to_be_focused()
    expect(page.locator("#replay-play")).to_be_disabled()
    page.locator("#replay-rounds a").nth(1).click()
    expect(page.locator("#bar-state")).to_contain_text("Round 2")
    expect(page).to_have_url(re.compile(r"seat=1&every=yes$"))
    page.go_back()
    is_at(page, race, race.version)
    expect(page.locator("#replay-hands")).to_contain_text("Bo")


def test_it_works_without_a_script(race: Race, visit: Visit) -> None:
    page = visit(java_script_enabled=False).page
    page.goto(f"/races/{race.code}/replay/?step=5&seat=1&every=yes")
    page.locator("#replay-back").click()
    is_at(page, race, 4)
    page.locator("#replay-step").focus()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Go there").click()
    is_at(page, race, 0)
    expect(page).to_have_url(re.compile(r"seat=1"))


def test_keys_and_jumps_lead_to_what_happened(race: Race, visit: Visit) -> None:
    page = visit().page
    page.goto(f"/races/{race.code}/replay/")
    at = page.locator("#replay-moves")
    page.keyboard.press("ArrowRight")
    expect(at).not_to_have_attribute("data-step", "0")
    expect(page.locator("#replay-told")).not_to_contain_text("has chosen")
    page.keyboard.press("r")
    expect(page.locator("#bar-state")).to_contain_text("Round 2")
    before = page.locator("#standings").inner_text()
    page.keyboard.press("o")
    expect(page).to_have_url(re.compile(r"step=\d"))
    expect(page.locator("#standings")).not_to_have_text(before, use_inner_text=True)


def test_other_eyes_leave_the_board_where_it_is(race: Race, visit: Visit) -> None:
    page = visit().page
    page.goto(f"/races/{race.code}/replay/?step=20")
    page.evaluate("() => (document.querySelector('#stage').dataset.same = 'yes')")
    before = page.locator("#stage").bounding_box()
    for eyes, hands in (("1", 1), ("all", 3), ("public", 0)):
        page.locator(f"#eyes-{eyes}").click()
        expect(page.locator("#replay-hands > section")).to_have_count(hands)
        assert page.locator("#stage").bounding_box() == before
    expect(page.locator("#stage")).to_have_attribute("data-same", "yes")

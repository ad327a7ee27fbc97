"""The television: the whole track between moves, and the podium in its place when the race is over."""

import pytest
from playwright.sync_api import expect

from engine.kernel.commands import Retire
from races import live
from races.models import Race
from tests.e2e.conftest import Visit, elsewhere
from tests.gallery import positions
from tests.races.heat.results.kit import finished_race, running_race

IN_VIEW = """() => {
  const stage = document.querySelector("#stage").getBoundingClientRect();
  return [...document.querySelectorAll("#signs .sign .head")].filter((sign) => {
    const { left, right, top, bottom } = sign.getBoundingClientRect();
    return left >= stage.left && right <= stage.right && top >= stage.top && bottom <= stage.bottom;
  }).length;
}"""


@pytest.fixture
def running(transactional_db: None) -> Race:
    """Driven before the server starts, which would answer for its bots, too."""
    return elsewhere(running_race)


@pytest.fixture
def finished(transactional_db: None) -> Race:
    return elsewhere(finished_race)


def end(race: Race) -> None:
    for seat in race.seats.exclude(visitor=""):
        live.submit(race.pk, Retire(seat.number, f"retire-{seat.number}"))


def test_the_podium_takes_the_place_of_the_board(running: Race, visit: Visit) -> None:
    page = visit().page
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"/races/{running.code}/tv/")
    expect(page.locator(".connection")).to_have_attribute("data-state", "connected")
    expect(page.locator("#cars .car")).to_have_count(4)
    signs = page.locator("#signs .sign").count()
    page.wait_for_function(f"() => ({IN_VIEW})() === {signs}")  # the whole track, whoever is asked
    elsewhere(lambda: end(running))
    expect(page.locator(".podium-art")).to_be_visible()
    expect(page.locator("#stage")).to_have_count(0)


@pytest.mark.parametrize("name", ["Ada", "Marta"])
def test_a_race_that_is_over_has_its_podium_on_the_television(finished: Race, visit: Visit, name: str) -> None:
    page = visit().page
    page.goto(f"/races/{finished.code}/tv/")
    expect(page.locator("table.results")).to_contain_text(name)
    expect(page.get_by_text("Scan to see the result")).to_be_visible()


def test_the_one_who_acts_is_named_in_the_call_and_on_the_board(visit: Visit) -> None:
    race = elsewhere(lambda: positions.stand("wait-others"))
    page = visit().page
    page.goto(f"/races/{race.code}/tv/")
    acts = page.locator(".call .driver b")
    expect(acts).to_have_count(1)
    name = acts.inner_text()
    expect(page.locator("#spotlight .driver-plate text")).to_have_text(name)
    expect(page.locator("#spot-under .spot-ring")).to_have_count(1)
    expect(page.locator("#standings .now .who")).to_contain_text(name)
    limit = page.locator("#waiting .ahead b").inner_text()
    next_sign = page.locator("#signs .sign.next")
    expect(next_sign).to_have_count(1)
    explained = page.locator(f"#explained-{next_sign.get_attribute('data-line')}-title")
    assert explained.text_content() == limit

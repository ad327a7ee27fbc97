"""A plan in a browser: the knob is dragged, cards rise, the page is loaded again, the cards are played by themselves or
changed when the gears are turned over; a server that dies meanwhile loses nothing."""

import pytest
from playwright.sync_api import expect

from races.models import Race
from tests.e2e.conftest import Faults, Visit, killed
from tests.e2e.driving import EDGE, Driver, on_the_grid
from tests.e2e.site import Site


@pytest.fixture
def application() -> str:
    """With the usual times: cards of a plan lie there long enough to be touched."""
    return "heatsite.asgi:application"


def drag(driver: Driver, gear: int) -> None:
    """Take the knob at first gear, and pull it along the gate."""
    start, end = (driver.page.locator(f"#cockpit .gearbox label.g{number}").bounding_box() for number in (1, gear))
    assert start is not None
    assert end is not None
    mouse = driver.page.mouse
    mouse.move(start["x"] + 20, start["y"] + 20)
    mouse.down()
    mouse.move(start["x"] + 20, (start["y"] + end["y"]) / 2, steps=4)
    mouse.move(end["x"] + 20, end["y"] + 20, steps=6)
    mouse.up()


def test_a_plan_is_dragged_loaded_again_and_changed_or_played(visit: Visit, site: Site, faults: Faults) -> None:
    ada, bo = drivers = on_the_grid(site, visit("Ada", plans_ahead=True), visit("Bo", plans_ahead=True))
    for driver in drivers:
        driver.asked()
    main = ada.page.locator("#cockpit [data-main]")
    expect(main).to_have_text("Choose a gear")
    expect(main).to_have_attribute("aria-disabled", "true")
    ada.page.locator("#cockpit .gearbox label.g1").click()  # the gear that is in is a choice, too
    expect(ada.page.locator("#cockpit .hand input:checked")).to_have_count(1)
    drag(ada, 2)
    expect(ada.page.locator("#cockpit input[name=gear][value='2']")).to_be_checked()
    expect(ada.page.locator("#cockpit .hand input:checked")).to_have_count(2)
    expect(ada.page.locator("#cockpit [data-road] .landings *").first).to_be_attached()
    expect(main).to_have_text("Gear 2 with these 2")
    first = sorted(ada.chosen())
    ada.take(next(face for face in ada.hand() if face in "12345" and face not in first))
    expect(ada.page.locator("#cockpit .hand input:checked")).to_have_count(2)
    cards = sorted(ada.chosen())
    assert cards != first, "a card that is chosen takes the place of the first"
    ada.press(main)
    expect(ada.page.locator("#cockpit .facedown")).to_be_visible()

    with killed(site, faults, drivers):
        pass
    ada.page.reload()
    ada.live()
    expect(ada.page.locator("#cockpit-say")).to_contain_text("You drive in gear 2 and play")

    drag(bo, 2)
    expect(bo.page.locator("#cockpit .hand input:checked")).to_have_count(2)
    bo.press(bo.page.locator("#cockpit [data-main]"))
    expect(bo.page.locator("#cockpit .goes-off")).to_be_visible()
    bo.page.locator("#cockpit button[value=touch]").click()
    expect(bo.page.locator("#cockpit .goes-off")).to_have_count(0)

    expect(ada.page.locator("#cockpit .facedown")).to_be_visible()  # played by themselves
    race = Race.objects.get()
    assert race.held.keys() == {1}
    assert f'"cards":{cards}'.replace("'", '"').replace(" ", "") in race.state
    (face, *_rest) = bo.chosen()
    risen = bo.page.locator(f"#cockpit .hand label.card:has(input[value='{face}']:checked)").first
    risen.click(position=EDGE)
    other = next(face for face in reversed(bo.hand()) if face in "12345" and face not in bo.chosen())
    bo.take(other)
    bo.press(bo.page.locator("#cockpit [data-main]"))
    expect(ada.page.locator("#log")).to_contain_text("From the grid")

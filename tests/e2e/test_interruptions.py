"""What comes between people and their race: a reload, a closed tab, a server that dies. Nobody loses anything."""

import re

from playwright.sync_api import expect

from lobby.models import Member, Room
from races.models import Entry, Race
from tests.e2e.conftest import Faults, Visit, killed
from tests.e2e.driving import Driver, on_the_grid, race
from tests.e2e.site import Site
from tests.e2e.tables import pass_over_the_middle


def to_the_cards(drivers: list[Driver]) -> None:
    """Both drivers have chosen a gear, and are asked for cards."""
    for driver in drivers:
        driver.answer(driver.asked())
    for driver in drivers:
        assert driver.asked(other_than=driver.answered[0]).split(".")[1] == "cards"


def test_a_page_is_loaded_again_over_a_form_half_filled_in(visit: Visit, site: Site) -> None:
    ada, bo = drivers = on_the_grid(site, visit("Ada"), visit("Bo"))
    to_the_cards(drivers)
    for driver in drivers:
        driver.take(next(face for face in driver.hand() if face in "1234"))
    before, hand = ada.asked(), ada.hand()
    ada.page.reload()
    ada.live()
    assert (ada.asked(), ada.hand(), ada.chosen()) == (before, hand, [])
    ada.answer(before)
    expect(bo.page.locator("#waiting")).to_contain_text("Bo")
    assert len(bo.chosen()) == 1, "what others do leaves a form alone"
    ada.page.reload()
    ada.live()
    expect(ada.page.locator("#cockpit .facedown")).to_be_visible()
    bo.page.reload()
    bo.live()
    race(drivers, until=lambda: Race.objects.get().version > 8)


def test_a_name_half_typed_outlives_a_room_that_is_shown_anew(visit: Visit, site: Site, faults: Faults) -> None:
    """A socket that comes back to a room which has changed meanwhile is sent all that the page shows."""
    ada, bo = visit("Ada"), visit("Bo")
    code = ada.open_room()
    bo.page.goto(f"/lobby/{code}/")
    bo.live()
    name = bo.page.get_by_label("Your name")
    name.press_sequentially("Bo")
    with killed(site, faults, [ada, bo]):
        room = Room.objects.get()
        Member.objects.create(room=room, position=3, name="Cy", colour="green", car_number=7, bot="careful")
        Room.objects.update(revision=room.revision + 1)
    expect(bo.page.locator("#grid")).to_contain_text("Cy")
    expect(name).to_have_value("Bo")
    expect(name).to_be_focused()
    name.press_sequentially(" B")
    bo.press(bo.page.get_by_role("button", name="Join"))
    expect(ada.page.locator("#grid")).to_contain_text("Bo B")


def test_a_closed_tab_comes_back(visit: Visit, site: Site) -> None:
    """Away after a moment, the stand-in after the grace, and in control again at once."""
    ada, bo = on_the_grid(site, visit("Ada"), visit("Bo"))
    Race.objects.update(grace=0)  # the shortest that a room offers is half a minute
    left_behind = bo.asked()
    bo.page.close()
    expect(ada.page.locator("#standings")).to_contain_text("Away")
    expect(ada.page.locator("#log")).to_contain_text("Bo is away. A stand-in")
    bo.page = bo.context.new_page()
    bo.page.goto("/")
    bo.press(bo.page.get_by_role("link", name="Back to the race"))
    bo.arrive()
    expect(ada.page.locator("#standings")).not_to_contain_text("Away")
    ada.answer(ada.asked())
    asked = bo.asked()
    assert asked != left_behind
    bo.answer(asked)
    expect(bo.page.locator("#cockpit .facedown")).to_be_visible()
    assert Entry.objects.filter(seat=1).count() == 1
    expect(ada.page.locator("#log")).not_to_contain_text(re.compile("stand-in.*stand-in"))


def test_a_server_is_killed_in_the_middle_of_a_phase(visit: Visit, site: Site, faults: Faults) -> None:
    ada, bo = drivers = on_the_grid(site, visit("Ada"), visit("Bo"))
    to_the_cards(drivers)
    ada.answer(ada.asked())
    expect(ada.page.locator("#cockpit .facedown")).to_be_visible()
    acknowledged = Race.objects.get().version
    bo.choose_cards()
    question, half_made = bo.asked(), bo.chosen()

    with killed(site, faults, drivers):
        assert Race.objects.get().version == acknowledged

    assert (bo.asked(), bo.chosen()) == (question, half_made)
    expect(ada.page.locator("#cockpit .facedown")).to_be_visible()
    bo.send()
    race(drivers, until=lambda: Race.objects.get().version > acknowledged + 8)
    pass_over_the_middle(drivers)
    race(drivers)
    for driver in drivers:
        driver.to_the_podium()


def test_what_is_said_while_the_server_is_down_is_carried_out_once(visit: Visit, site: Site, faults: Faults) -> None:
    drivers = on_the_grid(site, visit("Ada"), visit("Bo"))
    ada = drivers[0]
    to_the_cards(drivers)
    version, question = Race.objects.get().version, ada.asked()
    with killed(site, faults, drivers):
        ada.answer(question)
        expect(ada.page.locator("#refusal")).to_contain_text("This will be sent when it is back.")
    expect(ada.page.locator("#refusal")).to_be_empty()
    expect(ada.page.locator("#cockpit .facedown")).to_be_visible()
    assert Race.objects.get().version == version + 1
    race(drivers, until=lambda: Race.objects.get().version > version + 4)

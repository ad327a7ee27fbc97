"""Races from the home page to the podium, as people drive them: in every run the first rounds and the end under one
rule set, and by `make soak` whole under both. Six browsers take two cores for minutes."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest
from playwright.sync_api import expect

from client import Finish, Program
from lobby.games.heat.evenings import EVENINGS
from races.models import Race, Seat
from tests.e2e.conftest import Visit
from tests.e2e.driving import A_RACE, Driver, on_the_grid, race, sit_down
from tests.e2e.site import Site
from tests.e2e.tables import pass_over_the_middle

RACES = pytest.mark.parametrize(
    ("rules", "whole"),
    [
        ("rulebook", False),
        pytest.param("standard", True, marks=pytest.mark.soak),
        pytest.param("rulebook", True, marks=pytest.mark.soak),
    ],
)
"""In every run some rounds and the end."""
EVERYTHING = next(evening.extras for evening in EVENINGS if evening.id == "everything")


def on_the_podium(driver: Driver, *names: str) -> None:
    driver.to_the_podium()
    for name in names:
        expect(driver.page.locator("main")).to_contain_text(name)


@RACES
def test_two_people(visit: Visit, rules: str, whole: bool) -> None:
    drivers = sit_down(visit("Ada"), visit("Bo"), rules=rules)
    if not whole:
        race(drivers, until=lambda: all(driver.round > 2 for driver in drivers))
        pass_over_the_middle(drivers)
    race(drivers)
    row = Race.objects.get()
    assert (row.rules, row.ended is not None) == (rules, True)
    for driver in drivers:
        on_the_podium(driver, "Ada", "Bo")


@pytest.mark.parametrize(
    ("rules", "whole"),
    [
        ("standard", False),
        pytest.param("standard", True, marks=pytest.mark.soak),
        pytest.param("rulebook", True, marks=pytest.mark.soak),
    ],
)
def test_six_people(visit: Visit, site: Site, rules: str, whole: bool) -> None:
    """A race with everything on. One of them says in advance that nothing is to be thrown away, and leaves that to the
    site. In every run they are on the grid already, and bots answer for all of them after the first picks of the draft,
    and between the first round and the last answer."""
    names = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn")
    small = {"viewport": {"width": 800, "height": 600}, "device_scale_factor": 0.5}  # six browsers draw on this machine
    drivers = [visit(name, **small) for name in names]
    if whole:
        sit_down(*drivers, rules=rules, evening="everything")
    else:
        on_the_grid(site, *drivers, rules=rules, extras=EVERYTHING)
    first = drivers[0]
    first.preset("keep")
    first.leaves.add("discard")
    if not whole:
        race(drivers, until=lambda: all(driver.answered for driver in drivers))
        pass_over_the_middle(drivers, until=lambda state: state.round == 1)
        race(drivers, until=lambda: first.round > 1)
        pass_over_the_middle(drivers)
    race(drivers)
    row = Race.objects.get()
    assert row.ended is not None
    assert all(word in row.setup for word in ('"draft":"', '"weather":true', '"roads":true', '"season":true'))
    for driver in drivers:
        assert any("discard" in question for question in driver.answered) == (driver is not first)
    for driver in drivers:
        on_the_podium(driver, *names)


@RACES
def test_alone_with_legends(visit: Visit, rules: str, whole: bool) -> None:
    ada = visit("Ada")
    ada.race_alone(legends=2, bots=0, rules=rules)
    if not whole:
        race([ada], until=lambda: ada.round > 3)
        pass_over_the_middle([ada])
    race([ada])
    assert Seat.objects.filter(kind=Seat.Kind.LEGEND).count() == 2
    on_the_podium(ada, "Ada", *Seat.objects.values_list("name", flat=True))


def test_one_click_is_enough_to_race_alone(visit: Visit) -> None:
    ada = visit()
    ada.page.goto("/")
    ada.press(ada.page.get_by_role("button", name="Race the bots"))
    ada.arrive()
    ada.answer(ada.asked())
    assert ada.asked(other_than=ada.answered[0]).split(".")[1] == "cards"
    assert Seat.objects.count() == 6


def test_programs_race_and_somebody_watches(visit: Visit, site: Site) -> None:
    """Each driver makes a token on the page and gives the wheel to a program; a spectator sees the whole race."""
    drivers = on_the_grid(site, visit("Ada"), visit("Bo"))
    spectator = visit("Cleo")
    spectator.page.goto(drivers[0].page.url)
    spectator.arrive()
    expect(spectator.page.locator("#cockpit")).to_contain_text("You are watching")
    tokens = [driver.make_token() for driver in drivers]

    async def drive() -> list[Finish]:
        programs = [Program(spectator.page.url, token, bot="cautious") for token in tokens]
        return await asyncio.wait_for(asyncio.gather(*[program.play() for program in programs]), A_RACE)

    with ThreadPoolExecutor(1) as beside:  # the browser's loop has this thread
        running = beside.submit(asyncio.run, drive())
        race([spectator])
        finishes = running.result()
    assert [finish.seat for finish in finishes] == [0, 1]
    assert spectator.answered == []
    on_the_podium(spectator, "Ada", "Bo")

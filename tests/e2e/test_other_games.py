"""Last Card and HenHur in browsers, from the home page to the end: alone on a phone, two people, and four of whom one
has a phone, with a reload, a player who leaves, and a server that dies."""

import pytest
from playwright.sync_api import expect

from races.models import Race
from tests.e2e import tables
from tests.e2e.conftest import Faults, Visit, killed
from tests.e2e.driving import Driver
from tests.e2e.site import Site

GAMES = pytest.mark.parametrize("game", tables.NAMES)
ONE = pytest.mark.parametrize("game", ["henhur", pytest.param("lastcard", marks=pytest.mark.soak)])
"""What is the same for every game: in every run one shows it."""


@GAMES
def test_alone_on_a_phone(visit: Visit, game: str) -> None:
    ada = visit("Ada", **tables.PHONE)
    page = ada.page
    tables.to_the_page_of(ada, game)
    ada.press(page.get_by_role("link", name="Choose your opponents"))
    page.get_by_label("Your name").fill("Ada")
    if game == "lastcard":
        page.get_by_label("The match ends at").select_option("0")
    else:
        page.locator(".segments label", has_text="1").click()
    ada.press(page.get_by_role("button", name="Start the"))
    ada.arrive()
    assert not tables.is_too_wide(ada)
    begun = Race.objects.get().version
    tables.play(game, [ada], until=lambda: Race.objects.get().version >= begun + 6)
    tables.pass_over_the_middle([ada])
    tables.play(game, [ada])
    assert (Race.objects.get().game, Race.objects.get().ended is not None) == (game, True)
    tables.see_the_end([ada])


@ONE
def test_two_people_of_whom_one_loads_the_page_again(visit: Visit, game: str) -> None:
    ada, bo = players = tables.sit_down(game, visit("Ada"), visit("Bo"))
    if game == "henhur":
        _choose_in_secret(ada, bo)
    while not bo.look()["question"]:
        tables.press_an_answer(game, ada)
    question, held = bo.asked(), bo.page.locator("#cockpit li").all_inner_texts()
    bo.page.reload()
    bo.arrive()
    assert (bo.asked(), bo.page.locator("#cockpit li").all_inner_texts()) == (question, held)
    tables.press_an_answer(game, bo)
    tables.pass_over_the_middle(players)
    tables.play(game, players)
    tables.see_the_end(players)


def _choose_in_secret(ada: Driver, bo: Driver) -> None:
    """What one has chosen nobody sees, and it can be taken back; then both see the same cards turn over."""
    tables.press_an_answer("henhur", ada)
    expect(ada.page.get_by_text("You are ready.")).to_be_visible()
    expect(bo.page.locator("#turn [data-run]")).to_have_count(0)
    ada.press(ada.page.get_by_role("button", name="Take it back"))
    for player in (ada, bo):
        tables.press_an_answer("henhur", player)
    for player in (ada, bo):
        expect(player.page.locator("#turn [data-run]")).to_have_count(2)
        expect(player.page.locator("#turn .pool li")).to_have_count(3)


@ONE
def test_four_people_one_on_a_phone_and_a_server_that_dies(visit: Visit, site: Site, faults: Faults, game: str) -> None:
    """Then one closes the page, and the match waits; they come back, another leaves for good, and it ends."""
    ada, bo, cy, di = players = tables.sit_down(
        game, visit("Ada"), visit("Bo", **tables.PHONE), visit("Cy"), visit("Di"), wait=True
    )
    if game == "henhur":
        tables.press_an_answer(game, bo)  # what has been chosen in secret outlives the server, too
    asked = {player.name: player.look()["question"] for player in players}
    version = Race.objects.get().version
    with killed(site, faults, players):
        pass
    assert {player.name: player.look()["question"] for player in players} == asked
    assert Race.objects.get().version == version
    tables.play(game, players, until=lambda: Race.objects.get().version >= version + 4)

    cy.page.close()
    expect(ada.page.get_by_role("heading", name="Waiting for Cy")).to_be_visible()
    for player in (bo, di):
        player.press(player.page.get_by_role("button", name="Go on without Cy"))
    cy.page = cy.context.new_page()
    cy.page.goto("/")
    cy.press(cy.page.get_by_role("link", name="Back to the"))
    cy.arrive()
    expect(ada.page.get_by_role("heading", name="Waiting for Cy")).to_have_count(0)

    di.press(di.page.locator("header summary[aria-label=Menu]"))
    di.press(di.page.get_by_role("link", name="Give up your seat"))
    di.page.get_by_label("Yes, I leave for good").check()
    di.press(di.page.get_by_role("button", name="Give up your seat"))
    di.arrive()
    expect(di.page.get_by_text("You have left")).to_be_visible()
    assert Race.objects.get().seats.get(name="Di").kind == "bot", "three play on, and a bot with them"
    tables.pass_over_the_middle(players)
    tables.play(game, players)
    tables.see_the_end(players)

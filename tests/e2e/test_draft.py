"""A draft in the browser: by keys alone, by a thumb, and with everything compared; and what axe says of its states."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from engine.heat.moves.pick import Pick
from engine.kernel.commands import command_for
from heatsite.visitors import COOKIE, sign
from races import live
from races.models import Race
from tests.e2e.conftest import Visit
from tests.e2e.driving import Driver
from tests.e2e.site import Site
from tests.e2e.test_axe import faults, seated
from tests.gallery import positions, whole_game
from tests.gallery.seasons import unheard
from tests.races.factories import heat_scene
from tests.races.heat.garage.kit import stored

FOCUSED = "() => document.activeElement.matches('#cockpit input[type=radio]')"
WIDE_ENOUGH = "() => document.querySelector('#cockpit .take').offsetWidth > innerWidth / 2"
"""The card that is chosen has the better half of the cockpit."""
STATES = ("draft", "draft-15", "draft-wait", "draft-ahead", "draft-give-up", "draft-swap", "roads", "garage")


def driver(visit: Visit, site: Site, name: str, **options: object) -> Driver:
    """The visitor who has a seat under the small letters of that name."""
    one = visit(name, **options)
    one.context.add_cookies([{"name": COOKIE, "value": sign(name.lower()), "url": site.address}])
    return one


def upgrades(race: Race, seat: int) -> tuple[str, ...]:
    return heat_scene(race).view(None).cars[seat].upgrades


def tab_to(page: Page, is_there: str) -> None:
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate(is_there):
            return
    raise AssertionError(f"no key leads to {is_there}")


def test_a_draft_by_keys_alone(visit: Visit, site: Site) -> None:
    race = stored(draft="rounds")
    bo, ada = (driver(visit, site, name) for name in ("Bo", "Ada"))
    for one in (bo, ada):
        one.page.goto(race.get_absolute_url())
        one.live()
    for number, one in enumerate((bo, ada, ada, bo, bo, ada)):
        seat = 0 if one is ada else 1
        page = one.page
        expect(page.locator("#cockpit[data-asked]")).to_be_visible()
        assert page.evaluate(WIDE_ENOUGH)
        tab_to(page, FOCUSED)
        page.keyboard.press("Space")
        page.keyboard.press("ArrowDown")
        chosen = page.locator("#cockpit input[type=radio]:checked")
        face, name = chosen.get_attribute("value"), chosen.get_attribute("data-name")
        assert face
        assert name
        tile = page.locator(f"#market .chosen[data-face={face}]").first
        expect(tile).to_be_in_viewport()
        expect(page.locator("#cockpit [data-main]")).to_have_text(f"Take {name}")
        page.keyboard.press("Enter")
        for other in (bo, ada):
            expect(other.page.locator(f"#owners-{seat} summary")).to_have_count(number // 2 + 1)
        assert upgrades(race, seat)[-1] == face
    expect(bo.page.locator("#garage")).to_be_hidden()
    expect(bo.page.locator("#cockpit input[name=gear]").first).to_be_attached()


def test_who_waits_chooses_ahead_and_what_is_marked_stays_marked(visit: Visit, site: Site) -> None:
    race = stored("ada", "bo", "cy", draft="rounds")
    cy, bo, ada = (driver(visit, site, name) for name in ("Cy", "Bo", "Ada"))
    for one in (cy, bo, ada):
        one.page.goto(race.get_absolute_url())
        one.live()
    chosen, marked = (ada.page.locator("#market > li:not(.taken)").nth(place) for place in (0, 1))
    face, wanted = chosen.get_attribute("data-face"), marked.get_attribute("data-face")
    marked.locator(".reach").click()
    expect(ada.page.locator("#cockpit [data-main]")).to_have_text(re.compile("^Choose ahead: "))
    cy.page.locator("#market > li:not(.taken)").last.locator(".reach").click()
    cy.page.locator("#cockpit [data-main]").click()
    expect(ada.page.locator("#cockpit-say")).to_contain_text("You pick next.")
    expect(ada.page.locator(f"#take-{wanted}")).to_be_checked()
    expect(ada.page.locator(f"#market .chosen[data-face={wanted}]").first).to_be_visible()
    ada.page.locator(f"#market > li:not(.taken)[data-face={face}] .reach").first.click()
    ada.page.locator("#cockpit [data-main]").click()
    expect(ada.page.locator(f"#cockpit [data-wish={face}]")).to_be_visible()
    expect(ada.page.locator(f"#market .wished[data-face={face}]").first).to_be_visible()
    ada.page.locator(f"#market > li:not(.taken)[data-face={wanted}] .reach").first.click()
    ada.page.get_by_role("button", name=re.compile("^Add to my list: ")).click()
    expect(ada.page.locator("#cockpit [data-wish]")).to_have_count(2)
    bo.page.locator("#market > li:not(.taken)").last.locator(".reach").click()
    bo.page.locator("#cockpit [data-main]").click()
    expect(bo.page.locator("#owners-0 summary")).to_have_count(1)
    assert upgrades(race, 0) == (face,)


def test_cards_are_sorted_filtered_and_compared_by_keys(visit: Visit, site: Site) -> None:
    race = stored("ada", "bo", "cy", "di", draft="snake")
    bo = driver(visit, site, "Bo")
    page = bo.page
    page.goto(race.get_absolute_url())
    bo.live()
    tiles = page.locator("#market > li")
    tab_to(page, "() => document.activeElement.matches('[data-market-sort]')")
    page.keyboard.press("End")
    values = [float(tile.get_attribute("data-value") or 0) for tile in tiles.all()]
    assert values == sorted(values, reverse=True)
    tab_to(page, "() => document.activeElement.matches('[data-market-filter]:not([data-absent])')")
    symbol = page.evaluate("document.activeElement.dataset.marketFilter")
    page.keyboard.press("Enter")
    shown = page.locator("#market > li:visible")
    assert all(symbol in (tile.get_attribute("data-symbols") or "").split() for tile in shown.all())
    assert 0 < shown.count() < tiles.count()
    page.keyboard.press("Enter")
    expect(shown).to_have_count(tiles.count())
    names = []
    for _ in range(2):
        tab_to(page, "() => document.activeElement.matches('[data-compare]')")
        names.append(page.evaluate("document.activeElement.closest('li').dataset.name"))
        page.keyboard.press("Enter")
    expect(page.locator("#bench th[scope=col]")).to_have_text(names)


def test_a_thumb_browses_the_market(visit: Visit, site: Site) -> None:
    race = stored(draft="rounds")
    bo = driver(visit, site, "Bo", viewport={"width": 390, "height": 844}, has_touch=True)
    page = bo.page
    page.goto(race.get_absolute_url())
    bo.live()
    wide: Callable[[str], int] = lambda what: page.evaluate(f"() => document.{what}.scrollWidth")  # noqa: E731
    assert wide("documentElement") == 390
    assert wide("querySelector('#market')") > 390
    last = page.locator("#market > li:not(.taken)").last
    name = last.get_attribute("data-name") or "?"  # read first: once it is taken, another card is the last one
    last.scroll_into_view_if_needed()
    last.locator(".reach").tap()
    expect(last).to_have_class("upgrade chosen")
    page.locator("#cockpit [data-main]").tap()
    expect(page.locator("#owners-1 summary")).to_have_text(name)


def test_on_a_phone_the_market_begins_with_a_card_that_is_free(visit: Visit, site: Site) -> None:
    race = stored(draft="rounds")
    first = sorted(heat_scene(race).view(None).market)[0]
    asked = heat_scene(race).game.awaiting(heat_scene(race).state)[0]
    with unheard():
        assert isinstance(live.submit(race.pk, command_for(asked, Pick(first))), live.Accepted)
    ada = driver(visit, site, "Ada", viewport={"width": 390, "height": 844}, has_touch=True)
    ada.page.goto(race.get_absolute_url())
    ada.live()
    assert "taken" in (ada.page.locator("#market > li").first.get_attribute("class") or "")
    expect(ada.page.locator("#market > li:not(.taken)").first).to_be_in_viewport(ratio=0.9)


def test_without_scripts_a_draft_is_a_plain_form(visit: Visit, site: Site) -> None:
    race = stored(draft="rounds")
    bo = driver(visit, site, "Bo", java_script_enabled=False)
    page = bo.page
    page.goto(race.get_absolute_url())
    tile = page.locator("#market > li").nth(2)
    face = tile.get_attribute("data-face")
    tile.locator(".reach").click()
    expect(page.locator(f"#take-{face}")).to_be_checked()
    page.get_by_role("button", name="Take this card").click()
    assert upgrades(race, 1) == (face,)
    expect(page.locator("#cockpit")).to_contain_text("You have picked; others follow.")


class TestAxe:
    @pytest.fixture
    def application(self) -> str:
        """A race stays where it stands."""
        return "tests.e2e.timeless:application"

    @pytest.mark.parametrize("state", STATES)
    def test_finds_nothing(self, visit: Visit, site: Site, state: str) -> None:
        race = whole_game.STAGED[state].stand()
        ada = seated(visit, site)
        ada.page.goto(race.get_absolute_url())
        ada.live()
        if ada.page.locator(".reveal").count():
            ada.page.keyboard.press("Escape")
        found = faults(ada.page)
        if state == "draft-15":
            for number in range(2):
                ada.page.locator("[data-compare]").nth(number).click()
            found += faults(ada.page)
        if state in {"roads", "garage"}:
            opener = "#sky button" if state == "roads" else ".ranks button[popovertarget=garage]"
            ada.page.locator(opener).click()
            found += faults(ada.page)
        assert not found, "\n".join(found)

    def test_finds_nothing_in_react_with_twelve_items(self, visit: Visit, site: Site) -> None:
        race = positions.stand("react-12")
        ada = seated(visit, site)
        for width, height in ((1280, 800), (390, 844)):
            ada.page.set_viewport_size({"width": width, "height": height})
            ada.page.goto(race.get_absolute_url())
            ada.live()
            ada.page.locator("#cockpit .lever").first.hover()
            assert not (found := faults(ada.page)), "\n".join(found)

    def test_twelve_items_fit_a_phone(self, visit: Visit, site: Site) -> None:
        race = positions.stand("react-12")
        ada = seated(visit, site)
        ada.page.set_viewport_size({"width": 390, "height": 844})
        ada.page.goto(race.get_absolute_url())
        ada.live()
        levers = ada.page.locator("#cockpit .lever")
        assert levers.count() >= 12
        for lever in levers.all():
            expect(lever).to_be_in_viewport(ratio=1)

"""Other ways to sit at the table: a phone, a keyboard alone, a browser without scripts.

By phone and by keyboard two rounds and the end are driven in every run, and whole races by `make soak`."""

import pytest
from playwright.sync_api import Locator, Position, expect

from races.models import Entry, Race
from tests.e2e.conftest import Visit
from tests.e2e.driving import Driver, on_the_grid, race
from tests.e2e.site import Site
from tests.e2e.tables import pass_over_the_middle

LONGEST_WAY = 150
"""Tab stops; more than any page of ours has."""


WHOLE = pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)])


@WHOLE
def test_a_phone(visit: Visit, whole: bool) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    ada = visit("Ada", **phone)
    ada.race_alone(bots=1, legends=0)
    expect(ada.page.locator("#cockpit")).to_be_in_viewport()

    def fits() -> bool:
        assert ada.page.evaluate("() => document.scrollingElement.scrollWidth") <= 390
        return False

    if not whole:
        race([ada], until=lambda: fits() or ada.round > 2)
        pass_over_the_middle([ada])
    race([ada], until=fits)
    ada.to_the_podium()
    fits()


def test_to_retire_is_an_item_of_the_menu_and_is_asked_twice(visit: Visit, site: Site) -> None:
    ada = visit("Ada")
    on_the_grid(site, ada, legends=1)
    ada.asked()
    page = ada.page
    expect(page.locator("#cockpit [value=leave_race]")).to_be_hidden()
    page.locator("header summary[aria-label=Menu]").click()
    page.get_by_role("button", name="Retire from the race").click()
    expect(page.get_by_role("dialog")).to_contain_text("You leave the race")
    page.get_by_role("button", name="Do it all the same").click()
    expect(page.locator("#cockpit-say")).to_contain_text("You have retired.")
    page.locator("header summary[aria-label=Menu]").click()
    expect(page.locator(".menu [data-presses=leave_race]")).to_be_hidden()


class Typist(Driver):
    """A player who has a keyboard and nothing else."""

    def press(self, target: Locator, at: Position | None = None) -> None:
        self.reach(target)
        kind = target.evaluate("e => (e.matches('label') ? e.control : e).type")
        self.page.keyboard.press("Space" if kind in {"checkbox", "radio"} else "Enter")

    def reach(self, target: Locator) -> None:
        for _ in range(LONGEST_WAY):
            if target.evaluate("e => [e, e.control].includes(document.activeElement)"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no Tab leads to {target}")

    def pick(self, target: Locator, value: str) -> None:
        """One of several radios, with the arrows."""
        group = target.page.locator(f"input[name='{target.get_attribute('name')}']:checked")
        if not group.count():  # no gear is chosen on the grid
            group = target.page.locator(f"input[name='{target.get_attribute('name')}']:enabled").first
            self.reach(group)
            self.page.keyboard.press("Space")
        self.reach(group)
        for _ in range(group.page.locator(f"input[name='{target.get_attribute('name')}']").count()):
            if target.is_checked():
                return
            self.page.keyboard.press("ArrowRight")
        raise AssertionError(f"no arrow leads to {value}")

    def choose_gear(self) -> None:
        self.page.keyboard.press(str(self.next_gear()))

    def take(self, face: str) -> None:
        key = self.card(face).locator("input").get_attribute("aria-keyshortcuts")
        assert key, f"no key takes {face}"
        self.page.keyboard.press(key)

    def send(self) -> None:
        """Enter gives the answer; where there is none to give, digits lead to the levers."""
        main = self.page.locator("#cockpit [data-main]")
        if not main.count():
            self.reach(self.levers().first)
        elif not self.page.evaluate("() => document.activeElement === document.body"):
            self.reach(main)
        self.page.keyboard.press("Enter")
        if (sure := self.page.locator("#sure button[value=yes]")).is_visible():
            self.press(sure)


@WHOLE
def test_a_keyboard_only(visit: Visit, whole: bool) -> None:
    browser = visit("Ada")
    ada = Typist(browser.page, "Ada")
    ada.page.goto("/")
    ada.press(ada.page.get_by_role("link", name="Choose track and opponents"))
    ada.page.wait_for_url("**/alone/")
    ada.reach(ada.page.get_by_label("Your name"))
    ada.page.keyboard.type("Ada")
    ada.pick(ada.page.locator("input[name=legends][value='1']"), "1")
    ada.pick(ada.page.locator("input[name=bots][value='0']"), "0")
    ada.pick(ada.page.locator("#track-italia"), "italia")
    ada.reach(ada.page.get_by_label("Laps"))
    ada.page.keyboard.type("1")
    ada.press(ada.page.get_by_role("button", name="Start the race"))
    ada.arrive()
    assert Race.objects.get().laps == 1
    sheet = ada.page.get_by_role("dialog", name="Keys of this page")
    ada.page.keyboard.press("?")
    expect(sheet).to_contain_text("Send what is chosen")
    ada.press(sheet.get_by_role("button", name="Close"))
    expect(sheet).to_be_hidden()
    ada.press(ada.page.get_by_role("link", name="Skip to the cockpit"))
    expect(ada.page.locator("#cockpit-say")).to_be_focused()
    if not whole:
        race([ada], until=lambda: ada.round > 2)
        pass_over_the_middle([ada])
    race([ada])
    ada.to_the_podium()


class Plain(Driver):
    """A player whose browser runs no scripts: every answer is a form, and a page shows news when it is loaded."""

    def question(self) -> str:
        """What the page asks; it is loaded anew until it asks something, or the race is over."""
        for _ in range(2000):
            if (form := self.page.locator("#cockpit form.answer[id]")).count():
                return form.get_attribute("id") or ""
            if self.page.locator("#waiting a[href*=results]").count():
                return ""
            self.page.wait_for_timeout(200)
            self.page.reload()
        raise AssertionError("nothing is asked")

    def choose_cards(self) -> None:
        for _ in range(int(self.page.locator("#cockpit").get_attribute("data-count") or 0)):
            self.press(self.page.locator("#cockpit .hand label.card:has(input:enabled:not(:checked))").last)


def test_no_scripts_at_all(visit: Visit) -> None:
    browser = visit("Ada", java_script_enabled=False)
    ada = Plain(browser.page, "Ada")
    ada.race_alone(bots=0, legends=1, live=False)
    ada.page.wait_for_url("**/races/*/")
    Race.objects.update(presets={"0": []})  # the site answers nothing for her, while a page loads
    while question := ada.question():
        ada.answer(question)
        assert not ada.page.locator("#messages .toast").count(), ada.page.locator("#messages").inner_text()
    assert Entry.objects.filter(seat=0).count() == len(ada.answered)
    ada.to_the_podium()

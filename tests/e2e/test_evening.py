"""An evening with garage and weather, set up by a host who sees the site for the first time: from the home page to the
first round, by pressing what the pages offer."""

from playwright.sync_api import expect

from races.models import Race
from tests.e2e.conftest import Visit
from tests.e2e.driving import Driver

CLICKS = 6
"""Presses of a first-time host between the home page and the race, a name typed besides."""


class Host(Driver):
    """Counts what is pressed before the race."""

    presses = 0

    def press(self, *args: object, **options: object) -> None:
        self.presses += 1
        super().press(*args, **options)  # type: ignore[arg-type]


def test_a_club_race_from_the_home_page(visit: Visit) -> None:
    browser = visit("Ada")
    ada = Host(browser.page, "Ada")
    ada.page.goto("/")
    ada.press(ada.page.get_by_role("link", name="Open a room", exact=True))
    ada.page.get_by_label("Your name").fill("Ada")
    ada.press(ada.page.get_by_role("button", name="Club race"))
    expect(ada.page.get_by_label("Your name")).to_have_value("Ada")
    expect(ada.page.locator("[name=garage][value=rounds]")).to_be_checked()
    ada.press(ada.page.get_by_role("button", name="Open the room"))
    ada.live()
    expect(ada.page.locator("#evening-club")).to_have_attribute("aria-current", "true")
    expect(ada.page.locator("#summary")).to_contain_text("Weather")
    ada.press(ada.page.get_by_role("button", name="Fill", exact=True))
    expect(ada.page.locator(".seats [data-seat]")).to_have_count(6)
    ada.start()
    assert ada.presses <= CLICKS
    draft(ada)
    race = Race.objects.get()
    assert '"draft":"rounds"' in race.setup
    assert '"weather":"' in race.state


def draft(driver: Driver) -> None:
    """Take a card each time that the market lies open, until the first round."""
    picked = 0
    while (question := driver.asked(other_than=driver.answered[-1] if driver.answered else "")).split(".")[
        1
    ] == "draft":
        driver.press(driver.page.locator("label[for^=take-]").first)
        driver.answered.append(question)
        driver.send()
        picked += 1
    assert picked == 3
    assert question.split(".")[1] == "gears"


def test_settings_that_are_changed_later_reach_the_guests(visit: Visit) -> None:
    """The host opens the fold, presses a ready-made race and turns one part of it off again."""
    ada, bo = visit("Ada"), visit("Bo")
    code = ada.open_room()
    bo.join(code)
    bo.be_ready()
    ada.live()
    ada.press(ada.page.locator(".fold > summary"))
    ada.press(ada.page.locator("#evening-everything"))
    expect(ada.page.locator("#evening-everything")).to_have_attribute("aria-current", "true")
    expect(bo.page.locator("#summary")).to_contain_text("Everything")
    expect(bo.page.get_by_role("alert")).to_contain_text("Garage")
    ada.press(ada.page.locator("label[for=id_roads]"))
    expect(bo.page.locator("#summary")).to_contain_text("A race of your own")
    expect(bo.page.locator("#summary")).not_to_contain_text("Road conditions")
    expect(ada.page.locator(".evening[aria-current]")).to_have_count(0)
    expect(ada.page.locator(".fold")).to_have_attribute("open", "")

"""A player at a browser: what they press to open a room, to sit down, and to drive. They see the page, nothing else."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, Position, TimeoutError, expect

from heatsite.visitors import COOKIE, sign
from races.start import Start
from tests.e2e.site import Site
from tests.races.factories import COLOURS, make_race
from tests.races.factories import drivers as starts
from tests.waiting import LIMIT

LOOK = """() => {
  const cockpit = document.querySelector("#cockpit");
  const form = cockpit?.querySelector("form[id]");
  return {
    question: cockpit?.dataset.asked === "true" && !form.hasAttribute("data-sent") ? form.id : "",
    playing: Boolean(document.body?.classList.contains("playing")), // a page that has just begun to load has no body
    over: Boolean(document.querySelector("#waiting a[href*=results]")) || location.pathname.endsWith("/results/"),
    awaited: Array.from(document.querySelectorAll("#waiting [data-seat]"), (chip) => chip.dataset.seat),
  };
}"""
"""What the page asks. A form that has been sent asks no more. Where the race ends while a driver presses, the button is
the way to the podium, and leads there."""

SENSIBLE = """(forecasts) => {
  const { sets, rows } = JSON.parse(forecasts.textContent);
  const worth = ([speed, heat, , , title]) => parseFloat(speed) - heat - (title === undefined ? 0 : 9);
  const best = Object.keys(sets).reduce((a, b) => (worth(rows[sets[b]]) > worth(rows[sets[a]]) ? b : a));
  return best.split(" ");
}"""
"""The cards that go far for little Heat, as the road ahead tells."""

A_RACE = 20 * 60
"""Seconds after which a race is stuck."""
A_QUESTION = LIMIT
GLANCE = 100
"""Milliseconds between two looks at a page."""
A_CLICK = 5000
"""Milliseconds until a driver looks again whether a question is still open."""
BRISK = 2
"""The gear in which these drivers like to drive: not the fastest, but it brings all cars home in a dozen rounds."""


MARKETS = frozenset({"draft", "snake_draft", "give_up", "swap"})
"""The phases before a race."""

EDGE: Position = {"x": 15, "y": 25}


class Driver:
    """One visitor at one page."""

    def __init__(self, page: Page, name: str, *, touch: bool = False) -> None:
        self.page = page
        self.name = name
        self.context = page.context
        self.touch = touch
        self.answered: list[str] = []
        self.leaves: set[str] = set()
        """The phases whose questions this driver leaves to the site, by an answer in advance."""
        self.seat: str | None = None
        self.watches = False
        """Whether they see to its end whatever is played."""

    def press(self, target: Locator, at: Position | None = None) -> None:
        if self.touch:
            target.tap(position=at)
        else:
            target.click(position=at)

    @property
    def round(self) -> int:
        """That of the last question that they have answered."""
        return int(self.answered[-1].partition(".")[0]) if self.answered else 0

    # Before the race

    def open_room(self, *, track: str = "italia", rules: str = "standard", evening: str = "plain") -> str:
        """From the home page to a waiting room for a ready-made race; its code."""
        self.page.goto("/")
        self.press(self.page.get_by_role("link", name="Open a room", exact=True))
        if evening != "plain":
            self.press(self.page.locator(f"#evening-{evening}"))
            expect(self.page.locator(f"#evening-{evening}")).to_have_attribute("aria-current", "true")
        self.page.get_by_label("Your name").fill(self.name)
        self.press(self.page.locator(f"label:has(#track-{track})"))
        self.page.get_by_label("Laps").select_option("1")
        self.page.get_by_label("Turn clock").select_option("0")
        self.press(self.page.locator(f"label:has(#rules-{rules})"))
        self.press(self.page.get_by_role("button", name="Open the room"))
        self.page.wait_for_url("**/lobby/*/*")
        return self.page.url.split("/")[4]

    def race_alone(
        self, *, bots: int, legends: int, track: str = "italia", rules: str = "standard", live: bool = True
    ) -> None:
        """From the home page to the track, against the house."""
        self.page.goto("/")
        self.press(self.page.get_by_role("link", name="Choose track and opponents"))
        self.page.get_by_label("Your name").fill(self.name)
        self.press(self.page.locator(f"label:has(input[name=bots][value='{bots}'])"))
        self.press(self.page.locator(f"label:has(input[name=legends][value='{legends}'])"))
        self.page.get_by_label("How good the bots are").select_option("cautious")
        self.press(self.page.locator(f"label:has(#track-{track})"))
        self.page.get_by_label("Laps").select_option("1")
        self.press(self.page.locator(f"label:has(#rules-{rules})"))
        self.press(self.page.get_by_role("button", name="Start the race"))
        if live:
            self.arrive()

    def join(self, code: str) -> None:
        """From the home page into a room, by its code."""
        self.page.goto("/")
        self.page.get_by_label("Room code").fill(code)
        self.press(self.page.get_by_role("button", name="Join"))
        self.page.wait_for_url("**/lobby/*/*")
        self.page.get_by_label("Your name").fill(self.name)
        self.press(self.page.get_by_role("button", name="Join"))
        expect(self.page.get_by_role("button", name="I am ready")).to_be_visible()

    def be_ready(self) -> None:
        self.live()
        self.press(self.page.get_by_role("button", name="I am ready"))
        expect(self.page.get_by_role("button", name="Not ready yet")).to_be_visible()

    def start(self) -> None:
        self.live()
        self.press(self.page.get_by_role("button", name="Start the race"))
        self.arrive()

    def live(self) -> None:
        """The page has its socket."""
        expect(self.page.locator("#connection")).to_have_attribute("data-state", "connected")

    def arrive(self) -> None:
        """On the page of the race."""
        self.page.wait_for_url("**/races/*/")
        self.live()
        self.seat = self.page.locator("#race").get_attribute("data-me")

    def make_token(self) -> str:
        """By the menu of the race to a token for a program."""
        self.press(self.page.locator("header summary[aria-label=Menu]"))
        self.press(self.page.get_by_role("link", name="Let a program drive"))
        self.press(self.page.get_by_role("button", name="Make a token"))
        return self.page.get_by_label("Your new token").input_value()

    # During the race

    def look(self) -> dict[str, Any]:
        seen: dict[str, Any] = self.page.evaluate(LOOK)
        return seen

    def asked(self, *, other_than: str = "") -> str:
        """Wait for the next question, without watching what led to it."""
        end = time.monotonic() + A_QUESTION
        while time.monotonic() < end:
            seen = self.look()
            if seen["playing"]:
                self.skip()
            elif seen["question"] and seen["question"] != other_than:
                return str(seen["question"])
            self.page.wait_for_timeout(GLANCE)
        raise AssertionError(f"{self.name} is asked nothing")

    def preset(self, *presets: str) -> None:
        """Give answers in advance, in the settings of the race."""
        menu = self.page.locator("header summary[aria-label=Menu]")
        self.press(menu)
        self.press(self.page.locator("header .settings > summary"))
        for preset in presets:
            switch = self.page.locator(f".presets input[value={preset}]")
            self.press(switch)
            expect(switch).to_be_checked()
        self.press(menu)

    def skip(self) -> None:
        self.page.keyboard.press("Escape")

    def drive_on(self) -> bool:
        """Answer if there is a question; whether there was."""
        seen = self.look()
        if seen["playing"]:
            if not self.watches:
                self.skip()
            return False
        if not seen["question"] or seen["question"] in self.answered[-1:]:
            return False
        if seen["question"].split(".")[1] in self.leaves:
            return False
        self.answer(seen["question"])
        return True

    def answer(self, question: str) -> None:
        """A sensible answer to the question that the page shows."""
        self.answered.append(question)
        end = time.monotonic() + A_QUESTION
        while self.look()["question"] == question:  # else it was answered by default meanwhile
            try:
                with self.looking_again():
                    self.choose(question.split(".")[1])
                    self.send()
            except TimeoutError:
                if time.monotonic() > end:
                    raise
            else:
                return

    @contextmanager
    def looking_again(self) -> Iterator[None]:
        """What is to be pressed may be gone, because it was answered by default: no long wait for it."""
        self.context.set_default_timeout(A_CLICK)
        try:
            yield
        finally:
            self.context.set_default_timeout(1000 * LIMIT)

    def choose(self, phase: str) -> None:
        if phase == "gears":
            self.choose_gear()
        elif phase == "cards":
            self.choose_cards()
        elif phase in MARKETS:
            self.choose_upgrade()

    def choose_upgrade(self) -> None:
        """The first card of those to give, where there are any, and the first of the market."""
        for first in ("#cockpit .give label", "#market .reach"):
            if (card := self.page.locator(first)).count():
                self.press(card.first, EDGE)

    def next_gear(self) -> int:
        """Up to a brisk one, for nothing; never down."""
        lying = self.page.locator("#cockpit input[name=gear]:checked")
        chosen = int(lying.get_attribute("value") or 1) if lying.count() else 1
        higher = self.page.locator(f"#cockpit input[name=gear][value='{chosen + 1}']:enabled")
        return chosen + 1 if chosen < BRISK and higher.count() else chosen

    def choose_gear(self) -> None:
        gear = self.page.locator(f"#cockpit label:has(input[name=gear][value='{self.next_gear()}'])")
        if not gear.locator("input").is_checked():
            self.press(gear)

    def choose_cards(self) -> None:
        if self.chosen():
            return  # those of the plan, which go off by themselves
        for face in self.page.locator("#cockpit .forecasts").first.evaluate(SENSIBLE):
            self.take(face)

    def take(self, face: str) -> None:
        """Where a hand is fanned out, each card shows at least its edge."""
        self.press(self.card(face), EDGE)

    def card(self, face: str) -> Locator:
        """A card of this face that can be taken and is not."""
        return self.page.locator(f"#cockpit .hand label.card:has(input[value='{face}']:enabled:not(:checked))").first

    def hand(self) -> list[str]:
        return [str(box.get_attribute("value")) for box in self.page.locator("#cockpit .hand input").all()]

    def chosen(self) -> list[str]:
        """The cards that stand chosen in the form."""
        return [str(box.get_attribute("value")) for box in self.page.locator("#cockpit .hand input:checked").all()]

    def levers(self) -> Locator:
        """The buttons of all levers that can be used."""
        return self.page.locator("#cockpit button.lever:not([aria-disabled=true]), #cockpit .lever button")

    def send(self) -> None:
        """Go on with what is chosen; where something is a must, or a slipstream is there to be taken, use that."""
        main = self.page.locator("#cockpit [data-main]")
        levers = self.levers()
        slipstream = self.page.locator("#cockpit.is-slipstream")
        self.press((levers if slipstream.count() or not main.count() else main).first)
        if (sure := self.page.locator("#sure button[value=yes]")).is_visible():
            self.press(sure)

    # After it

    def to_the_podium(self) -> None:
        self.page.wait_for_load_state()  # without its styles a page shows both ways, of which it hides one
        if not self.page.url.endswith("/results/"):
            ways = self.page.locator("#cockpit a[href*=results], #waiting a[href*=results]")
            self.press(ways.filter(visible=True).first)
            self.page.wait_for_url("**/results/")
        expect(self.page.get_by_role("heading", level=1)).to_be_visible()


def sit_down(host: Driver, *guests: Driver, **terms: str) -> list[Driver]:
    """One opens a room, the others come by its code; then they are on the track. `terms` are those of `open_room`."""
    code = host.open_room(**terms)
    for guest in guests:
        guest.join(code)
    for guest in guests:
        guest.be_ready()
    host.start()
    for guest in guests:
        guest.arrive()
    return [host, *guests]


def on_the_grid(site: Site, *drivers: Driver, legends: int = 0, **terms: Any) -> list[Driver]:
    """In a race that has just begun, for tests that are not about the way there, which `sit_down` and `race_alone` go.
    `terms` are those of `make_race`."""
    visitors = [driver.name.lower() for driver in drivers]
    others = [
        Start(name=f"Legend {number}", colour=COLOURS[-number], number=90 + number, legend="medium")
        for number in range(1, legends + 1)
    ]
    terms = {"track": "italia", "clock": 0, **terms}
    row = make_race(starters=[*starts(*visitors), *others], **terms)
    for driver, visitor in zip(drivers, visitors, strict=True):
        driver.context.add_cookies([{"name": COOKIE, "value": sign(visitor), "url": site.address}])
        driver.page.goto(row.get_absolute_url())
        driver.arrive()
    return list(drivers)


def race(drivers: Sequence[Driver], until: Callable[[], bool] | None = None) -> None:
    """The driver for whom the race waits answers, until it is over for all or something else has come about."""
    end = time.monotonic() + A_RACE
    while time.monotonic() < end:
        if until is not None and until():
            return
        awaited = drivers[0].look()["awaited"]
        acted = [driver.drive_on() for driver in drivers if driver.seat in awaited]
        if not awaited:
            seen = [driver.look() for driver in drivers]
            if all(one["over"] for one in seen):
                return
            for driver, one in zip(drivers, seen, strict=True):
                if one["playing"] and not driver.watches:  # who was not asked may have much to see yet
                    driver.skip()
        if not any(acted):
            drivers[0].page.wait_for_timeout(GLANCE)
    where = {driver.name: (driver.answered[-1:], driver.page.locator("#waiting").inner_text()) for driver in drivers}
    raise AssertionError(f"the race does not end: {where}")

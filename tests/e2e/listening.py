"""A visitor who does not see the page: they know roles and names, hear the words, and have a keyboard."""

import re
import time
from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.e2e.driving import A_RACE, GLANCE
from tests.waiting import LIMIT

SEND = re.compile(r"^(Choose|Gear|Stay|Shift|Play|Done|Go on|Keep|Put|Throw|Count)")
"""The buttons that answer, by their first word."""
SPEED = re.compile(r"speed \d+")
PATIENCE = 60
"""Glances, until an answer is taken for lost and the page is listened to anew."""
A_MOMENT = 4000
"""Milliseconds that a control may take to be there."""
FAR = 10
"""Spaces; so far from a corner, third gear does no harm."""


class Listener:
    """One driver. Every locator is a role with a name; what to do follows from what is said there."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.answers = 0
        self.heard: dict[str, set[str]] = {"odds": set(), "cars": set(), "said": set()}

    def press(self, target: Locator, key: str = "Enter") -> None:
        target.focus()
        self.page.keyboard.press(key)

    def race_alone(self, name: str, *, legends: int) -> None:
        page = self.page
        page.goto("/")
        self.press(page.get_by_role("link", name="Choose track and opponents"))
        page.get_by_role("textbox", name="Your name").fill(name)
        self.tick(page.get_by_role("group", name="Legends").get_by_role("radio", name=str(legends), exact=True))
        self.tick(page.get_by_role("group", name="Bots").get_by_role("radio", name="0", exact=True))
        self.tick(page.get_by_role("radio", name=re.compile("^Italia")))
        page.get_by_role("combobox", name="Laps").select_option("1")
        self.press(page.get_by_role("button", name="Start the race"))
        expect(self.cockpit()).to_be_visible()

    def tick(self, box: Locator) -> None:
        if not box.is_checked():
            self.press(box, "Space")

    # What the page says

    def cockpit(self) -> Locator:
        return self.page.get_by_role("region", name="Your car")

    def cars(self) -> list[str]:
        words = self.page.get_by_role("region", name="The board in words")
        return [said for said in words.get_by_role("listitem").all_inner_texts() if "lane" in said]

    def odds(self) -> list[str]:
        """The landings of what is chosen; a page may have to fetch them."""
        lines = self.cockpit().get_by_role("listitem").filter(has_text=SPEED)
        with suppress(AssertionError):
            expect(lines.first).to_be_attached(timeout=A_MOMENT)
        return lines.all_inner_texts()

    def podium(self) -> Locator:
        return self.page.get_by_role("link", name=re.compile("podium"))

    # What to do

    def drive(self, until: Callable[[], bool] = lambda: False) -> None:
        self.page.set_default_timeout(A_MOMENT)
        end = time.monotonic() + A_RACE
        while time.monotonic() < end:
            if until():
                return
            if self.page.get_by_role("button", name="Skip", exact=True).count():
                self.page.keyboard.press("Escape")
            elif self.podium().count():
                return
            elif self.asked():
                with suppress(TimeoutError):  # a plan goes off by itself, and takes its controls away
                    self.answer()
            self.page.wait_for_timeout(GLANCE)
        raise AssertionError(f"the race does not end: {self.cockpit().aria_snapshot()}")

    def asked(self) -> bool:
        return bool(self.cockpit().get_by_role("button", name=SEND).count() or self.levers().count())

    def send(self) -> Locator:
        return self.cockpit().get_by_role("button", name=SEND, disabled=False)

    def levers(self) -> Locator:
        return self.cockpit().get_by_role("group", name="Reactions").get_by_role("button", disabled=False)

    def answer(self) -> None:
        self.heard["cars"].update(self.cars())
        gears = self.cockpit().get_by_role("radio")
        hand = self.cockpit().get_by_role("group", name=re.compile("cards for this gear|choose what to play"))
        count = self.shift(gears) if gears.count() else 0
        if hand.count():
            told = re.search(r"\d+", self.cockpit().get_by_role("paragraph").first.inner_text())
            count = count or (int(told[0]) if told else 0)
            if not count:  # the next question came while this one was read
                return
            self.play(hand.get_by_role("checkbox", disabled=False), count)
        before = self.cockpit().aria_snapshot()
        self.press((self.send() if self.send().count() else self.levers()).last)
        sure = self.page.get_by_role("dialog").get_by_role("button", name="Do it all the same")
        if sure.count():
            self.press(sure)
        self.answers += 1
        for _ in range(PATIENCE):
            if self.cockpit().count() != 1 or self.cockpit().aria_snapshot() != before:
                return
            self.page.wait_for_timeout(GLANCE)

    def shift(self, gears: Locator) -> int:
        """Third where the next corner is far, else second; what is free, and never down. Which gear it is then."""
        (mine,) = [said for said in self.cars() if "This is your car." in said]
        far = re.search(r"(\d+) spaces? before (corner|the finish)", mine)
        wanted = 3 if far and int(far[1]) > FAR else 2
        names = [gear.aria_snapshot() for gear in gears.all()]
        now = next(at for at, name in enumerate(names, start=1) if "stay" in name)
        gear = next((gear for gear in range(wanted, now, -1) if "free" in names[gear - 1]), now)
        self.tick(gears.nth(gear - 1))
        return gear

    def play(self, cards: Locator, count: int) -> None:
        """The fastest cards of a row that cost little, as the odds say; those that a plan has chosen stay."""
        if any(card.is_checked() for card in cards.all()):
            self.heard["odds"].update(self.odds())
            return
        expect(cards.nth(count - 1)).to_be_visible()
        for first in range(cards.count() - count, -1, -1):
            for at in range(cards.count()):
                if cards.nth(at).is_checked() and not first <= at < first + count:
                    self.press(cards.nth(at), "Space")
            for at in range(first, first + count):
                self.tick(cards.nth(at))
            odds = self.odds()
            self.heard["odds"].update(odds)
            if odds and all("no Heat" in one or "1 Heat" in one for one in odds):
                return

    # After it

    def to_the_podium(self) -> None:
        self.page.set_default_timeout(1000 * LIMIT)
        self.podium().last.focus()
        expect(self.podium().last).to_be_focused()
        self.page.keyboard.press("Enter")
        self.page.wait_for_url("**/results/")
        expect(self.page.get_by_role("heading", level=1)).to_be_visible()
        expect(self.page.get_by_role("table").first).to_be_visible()

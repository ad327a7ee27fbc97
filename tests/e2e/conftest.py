"""Headless Chromium, a server and a database for each test, and visitors who notice every fault in their browser."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from django.core.management import call_command
from django.db import connection
from playwright.sync_api import Browser, ConsoleMessage, Page, expect
from pytest_django.fixtures import Settings

from races import scenes
from tests.e2e.driving import Driver
from tests.e2e.profiles import Profile, Profiles
from tests.e2e.site import Site
from tests.e2e.warm import Warm, WarmSite

Made = TypeVar("Made")


def elsewhere(make: Callable[[], Made]) -> Made:
    """Make something in a thread of its own: the browser's loop may run in this one."""

    def made() -> Made:
        try:
            return make()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(made).result()


@pytest.fixture(autouse=True)
def _alone(settings: Settings) -> None:
    """Each test starts as a new process would, and draws no track."""
    settings.DRAW_TRACKS = False
    scenes.forget()


@pytest.fixture
def application() -> str:
    """The application of the site. Modules that need another pace have a fixture of this name."""
    return "tests.e2e.brisk:application"


@pytest.fixture(scope="session")
def warm() -> Iterator[Warm]:
    with Warm() as process:
        yield process


@pytest.fixture
def site(transactional_db: None, tmp_path: Path, application: str, warm: Warm) -> Iterator[Site]:
    """A site with the shipped circuits and decks."""
    call_command("loaddata", "tracks", "lesson_tracks", "legend_decks", verbosity=0)
    running = WarmSite(tmp_path, application, warm)
    running.start()
    yield running
    running.stop()
    assert not running.errors()


BLOCKED = "Service Worker registration blocked"
"""What Playwright says of a page that wants one, in a browser that is to have none."""


class Faults(list[str]):
    """What went wrong in browsers. While a server is down, its absence is none."""

    down = False

    def watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.append(f"{page.url}: {error}"))
        page.on("console", self.console)

    def console(self, message: ConsoleMessage) -> None:
        absences = ("WebSocket", "net::ERR_", "htmx:sendError", "htmx:timeout", "htmx:afterRequest")
        is_absence = any(one in message.text for one in absences) or message.text == "[object Event]"  # htmx's, too
        if message.type in {"error", "warning"} and BLOCKED not in message.text and not (self.down and is_absence):
            self.append(f"{message.location.get('url')}: {message.text}")


@pytest.fixture
def faults() -> Iterator[Faults]:
    found = Faults()
    yield found
    assert not found


Visit = Callable[..., Driver]


@pytest.fixture(scope="session")
def profiles() -> Profiles:
    return Profiles()


@pytest.fixture
def visit(browser: Browser, site: Site, faults: Faults, profiles: Profiles) -> Iterator[Visit]:
    """A new visitor with a browser of their own. Options are those of Playwright's contexts, and of `Profile`."""
    taken: list[Profile] = []

    def new(name: str = "Ada", *, own: bool = False, plans_ahead: bool = False, **options: Any) -> Driver:
        profile = profiles.take(browser, site.address, own=own, plans_ahead=plans_ahead, options=options)
        profile.context.on("page", faults.watch)
        taken.append(profile)
        return Driver(profile.context.new_page(), name, touch=bool(options.get("has_touch")))

    yield new
    for profile in taken:
        profile.context.remove_listener("page", faults.watch)
        profiles.give_back(profile)


@contextmanager
def killed(site: Site, faults: Faults, drivers: Sequence[Driver]) -> Iterator[None]:
    """The server is killed, and each page notices. It starts again at the end, and each page is live again."""
    faults.down = True
    site.kill()
    for driver in drivers:
        expect(driver.page.locator("#connection")).to_have_attribute("data-state", "reconnecting")
    yield
    site.start()
    for driver in drivers:
        driver.live()
    faults.down = False

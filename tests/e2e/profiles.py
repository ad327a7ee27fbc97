"""Browsers of visitors, with cookies, storage and files of their own, which nobody else sees.

What a visitor leaves behind goes, but for the files of the site: a browser that fetches sixty of them anew for each
visitor takes twice as long for a page. So the next visitor with the same options gets that browser, and all sites of a
worker have the same address.
"""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from tests.waiting import LIMIT

PATIENCE = 1000 * LIMIT
"""Milliseconds that a page may take for what it is to show, on the busiest of machines."""
FAST = "try { localStorage.setItem('playback-speed', 'fast') } catch {}"
GEAR_BY_GEAR = """{
  const { fetch } = window;
  window.fetch = (address, ...more) =>
    String(address).includes("/ahead/?gear=")
      ? Promise.resolve(new Response(null, { status: 404 }))
      : fetch(address, ...more);
}"""
"""No cards rise: a page that asks what comes of the cards for a gear hears nothing. (A route of Playwright for that
would pause every request of the page, and keep no file.)"""
STORED = "cookies,local_storage,indexeddb,cache_storage,file_systems"


@dataclass
class Profile:
    """A browser of one visitor. It is `own` where a test does what cannot be undone: sets its clock, adds scripts,
    takes the network away. Where nothing `plans_ahead`, gear and cards are chosen one by one."""

    context: BrowserContext
    address: str
    kind: str
    own: bool


class Profiles:
    """Those that are free, by what kind they are."""

    def __init__(self) -> None:
        self._free: defaultdict[str, list[Profile]] = defaultdict(list)

    def take(self, browser: Browser, address: str, *, own: bool, plans_ahead: bool, options: dict[str, Any]) -> Profile:
        options.setdefault("viewport", {"width": 1280, "height": 800})
        options.setdefault("reduced_motion", "reduce")
        options.setdefault("service_workers", "block")  # a kept file would hide what the server says
        kind = f"{address} {plans_ahead} {sorted(options.items())}"
        if self._free[kind] and not own:
            return self._free[kind].pop()
        context = browser.new_context(base_url=address, **options)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(FAST)
        if not plans_ahead:
            context.add_init_script(GEAR_BY_GEAR)
        return Profile(context, address, kind, own or options["service_workers"] == "allow")

    def give_back(self, profile: Profile) -> None:
        """All that its visitor had open is closed, and what the site stored with them is gone."""
        context = profile.context
        if profile.own:
            context.close()
            return
        page = context.new_page()
        context.new_cdp_session(page).send(
            "Storage.clearDataForOrigin", {"origin": profile.address, "storageTypes": STORED}
        )
        context.clear_cookies()
        for one in context.pages:
            one.close()
        self._free[profile.kind].append(profile)

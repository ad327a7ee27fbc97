"""A browser on the site, without a server: this process answers its requests, and its sockets connect to nobody, so
that nothing on a page moves on by itself."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from django.test import Client, override_settings
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, Route, WebSocketRoute

from heatsite.visitors import COOKIE, sign

ADDRESS = "http://localhost"
LOOK = (Path(__file__).parent / "look.js").read_text(encoding="utf-8")
WORDS = (Path(__file__).parent / "words.js").read_text(encoding="utf-8")

SIZES: dict[str, tuple[int, int]] = {
    "1440x900": (1440, 900),
    "2560x1440": (2560, 1440),
    "1280x720": (1280, 720),
    "1180x820": (1180, 820),
    "1024x768": (1024, 768),
    "768x1024": (768, 1024),
    "720x450": (720, 450),
    "844x390": (844, 390),
    "390x844": (390, 844),
    "320x568": (320, 568),
    "1920x1080": (1920, 1080),
}
TELEVISION = "1920x1080"
THEMES = ("light", "dark")
README = (
    ("cards-chosen", "1440x900", "light", "race.jpg"),
    ("react", "390x844", "dark", "react.jpg"),
    ("shift", "390x844", "light", "shift.jpg"),
    ("television", "1920x1080", "dark", "television.jpg"),
)
"""The pictures of the README: name, size, theme, file."""


class Sitter:
    """One visitor's page. What goes wrong in it is kept in `faults`."""

    def __init__(self, browser: Browser, visitor: str, *, scale: float = 1) -> None:
        self.client = Client(raise_request_exception=False, SERVER_NAME="localhost")
        self.client.cookies[COOKIE] = sign(visitor)
        self._sockets: list[WebSocketRoute] = []
        self.moves = False
        """Whether the visitor wants to see things move."""
        self.faults: list[str] = []
        self.extra: dict[str, Callable[[], str]] = {}
        """Pages that have no address, by one that they are given here."""
        self.settings: dict[str, Any] = {}
        """What the site is set to, where that is not as always."""
        self.context = browser.new_context(
            base_url=ADDRESS, reduced_motion="reduce", device_scale_factor=scale, service_workers="block"
        )
        self.context.add_init_script("localStorage.setItem('playback-speed', 'slow')")
        self.page: Page = self.context.new_page()
        self.page.route("**/*", self._answer)
        self.page.route_web_socket(re.compile("."), self._open)
        self.page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        self.page.on("console", self._said)

    def _said(self, said: ConsoleMessage) -> None:
        if said.type == "error" and said.location["url"] != self.page.url:  # that is a page which is not found
            self.faults.append(f"console: {said.text} ({said.location['url']})")

    def keep(self, cookie: str, value: str) -> None:
        """What this browser has been told before."""
        self.client.cookies[cookie] = value

    def _open(self, socket: WebSocketRoute) -> None:
        self._sockets.append(socket)

    def _answer(self, route: Route, request: Request) -> None:
        address = urlsplit(request.url)
        if address.path in self.extra:
            route.fulfill(body=self.extra[address.path](), content_type="text/html; charset=utf-8")
            return
        of_htmx = {name: value for name, value in request.headers.items() if name.startswith("hx-")}
        form, kind = request.post_data_buffer or b"", request.headers.get("content-type", "")
        with override_settings(**self.settings):
            made = self.client.generic(request.method, f"{address.path}?{address.query}", form, kind, headers=of_htmx)
        if made.status_code >= 500:
            self.faults.append(f"{address.path}: {made.status_code}")
        body = b"".join(made)
        headers = {name: value for name, value in made.headers.items() if name.lower() != "content-length"}
        route.fulfill(status=made.status_code, headers=headers, body=body)

    def go(self, address: str, size: str) -> None:
        self.resize(size)
        self._sockets.clear()
        self.page.goto(address, wait_until="load")
        self.settle()

    def hear(self, message: str) -> None:
        """What a socket of the page is sent."""
        self._sockets[-1].send(message)

    def resize(self, size: str) -> None:
        wide, high = SIZES[size]
        self.page.set_viewport_size({"width": wide, "height": high})

    def settle(self) -> None:
        """Two frames: what watches sizes has seen the new one, and its work is drawn."""
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def theme(self, name: str) -> None:
        self.page.emulate_media(
            color_scheme="dark" if name == "dark" else "light",
            reduced_motion="no-preference" if self.moves else "reduce",
        )

    def look(self) -> list[str]:
        """What the page itself can tell: cut, covered, off the screen."""
        found: list[str] = self.page.evaluate(LOOK)
        return found

    def words(self) -> list[str]:
        """All that the page says, also where it is not open yet."""
        found: list[str] = self.page.evaluate(WORDS)
        return found

    def shoot(self, file: Path | None = None, *, full: bool = False) -> bytes:
        # where things move, the picture's script has brought them to a stand
        ends: Literal["allow", "disabled"] = "allow" if self.moves else "disabled"
        return self.page.screenshot(path=file, animations=ends, full_page=full, timeout=60_000)

    def close(self) -> None:
        self.context.close()

"""Visitors who keep every byte that the site sends them: pages with their headers, and frames, as they came."""

import http.client
import json
import re
import secrets
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from heatsite.visitors import COOKIE, read
from tests.e2e.site import Site
from tests.waiting import LIMIT

REVISION = re.compile(r'id="revision" value="(\d+)" data-version="(\d+)"')
ACKNOWLEDGEMENT = re.compile(r"<heat-ack [^>]*></heat-ack>\s*")
COCKPIT = 'id="cockpit"'
PATIENCE = LIMIT


def form(choice: object) -> dict[str, object]:
    """A choice as the fields of a form: one value as itself, many as a list, numbers as text."""
    told = msgspec.to_builtins(choice)
    fields: dict[str, object] = {"do": told.pop("type")}
    for name, value in told.items():
        if value not in ((), []):
            fields[name] = str(value) if isinstance(value, int) else value[0] if len(value) == 1 else value
    return fields


@dataclass
class Page:
    """An answer to a request, and the revision of the race at that time."""

    path: str
    status: int
    headers: str
    body: str
    revision: int


class Shows(NamedTuple):
    """What a page that connects says that it shows already."""

    revision: int
    version: int
    question: str


NOTHING = Shows(-1, -1, "")


@dataclass
class Line:
    """A connection to the socket of a page: what it said of itself, and all that it heard."""

    shows: Shows
    socket: ClientConnection
    frames: list[str] = field(default_factory=list)

    def hear(self, part: str) -> str:
        """Wait for a frame with something in it."""
        while True:
            frame = self.socket.recv(PATIENCE)
            assert isinstance(frame, str)
            self.frames.append(frame)
            if part in frame:
                return frame

    def hear_cockpit(self, since: int) -> None:
        """The driver's own cockpit is shown anew, in one of the frames since a number of them."""
        if not any(COCKPIT in frame for frame in self.frames[since:]):
            self.hear(COCKPIT)

    def hear_revision(self, revision: int) -> None:
        """What has changed has reached all viewers before anything else changes: each frame then shows one revision.
        Of answers that are hidden from this viewer nothing is heard, and the revision that is shown stays."""
        told = [int(found[1]) for frame in self.frames if (found := REVISION.search(frame))]
        if revision > max(told, default=self.shows.revision):
            self.hear(f'id="revision" value="{revision}"')

    @property
    def shown(self) -> list[str]:
        """The frames without what is said to commands."""
        return [ACKNOWLEDGEMENT.sub("", frame) for frame in self.frames if not frame.startswith("<heat-ack")]


class Listener:
    """A visitor without a browser."""

    def __init__(self, site: Site, name: str) -> None:
        self.site = site
        self.name = name
        self.cookies: dict[str, str] = {}
        self.pages: list[Page] = []
        self.lines: list[Line] = []
        self._open = ExitStack()
        self.lobby: ClientConnection | None = None
        self.heard_in_lobby: list[str] = []
        self.heard_by_program: list[str] = []
        self.secrets: set[str] = set()
        """What only this visitor may know, besides what their cookies say."""

    @property
    def visitor(self) -> str:
        return read(self.cookies[COOKIE])

    # Pages

    def get(self, path: str, revision: int = -1) -> Page:
        return self._ask("GET", path, None, revision)

    def post(self, path: str, revision: int = -1, **fields: Any) -> Page:
        body = urlencode({**fields, "csrfmiddlewaretoken": self.cookies["csrftoken"]}, doseq=True)
        return self._ask("POST", path, body, revision)

    def _ask(self, method: str, path: str, body: str | None, revision: int) -> Page:
        asking = http.client.HTTPConnection("127.0.0.1", self.site.port, timeout=PATIENCE)
        headers = {"Cookie": self._cookie()}
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            headers["Origin"] = self.site.address
        asking.request(method, path, body, headers)
        answer = asking.getresponse()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self.cookies.update({key: morsel.value for key, morsel in SimpleCookie(value).items()})
        page = Page(path, answer.status, str(answer.headers), answer.read().decode(), revision)
        asking.close()
        self.pages.append(page)
        return page

    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def follow(self, page: Page) -> str:
        found = re.search(r"^location: (\S+)", page.headers, re.IGNORECASE | re.MULTILINE)
        assert found, (page.status, page.body[:500])
        return found[1]

    # Sockets

    def _connect(self, path: str, **options: Any) -> ClientConnection:
        headers = {"Cookie": self._cookie()} if "subprotocols" not in options else {}
        origin = Origin(self.site.address) if headers else None
        address = f"ws://{self.site.host}{path}"
        opening: ClientConnection = connect(
            address, additional_headers=headers, origin=origin, compression=None, max_size=2**21, **options
        )
        self._open.enter_context(opening)
        return opening

    def wait_in(self, room: str) -> None:
        self.lobby = self._connect(f"/ws/lobby/{room}/")

    def leave_lobby(self) -> None:
        """All that was said in there."""
        assert self.lobby is not None
        while True:
            try:
                self.heard_in_lobby.append(str(self.lobby.recv(0.05)))
            except TimeoutError:
                break
        self.lobby.close()

    def sit_down(self, page: Page, *, stale: bool = False) -> Line:
        """The socket of a page, which says what it shows; a `stale` one says that it shows nothing."""
        found = REVISION.search(page.body)
        assert found, page.body[:500]
        form = re.search(r'<form id="([^"]+)" class="answer"', page.body)
        shows = NOTHING if stale else Shows(int(found[1]), int(found[2]), form[1] if form else "")
        line = Line(shows, self._connect(f"/ws{page.path}?{urlencode(shows._asdict())}"))
        self.lines.append(line)
        return line

    def say(self, fields: Mapping[str, object]) -> str:
        """A form, as the page sends it; what the site said to it. One that is accepted leads to another cockpit, which
        comes in a frame of its own: of an answer that is hidden from others, it is all that is shown."""
        command_id = secrets.token_hex(12)
        line = self.lines[-1]
        heard = len(line.frames)
        line.socket.send(json.dumps({**fields, "id": command_id}))
        said = line.hear(f'data-id="{command_id}"')
        if "data-refused" not in said:
            line.hear_cockpit(heard)
        return said

    def program(self, path: str, token: str = "") -> ClientConnection:
        protocols = [Subprotocol("heatsite.race.v1"), *([Subprotocol(f"token.{token}")] if token else [])]
        return self._connect(f"/ws{path}", subprotocols=protocols)

    def close(self) -> None:
        self._open.close()

    # All of it

    def received(self) -> dict[str, str]:
        """Every byte, by where it came from."""
        found = {f"{number} {page.path}": page.headers + page.body for number, page in enumerate(self.pages)}
        found |= {f"lobby frame {number}": frame for number, frame in enumerate(self.heard_in_lobby)}
        found |= {f"program frame {number}": frame for number, frame in enumerate(self.heard_by_program)}
        for number, line in enumerate(self.lines):
            found |= {f"line {number} frame {place}": frame for place, frame in enumerate(line.frames)}
        return found

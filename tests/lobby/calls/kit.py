"""What the tests of calls share: a push service on this machine, browsers that it knows, races of days that wait."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.utils import timezone

from lobby.calls import addresses, push
from lobby.calls.addresses import Origin
from lobby.calls.models import PushAddress
from lobby.models import Visitor
from races import clocks
from races.models import Race, Seat
from races.models.races import DAY
from tests.races.factories import make_race

ORIGIN = Origin("https://heat.example/", "en", "", "Firefox on Linux")


@dataclass
class Taken:
    """One message as the service got it."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Service:
    """A push service that answers with `status`, and keeps what it was sent."""

    address: str
    status: int = 201
    taken: list[Taken] = field(default_factory=list)
    release: threading.Event = field(default_factory=threading.Event)
    """Cleared, it answers nobody until it is set."""


@contextmanager
def push_service() -> Iterator[Service]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.release.wait(30)
            service.taken.append(Taken(self.path, dict(self.headers), body))
            self.send_response(service.status)
            if service.status == 302:
                self.send_header("Location", f"{service.address}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *about: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = Service(f"http://127.0.0.1:{server.server_port}")
    service.release.set()
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield service
    finally:
        service.release.set()
        server.shutdown()
        thread.join()
        server.server_close()


class Browser:
    """A browser with an address at a push service; it reads what was encrypted for it."""

    def __init__(self, service: str, name: str = "b") -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"0123456789abcdef"
        self.endpoint = f"{service}/push/{name}"

    @property
    def public(self) -> str:
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return push.written(point)

    def subscription(self) -> dict[str, Any]:
        """As the browser gives it to the page's script."""
        keys = {"p256dh": self.public, "auth": push.written(self.secret)}
        return {"endpoint": self.endpoint, "expirationTime": None, "keys": keys}

    def read(self, body: bytes) -> Any:
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        return json.loads(plain)

    def given(self, visitor: str, origin: Origin = ORIGIN) -> PushAddress:
        """The browser of this visitor, who has a name here."""
        Visitor.objects.get_or_create(pk=visitor, defaults={"name": visitor.title()})
        return addresses.add_browser(visitor, self.endpoint, self.public, push.written(self.secret), origin)


def race_of_days(**terms: Any) -> Race:
    """A race of Ada and Bo with a day for each choice, in which both are asked and away for an hour."""
    race = make_race(clock=DAY, **terms)
    gone = timezone.now() - timedelta(hours=1)
    Race.objects.filter(pk=race.pk).update(absent={0: clocks.milliseconds(gone), 1: clocks.milliseconds(gone)})
    Seat.objects.filter(race=race).update(seen=gone)
    for clock in race.clocks.values():
        assert not clock.get("auto")
    race.refresh_from_db()
    assert {0, 1} <= race.clocks.keys()
    return race

"""A driver with the page before them: fragments in, forms out, as a browser sends them; chosen by chance."""

import asyncio
import re
from collections.abc import Callable
from html.parser import HTMLParser
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame
from websockets.typing import Origin

VERSION = re.compile(r'<data id="revision" value="\d+" data-version="(\d+)"')
COCKPIT = '<section id="cockpit"'
REFUSED = re.compile(r'<heat-ack id="ack"[^>]* data-code=')

NEVER = frozenset({"leave_race", "withdraw", "mulligan"})
"""Buttons that a driver in a hurry leaves alone."""
LONGEST_MESSAGE = 2**20
PATIENCE = 60
"""Seconds until a connection stands: on a busy machine a new server is slow to begin."""
AGAIN = 0.3
"""Seconds until another choice, where the first was refused."""


class Form(HTMLParser):
    """The form that answers the open question, as far as a driver's fingers can tell."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.question = ""
        self.count: int | None = None
        self.buttons: list[str] = []
        self.main = ""
        self.radios: dict[str, list[str]] = {}
        self.boxes: list[str] = []
        self.hidden: dict[str, list[str]] = {}
        self._open = False
        self.feed(html)

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in pairs}
        name, value = found.get("name", ""), found.get("value", "")
        if tag == "section" and found.get("id") == "cockpit":
            self.count = int(found["data-count"]) if found.get("data-count") else None
        elif tag == "form" and "ws-send" in found and "id" in found:
            self.question, self._open = found["id"], True
        elif not self._open or "disabled" in found:
            return
        elif (
            tag == "button" and name == "do" and found.get("type") != "button" and value.partition(":")[0] not in NEVER
        ):
            self.buttons.append(value)
            if "data-main" in found:
                self.main = value
        elif tag == "input" and found.get("type") == "radio":
            self.radios.setdefault(name, []).append(value)
        elif tag == "input" and found.get("type") == "checkbox":
            self.boxes.append(value)
        elif tag == "input" and found.get("type") in {"hidden", "number"}:
            self.hidden.setdefault(name, []).append(value)

    def handle_endtag(self, tag: str) -> None:
        self._open = self._open and tag != "form"

    def filled_in(self, dice: Random) -> dict[str, object] | None:
        """The fields as a browser sends them, repeated names as lists; None where nothing can be pressed."""
        if not self.buttons:
            return None
        some = self.count if self.count is not None else 0
        ticked = dice.sample(self.boxes, min(some, len(self.boxes)))
        fields = {**self.hidden, **{name: [dice.choice(values)] for name, values in self.radios.items()}}
        if ticked:
            fields["cards"] = ticked
        fields["do"] = [self.main or dice.choice(self.buttons)]
        return {name: values[0] if len(values) == 1 else values for name, values in fields.items()}


class Scales(ClientPerMessageDeflateFactory):
    """Offers what browsers offer, to be sent messages compressed, and weighs each as it was sent."""

    def __init__(self) -> None:
        super().__init__(client_max_window_bits=True)
        self.weight = 0

    def process_response_params(self, params: Any, accepted_extensions: Any) -> Any:
        extension = super().process_response_params(params, accepted_extensions)
        decode = extension.decode

        def weigh_and_decode(frame: Frame, *, max_size: int | None = None) -> Frame:
            self.weight = len(frame.data)
            return decode(frame, max_size=max_size)

        extension.decode = weigh_and_decode  # type: ignore[method-assign]
        return extension


class Page:
    """One seat of one race, driven from its page. The hooks are those of `client.Program`, but for what is heard: the
    version that an update brings the page to, and its bytes as they were sent."""

    def __init__(
        self,
        host: str,
        code: str,
        cookie: str,
        *,
        think: float,
        heard: Callable[[int, int], None],
        said: Callable[[str], None],
        dice: Random,
    ) -> None:
        self.address = f"ws://{host}/ws/races/{code}/"
        self.origin = Origin(f"http://{host}")
        self.cookie = cookie
        self.think = think
        self.heard = heard
        self.said = said
        self.dice = dice
        self._form: Form | None = None
        self._answered = ""
        self._sent = 0
        self._answering: asyncio.Task[None] | None = None

    async def drive(self) -> None:
        """Drive until the measurement ends it."""
        headers = {"Cookie": self.cookie}
        scales = Scales()
        async with connect(
            self.address,
            origin=self.origin,
            additional_headers=headers,
            max_size=LONGEST_MESSAGE,
            compression=None,
            extensions=[scales],
            open_timeout=PATIENCE,
        ) as socket:
            async for message in socket:
                assert isinstance(message, str)
                if (version := VERSION.search(message)) is not None:
                    self.heard(int(version[1]), scales.weight or len(message.encode()))
                if REFUSED.search(message) is not None:
                    self._answer_in(AGAIN, socket)
                if (start := message.find(COCKPIT)) >= 0:
                    self._look(message[start:], socket)

    def _look(self, cockpit: str, socket: ClientConnection) -> None:
        self._form = Form(cockpit)
        if self._form.question and self._form.question != self._answered:
            self._answered = self._form.question
            self._answer_in(self.think, socket)

    def _answer_in(self, seconds: float, socket: ClientConnection) -> None:
        if self._answering is not None:
            self._answering.cancel()
        self._answering = asyncio.create_task(self._answer(seconds, socket))

    async def _answer(self, seconds: float, socket: ClientConnection) -> None:
        await asyncio.sleep(seconds)
        fields = self._form.filled_in(self.dice) if self._form is not None else None
        if fields is not None:
            self._sent += 1
            name = f"page{self._sent}"
            data = msgspec.json.encode({**fields, "id": name, "HEADERS": {"HX-Request": "true"}}).decode()
            self.said(name)
            await socket.send(data)

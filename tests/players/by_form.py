"""A visitor who asks for pages and sends forms, as a browser without scripts does."""

import http.client
import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.waiting import LIMIT

CSRF = "csrftoken"


@dataclass(frozen=True)
class Answer:
    """What the site answered to one request. Redirects are not followed."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def location(self) -> str:
        """The path to which the site redirects."""
        parts = urlsplit(self.headers.get("Location", ""))
        return f"{parts.path}?{parts.query}" if parts.query else parts.path

    @property
    def code(self) -> str:
        """The code of the race or room to which the site redirects: `/races/BCDFGHJK/` leads to BCDFGHJK."""
        return self.location.split("/")[2]


class Visitor:
    """One browser with its cookies. Each request has a connection of its own, so threads can share a visitor.

    On a public site `address` stands for the network address, as the proxy in front of the site forwards it.
    """

    def __init__(self, port: int, *, address: str = "", host: str = "") -> None:
        self.port = port
        self.host = host or f"127.0.0.1:{port}"
        self.cookies = {CSRF: secrets.token_hex(16)}
        self._public = {"X-Forwarded-Proto": "https", "X-Forwarded-For": address} if address else {}
        self._scheme = "https" if address else "http"

    @property
    def headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        origin = f"{self._scheme}://{self.host}"
        return {"Host": self.host, "Origin": origin, "Referer": f"{origin}/", "Cookie": cookies, **self._public}

    def get(self, path: str, **headers: str) -> Answer:
        return self._ask("GET", path, None, headers)

    def post(self, path: str, fields: Mapping[str, object] | None = None, **headers: str) -> Answer:
        """Send a form."""
        form = {**headers, "Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", path, urlencode(fields or {}, doseq=True).encode(), form)

    def post_json(self, path: str, value: object) -> Answer:
        """Send what a script of a page sends."""
        return self._ask("POST", path, json.dumps(value).encode(), {"Content-Type": "application/json"})

    def upload(self, path: str, files: Mapping[str, bytes], fields: Mapping[str, str] | None = None) -> Answer:
        """Send a form with files."""
        border = secrets.token_hex(16)
        parts = [(f'name="{name}"', value.encode()) for name, value in (fields or {}).items()]
        parts += [(f'name="{name}"; filename="{name}.json"', data) for name, data in files.items()]
        body = b"".join(
            f"--{border}\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() + data + b"\r\n"
            for head, data in parts
        )
        form = {"Content-Type": f"multipart/form-data; boundary={border}"}
        return self._ask("POST", path, body + f"--{border}--\r\n".encode(), form)

    def _ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Answer:
        token = {"X-CSRFToken": self.cookies[CSRF]} if method == "POST" else {}
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        try:
            line.request(method, path, body, {**self.headers, **token, **headers})
            told = line.getresponse()
            answer = Answer(told.status, told.headers, told.read())
        finally:
            line.close()
        self._keep_cookies(answer)
        return answer

    def _keep_cookies(self, answer: Answer) -> None:
        for one in answer.headers.get_all("Set-Cookie", []):
            for name, morsel in SimpleCookie(one).items():
                if morsel["max-age"] == "0":
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = morsel.value

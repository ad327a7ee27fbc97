"""Requests of visitors other than Ada, and the answers to the byte."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http.client import BAD_REQUEST, INTERNAL_SERVER_ERROR, METHOD_NOT_ALLOWED, NOT_FOUND

from django.core.handlers.base import BaseHandler
from django.db import transaction
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.test import RequestFactory

from heatsite.visitors import COOKIE, sign
from tests.secrecy.routes import routes
from tests.secrecy.world import BO, ZOE, World, forget

VIEWERS: Mapping[str, str] = {"other seat": BO, "spectator": ZOE, "stranger": ""}
"""The viewers who ask, each with its visitor. A stranger has no cookie."""
HTMX: Mapping[str, str] = {"HX-Request": "true"}
QUERY = "?seat=1&step=0&every=yes&known=0"
"""A query with all that pages send when they ask for a part of themselves."""

PASSING = (
    (re.compile(rb'(name="csrfmiddlewaretoken" value=|"csrf[Tt]oken":\s*)"\w+"'), rb'\1""'),
    (re.compile(rb"(nonce[-=]\"?)[\w+/=-]{16,}"), rb"\1"),
    (re.compile(rb"(Set-Cookie: csrftoken=)\w+"), rb"\1"),
    (re.compile(rb"(?m)^Date: .*$"), b""),
)
"""Patterns of what differs in each answer: CSRF tokens, nonces of the Content-Security-Policy, dates."""


@dataclass(frozen=True)
class Request:
    route: str
    viewer: str
    method: str
    path: str
    part: bool = False
    """True if htmx asks for a part of the page."""

    def __str__(self) -> str:
        return f"{self.method} {self.path}{QUERY if self.part else ''} as {self.viewer}"


@dataclass(frozen=True)
class Answer:
    status: int
    told: bytes
    """Status, headers and body."""

    @property
    def is_refusal(self) -> bool:
        return self.status >= BAD_REQUEST


class Site:
    """The site behind its middleware, without a server."""

    def __init__(self) -> None:
        self.handler = BaseHandler()
        self.handler.load_middleware()

    def answer(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a request, and undo all changes that it made."""
        request._dont_enforce_csrf_checks = True  # type: ignore[attr-defined]
        with transaction.atomic():
            response = self.handler.get_response(request)
            transaction.set_rollback(True)
        if request.method == "POST" and response.status_code < BAD_REQUEST:
            forget()  # what the process holds in memory is ahead of the database
        assert response.status_code < INTERNAL_SERVER_ERROR, request.path
        return response

    def ask(self, asked: Request, world: World) -> Answer:
        factory, visitor = RequestFactory(), VIEWERS[asked.viewer]
        world.chance.again()
        random.seed(17)
        if visitor:
            factory.cookies[COOKIE] = sign(visitor)
        if asked.method == "POST":
            request = factory.post(asked.path, world.fields)
        elif asked.part:
            request = factory.get(asked.path + QUERY, headers=HTMX)
        else:
            request = factory.generic(asked.method, asked.path)
        response = self.answer(request)
        return Answer(response.status_code, whole(response))

    def ask_all(self, world: World) -> dict[Request, Answer]:
        """Ask for all addresses of the world as each viewer.

        Pages come first, because a form that is accepted empties the memory of the process. An address that is missing
        for the other seat, such as a race by the code of a room, is not asked for by the others.
        """
        answers: dict[Request, Answer] = {}

        def told(one: Request) -> Answer:
            return answers.setdefault(one, self.ask(one, world))

        taken = {route.pattern: self._methods(next(route.paths(world.values))) for route in routes()}
        for method in ("GET", "POST"):
            for route in routes():
                for path in route.paths(world.values) if method in taken[route.pattern] else ():
                    player, *others = (Request(route.pattern, viewer, method, path) for viewer in VIEWERS)
                    if told(player).status == NOT_FOUND:
                        continue
                    refusals = [told(one).is_refusal for one in others]
                    if method == "GET" and not all(refusals):
                        told(Request(route.pattern, "spectator", "HEAD", path))
                        told(Request(route.pattern, "spectator", "GET", path, part=True))
        return answers

    def _methods(self, path: str) -> Sequence[str]:
        """Return the methods that a route names when it refuses another one; all, where it refuses none."""
        refused = self.answer(RequestFactory().put(path))
        found = refused.get("Allow", "") if refused.status_code == METHOD_NOT_ALLOWED else ""
        return (found or "GET, HEAD, POST").split(", ")


def whole(response: HttpResponseBase) -> bytes:
    """Return an answer as it is sent, without the parts that differ each time."""
    lines = [f"{response.status_code}"]
    lines += [f"{name}: {value}" for name, value in sorted(response.items())]
    lines += sorted(cookie.output() for cookie in response.cookies.values())
    told = "\n".join(lines).encode() + b"\n\n" + response.getvalue()
    for passing, kept in PASSING:
        told = passing.sub(kept, told)
    return told


def difference(one: bytes, other: bytes) -> str:
    """Quote the first place at which two answers differ, preferably in their bodies."""
    bodies = [told.partition(b"\n\n")[2] for told in (one, other)]
    one, other = (one, other) if bodies[0] == bodies[1] else bodies
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    around = slice(max(0, start - 80), start + 80)
    return f"{one[around]!r} became {other[around]!r}"

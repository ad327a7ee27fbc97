"""Who is asking: an opaque id in a signed cookie, for pages and sockets alike. There is no account behind it."""

import uuid
from collections.abc import Awaitable, Callable
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest, HttpResponse
from django.http.cookie import parse_cookie
from django.http.request import split_domain_port, validate_host
from django.utils.cache import patch_vary_headers

from lobby import devices, limits
from races import couch, database

COOKIE = "heatsite_visitor"
LIFETIME = int(devices.COOKIE_LIFETIME.total_seconds())
RENEW_AFTER = 30 * 24 * 3600

_signer = TimestampSigner(salt="heatsite.visitor")


def new_visitor() -> str:
    return uuid.uuid4().hex


def sign(visitor: str, device: str = "") -> str:
    return _signer.sign(f"{visitor}.{device}" if device else visitor)


def read(cookie: str, max_age: int = LIFETIME) -> str:
    """The visitor that a cookie names; empty if it is missing, forged or too old."""
    return read_device(cookie, max_age)[0]


def read_device(cookie: str, max_age: int = LIFETIME) -> tuple[str, str]:
    """The same, and which of the visitor's devices has it: the first has no key."""
    try:
        visitor, _, device = _signer.unsign(cookie, max_age=max_age).partition(".")
    except BadSignature:
        return "", ""
    return visitor, device


def is_signed_out(visitor: str, device: str) -> bool:
    """Whether a device was signed out. While the database is away no device counts as signed out."""
    try:
        return bool(visitor) and devices.is_out(visitor, device)
    except database.FAULTS as fault:
        database.health.failed(fault)
        return False


class VisitorMiddleware:
    """Sets `request.visitor`, `request.device` and `request.address`. A view that puts another id into the first moves
    this browser to that visitor; an empty one makes it a new visitor."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        cookie = request.COOKIES.get(COOKIE, "")
        visitor, device = read_device(cookie)
        if is_out := is_signed_out(visitor, device):
            visitor, device = "", ""
        request.visitor, request.device = visitor or new_visitor(), device  # type: ignore[attr-defined]
        request.address = limits.address_of(request)  # type: ignore[attr-defined]
        response = self.get_response(request)
        if not request.visitor:  # type: ignore[attr-defined]
            request.visitor, request.device, is_out = new_visitor(), "", True  # type: ignore[attr-defined]
        if "public" in response.get("Cache-Control", ""):  # a cache that is shared would hand our cookie to others
            return response
        patch_vary_headers(response, ["Cookie"])
        if is_out:
            couch.forget(request, response)
        mine = request.visitor, request.device  # type: ignore[attr-defined]
        if mine != read_device(cookie, RENEW_AFTER):
            response.set_cookie(
                COOKIE,
                sign(*mine),
                max_age=LIFETIME,
                httponly=True,
                samesite="Lax",
                secure=settings.VISITOR_COOKIE_SECURE,
            )
        return response


def device_of(headers: list[tuple[bytes, bytes]]) -> tuple[str, str]:
    """The visitor and the device that the cookie of a socket's handshake names; empty if there is none."""
    for name, value in headers:
        if name == b"cookie":
            return read_device(parse_cookie(value.decode("latin-1")).get(COOKIE, ""))
    return "", ""


def is_ours(host: str) -> bool:
    """Whether a Host header names this site, as Django compares it for pages."""
    domain, _port = split_domain_port(host)
    return bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)


class VisitorSocketMiddleware:
    """Sets `scope["visitor"]` for sockets. `scope["foreign"]` says whether one comes from a page of another site, whose
    Origin is not our Host, or by a name that is not ours."""

    def __init__(self, app: Callable[..., Awaitable[Any]]) -> None:
        self.app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        headers: list[tuple[bytes, bytes]] = scope["headers"]
        named = dict(headers)
        origin, host = named.get(b"origin"), named.get(b"host", b"")
        foreign = not is_ours(host.decode("latin-1"))
        if origin is not None:
            foreign = foreign or origin.partition(b"://")[2].lower() != host.lower()
        # Without an Origin it is a program; programs show the token of a seat, never a cookie.
        visitor, device = device_of(headers) if origin is not None and not foreign else ("", "")
        if visitor and await database_sync_to_async(is_signed_out)(visitor, device):
            visitor, device = "", ""
        return await self.app({**scope, "visitor": visitor, "device": device, "foreign": foreign}, receive, send)

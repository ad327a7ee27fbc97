"""The visitor cookie: signed, for scripts out of reach, and worth nothing when it is forged, old or foreign."""

from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django.fixtures import Settings

from heatsite import asgi, visitors


def ask(cookie: str = "", move_to: str = "") -> tuple[str, HttpResponse]:
    """A request with this cookie: who it was, and the response."""
    request = RequestFactory().get("/")
    if cookie:
        request.COOKIES[visitors.COOKIE] = cookie
    seen: list[str] = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(request.visitor)  # type: ignore[attr-defined]
        if move_to:
            request.visitor = move_to  # type: ignore[attr-defined]
        return HttpResponse()

    response = visitors.VisitorMiddleware(view)(request)
    return seen[0], response


def test_a_new_visitor_gets_a_cookie() -> None:
    visitor, response = ask()
    cookie = response.cookies[visitors.COOKIE]
    assert visitors.read(cookie.value) == visitor
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


@pytest.mark.django_db
def test_a_known_visitor_stays_who_they_are() -> None:
    visitor, response = ask(visitors.sign("ada"))
    assert visitor == "ada"
    assert visitors.COOKIE not in response.cookies


@pytest.mark.parametrize("cookie", ["ada", "ada:1:forged", "ada:1uzzzz:" + "x" * 43, "\x00", "é" * 300])
def test_a_forged_cookie_makes_a_new_visitor(cookie: str) -> None:
    visitor, response = ask(cookie)
    assert visitor not in {"", "ada"}
    assert visitors.COOKIE in response.cookies


@pytest.mark.django_db
def test_an_old_cookie_is_renewed_and_a_very_old_one_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    cookie = visitors.sign("ada")
    monkeypatch.setattr(visitors, "RENEW_AFTER", -1)
    visitor, response = ask(cookie)
    assert visitor == "ada"
    assert visitors.read(response.cookies[visitors.COOKIE].value) == "ada"
    assert visitors.read(cookie, max_age=-1) == ""


@pytest.mark.django_db
def test_a_view_can_move_a_browser_to_another_visitor() -> None:
    _, response = ask(visitors.sign("ada"), move_to="bo")
    assert visitors.read(response.cookies[visitors.COOKIE].value) == "bo"


async def seen_on_socket(*headers: tuple[bytes, bytes]) -> tuple[str, bool]:
    seen: dict[str, Any] = {}

    async def app(scope: dict[str, Any], receive: Any, send: Any) -> None:
        seen.update(scope)

    await visitors.VisitorSocketMiddleware(app)({"headers": list(headers)}, None, None)
    return seen["visitor"], seen["foreign"]


COOKIE = (b"cookie", f"{visitors.COOKIE}={visitors.sign('ada')}".encode())
HOST = (b"host", b"heat.example:8000")


async def test_a_socket_of_our_own_page_is_its_visitor() -> None:
    assert await seen_on_socket(COOKIE, HOST, (b"origin", b"http://heat.example:8000")) == ("ada", False)


async def test_a_socket_of_another_site_is_foreign_and_nobody() -> None:
    assert await seen_on_socket(COOKIE, HOST, (b"origin", b"https://evil.example")) == ("", True)


async def test_a_program_without_an_origin_has_no_cookie() -> None:
    assert await seen_on_socket(COOKIE, HOST) == ("", False)


async def test_a_broken_cookie_header_is_nobody() -> None:
    assert await seen_on_socket((b"cookie", b'a="\xff;;=='), HOST, (b"origin", b"http://heat.example:8000")) == (
        "",
        False,
    )


@pytest.mark.django_db
def test_every_page_has_the_strict_policy(client: Client) -> None:
    for address in ("/", "/no-such-page/", "/races/NOSUCH/"):
        headers = client.get(address).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert "camera=()" in headers["Permissions-Policy"]
        told = {"X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"}
        assert {name: headers[name] for name in told} == told
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"


async def test_cookies_of_others_on_this_host_do_not_hide_ours() -> None:
    cookies = (b"cookie", b'odd[1]={"a": 1}; ' + COOKIE[1])
    assert await seen_on_socket(cookies, HOST, (b"origin", b"http://heat.example:8000")) == ("ada", False)


@pytest.mark.parametrize(
    ("host", "origin", "foreign"),
    [
        (b"HEAT.example:8000", b"http://heat.example:8000", False),
        (b"heat.example:8000", b"http://heat.example", True),
        (b"heat.example", b"null", True),
        (b"", b"null", True),
    ],
)
async def test_origin_and_host_must_be_the_same(host: bytes, origin: bytes, foreign: bool) -> None:
    seen = await seen_on_socket(COOKIE, (b"host", host), (b"origin", origin))
    assert seen == ("" if foreign else "ada", foreign)


def test_what_anybody_may_cache_carries_no_cookie() -> None:
    response = visitors.VisitorMiddleware(lambda _: HttpResponse(headers={"Cache-Control": "public"}))(
        RequestFactory().get("/")
    )
    assert visitors.COOKIE not in response.cookies
    _, own = ask()
    assert "Cookie" in own["Vary"]


@pytest.mark.parametrize(
    ("host", "foreign"),
    [
        (b"heat.example", False),
        (b"HEAT.example:443", False),
        (b"evil.example", True),
        (b"heat.example:x", True),
        (b"", True),
    ],
)
async def test_a_socket_by_a_name_that_is_not_ours_is_foreign(settings: Settings, host: bytes, foreign: bool) -> None:
    """With an Origin or without one: programs have none."""
    settings.ALLOWED_HOSTS = ["heat.example"]
    assert await seen_on_socket((b"host", host)) == ("", foreign)
    own = (b"origin", b"http://" + host)
    assert await seen_on_socket(COOKIE, (b"host", host), own) == ("" if foreign else "ada", foreign)


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_no_header_moves_the_site_to_another_path(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """Daphne takes it from a header that any client can send; addresses in pages would lead elsewhere."""
    seen: list[dict[str, Any]] = []

    async def served(scope: dict[str, Any], receive: Any, send: Any) -> None:
        seen.append(scope)

    monkeypatch.setattr(asgi, "served", served)
    await asgi.application({"type": kind, "root_path": "//evil.example"}, None, None)
    assert seen == [{"type": kind, "root_path": ""}]

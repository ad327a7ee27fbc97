"""A device that is signed out loses the tokens that it made, its open sockets, its push address and its cookies."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from heatsite.gate import SIGNED_OUT
from heatsite.visitors import COOKIE
from races.consumers.program import BAD_TOKEN
from tests.locks.conftest import Site
from tests.players import by_socket
from tests.players.by_form import Visitor
from tests.services.redis import Redis

SHARED = {"PushAddress": "lobby.calls.models", "Token": "races.models"}


@pytest.fixture
def redis() -> Iterator[Redis]:
    server = Redis()
    yield server
    server.stop()


def begun(site: Site) -> tuple[Visitor, str]:
    """A driver, and the code of the race that they drive alone."""
    ada = site.visitor()
    return ada, ada.post("/alone/", {"name": "Ada"}).code


def joined(site: Site, visitor: Visitor) -> Visitor:
    """A second device of a visitor."""
    link = re.search(r"/device/[\w-]{20,}/", visitor.post("/device/").text)
    assert link is not None
    device = site.visitor()
    assert device.post(link[0]).status == 302
    return device


def token_of(device: Visitor, code: str) -> str:
    """A token that this device makes for its seat."""
    made = re.search(r'value="([0-9a-f]{64})"', device.post(f"/races/{code}/tokens/make/").text)
    assert made is not None
    return made[1]


def pushed_to(device: Visitor) -> None:
    """Let messages go to this device."""
    address = {"endpoint": f"https://fcm.googleapis.com/{id(device)}", "keys": {"p256dh": KEY, "auth": "A" * 22}}
    assert device.post_json("/mine/calls/browser/", address).status == 201


KEY = "BCbvzr0O6eNKZpGH4Ys6kSKy9zOUW2Scyfn5Ien52tgSkCOL3pzHuzMNFQxncE3SWucFUgV0S28xv0BwdFhy0OY"


def count(site: Site, model: str, **about: Any) -> int:
    return int(site.run(f"from {SHARED[model]} import {model}; print({model}.objects.filter(**{about}).count())"))


def drives(device: Visitor, code: str) -> bool:
    """Return whether this device drives in a race: only its driver gets the page of the seat's tokens."""
    return device.get(f"/races/{code}/tokens/").status == 200


@pytest.fixture(params=["one process", "two processes"])
def sites(request: pytest.FixtureRequest, start_site: Callable[..., Site]) -> tuple[Site, Site]:
    """Return the process of the owner and the one of the thief: the same on SQLite, or two on PostgreSQL and Redis."""
    if request.param == "one process":
        site = start_site()
        return site, site
    redis = request.getfixturevalue("redis")
    settings = {"postgres": True, "HEATSITE_REDIS": f"redis://127.0.0.1:{redis.port}/0"}
    return start_site(**settings), start_site(**settings)


def test_m5_a_token_ends_with_the_device_that_made_it(sites: tuple[Site, Site]) -> None:
    here, there = sites
    ada, code = begun(here)
    thief = joined(here, ada)
    own, stolen = token_of(ada, code), token_of(thief, code)
    with (
        by_socket.program(there.port, code, own) as kept,
        by_socket.program(there.port, code, stolen) as lost,
        by_socket.page(thief, code) as page,
    ):
        for socket in (kept, lost, page):
            assert socket.recv()
        assert ada.post("/device/out/").status == 302
        assert by_socket.closing_code(lost) == BAD_TOKEN
        assert by_socket.closing_code(page) == SIGNED_OUT
        with by_socket.program(here.port, code, stolen) as again:
            assert by_socket.closing_code(again) == BAD_TOKEN
        kept.send('{"type": "events", "after": 0}')
        assert kept.recv(), "the owner's own program drives on"
    with by_socket.program(there.port, code, own) as again:
        assert '"seat":0' in str(again.recv())
    assert not drives(thief, code)
    assert drives(ada, code)


def test_m5_push_address_and_couch_go_with_the_device(start_site: Callable[..., Site]) -> None:
    site = start_site()
    ada, code = begun(site)
    room = site.run(f"from races.models import Race; print(Race.objects.get(code='{code}').room)").strip()
    thief = joined(site, ada)
    for device in (ada, thief):
        device.get(f"/lobby/{room}/couch/")
        assert "heatsite_couch" in device.cookies
        pushed_to(device)
    assert count(site, "PushAddress") == 2
    ada.post("/device/out/")
    assert count(site, "PushAddress") == count(site, "PushAddress", device="") == 1
    assert not drives(thief, code)
    assert "heatsite_couch" not in thief.cookies
    assert "heatsite_couch" in ada.cookies


def test_m5_a_device_that_becomes_another_visitor_leaves_nothing_behind(start_site: Callable[..., Site]) -> None:
    site = start_site()
    ada, code = begun(site)
    phone = joined(site, ada)
    bo, _ = begun(site)
    token = token_of(phone, code)
    pushed_to(phone)
    link = re.search(r"/device/[\w-]{20,}/", bo.post("/device/").text)
    assert link is not None
    with by_socket.program(site.port, code, token) as program, by_socket.page(phone, code) as page:
        phone.post(link[0])
        assert by_socket.closing_code(program) == BAD_TOKEN
        assert by_socket.closing_code(page) == SIGNED_OUT
    assert count(site, "PushAddress") == 0
    assert count(site, "Token", revoked=None) == 0


def test_m5_who_is_forgotten_leaves_no_token_and_no_open_socket(start_site: Callable[..., Site]) -> None:
    site = start_site()
    ada, code = begun(site)
    phone = joined(site, ada)
    token = token_of(phone, code)
    ada.post(f"/races/{code}/host/end/", {"sure": "yes"})
    with by_socket.program(site.port, code, token) as program, by_socket.page(phone, code) as page:
        assert program.recv()
        assert page.recv()
        ada.post("/mine/forget/", {"sure": "yes"})
        assert not drives(ada, code)
        assert by_socket.closing_code(program) == BAD_TOKEN
        assert by_socket.closing_code(page) == SIGNED_OUT
    assert count(site, "Token") == 0


def test_m5_a_device_that_was_signed_out_stays_so_when_its_visitor_is_forgotten(
    start_site: Callable[..., Site],
) -> None:
    site = start_site()
    ada, _ = begun(site)
    stolen = joined(site, ada)
    cookies = [one.cookies[COOKIE] for one in (stolen, ada)]
    ada.post("/device/out/")
    ada.post("/mine/forget/", {"sure": "yes"})
    for cookie in cookies:
        stolen.cookies[COOKIE] = cookie
        stolen.get("/mine/")
        assert stolen.cookies[COOKIE] != cookie, "whoever has it is somebody new"


def test_m5_who_is_barred_keeps_no_program(start_site: Callable[..., Site]) -> None:
    site = start_site()
    ada, code = begun(site)
    token = token_of(ada, code)
    pushed_to(ada)
    with by_socket.program(site.port, code, token) as program:
        assert program.recv()
        bar = "from lobby import people; from lobby.models import Visitor; people.bar(Visitor.objects.get().pk)"
        site.run(bar)
        assert by_socket.closing_code(program) == BAD_TOKEN
    assert count(site, "PushAddress") == 0
    assert drives(ada, code), "a race that goes on is driven to its end"
    assert "barred you" in ada.post(f"/races/{code}/tokens/make/").text
    assert ada.post("/device/").status == 403
    assert count(site, "Token", revoked=None) == 0

"""The socket of a waiting room: who gets what, and what is left alone."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.routing import URLRouter
from django.urls import path

from heatsite.visitors import COOKIE, VisitorSocketMiddleware, sign
from lobby import limits, notices, presence, rooms, starting
from lobby.consumers import RoomPage
from lobby.models import Member, Room
from races import allowance, channel_layer
from races.allowance import BURST
from races.sockets import FOREIGN, LONGEST, NOT_ALLOWED, NOT_HERE, TOO_FAST, TOO_LARGE, catch_up
from tests.communicator import Communicator
from tests.lobby.factories import RoomFactory, member

application = VisitorSocketMiddleware(URLRouter([path("ws/lobby/<str:code>/", RoomPage.as_asgi())]))


@pytest.fixture(autouse=True)
def no_farewells(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "FAREWELL", 0)


@pytest.fixture
async def room() -> Room:
    return await sync_to_async(RoomFactory)(guests=("bo", "cy"))


class Page:
    """A browser's socket."""

    def __init__(self, code: str, visitor: str, at: str = "", origin: str = "http://here") -> None:
        headers = [(b"host", b"here"), (b"origin", origin.encode())]
        if visitor:
            headers.append((b"cookie", f"{COOKIE}={sign(visitor)}".encode()))
        self.socket = Communicator(application, f"/ws/lobby/{code}/?revision={at}", headers)

    async def open(self) -> "Page":
        connected, _ = await self.socket.connect()
        assert connected
        return self

    async def hears(self) -> str:
        text: str = await self.socket.receive_from()
        return text

    async def hears_until(self, part: str) -> str:
        """Everything up to the message that holds this."""
        heard = ""
        while part not in heard:
            heard += await self.hears()
        return heard

    async def closing_code(self) -> int:
        message = await self.socket.receive_output()
        assert message["type"] == "websocket.close"
        return int(message.get("code", 1000))

    async def leave(self) -> None:
        await self.socket.disconnect()
        here = asyncio.get_running_loop()  # tests before may have ended without waiting for theirs
        await asyncio.gather(*(task for task in channel_layer.spawned if task.get_loop() is here))  # the farewell


@pytest.fixture
async def pages(room: Room) -> AsyncIterator[Any]:
    """`await pages("bo")`: Bo's page, connected, having heard everything so far."""
    opened: list[Page] = []

    async def open_page(visitor: str) -> Page:
        page = await Page(room.code, visitor).open()
        opened.append(page)
        await page.hears_until('id="go"')
        return page

    yield open_page
    for page in opened:
        await page.leave()


def ids(html: str) -> set[str]:
    """The fragments of a message."""
    return set(re.findall(r'<(?:section|div|p) id="(\w+)"', html))


async def test_a_page_that_comes_gets_everything(room: Room) -> None:
    page = await Page(room.code, "bo").open()
    heard = await page.hears()
    assert ids(heard) == {
        "grid",
        "game",
        "kind",
        "pick",
        "terms",
        "colours",
        "conditions",
        "add",
        "follow",
        "car",
        "go",
    }
    await page.leave()


async def test_a_page_that_was_just_loaded_gets_only_the_news(room: Room) -> None:
    page = await Page(room.code, "bo", at="0").open()
    assert ids(await page.hears()) == {"grid"}  # Bo is here now
    await page.leave()


async def test_everybody_sees_what_somebody_does(room: Room, pages: Any) -> None:
    ada, zed = await pages("ada"), await pages("zed")
    await sync_to_async(rooms.set_ready)(room.code, "bo", True)
    assert "Ready" in await ada.hears_until("Ready")
    assert ids(await zed.hears()) == {"grid"}


async def test_members_get_the_same_bytes_and_the_host_the_tools(room: Room, pages: Any) -> None:
    ada, bo, cy = await pages("ada"), await pages("bo"), await pages("cy")
    await bo.hears_until("grid")  # Cy came
    await sync_to_async(rooms.join)(room.code, "dee", "Dee")
    theirs = [(await page.hears_until("Dee")) for page in (bo, cy)]
    grids = [re.search(r'<section id="grid".*?</section>', html, re.DOTALL) for html in theirs]
    assert grids[0] is not None
    assert grids[1] is not None
    assert grids[0][0] == grids[1][0]
    assert "remove/" not in grids[0][0]
    assert "remove/" in await ada.hears_until("Dee")


async def test_the_hosts_own_form_is_left_alone(room: Room, pages: Any) -> None:
    ada, bo = await pages("ada"), await pages("bo")
    await ada.hears_until("grid")  # Bo came
    await sync_to_async(rooms.change)(room.code, "ada", {"laps": 7})
    heard = await ada.hears()
    assert "conditions" not in ids(heard)
    assert "7 laps" in heard
    await bo.hears_until("7 laps")


async def test_a_name_that_is_being_typed_is_left_alone(room: Room, pages: Any) -> None:
    bo = await pages("bo")
    await sync_to_async(rooms.rename)(room.code, "cy", "Cyrus", 9)
    assert "car" not in ids(await bo.hears_until("Cyrus"))


async def test_a_new_host_gets_the_form_and_the_old_one_loses_it(room: Room, pages: Any) -> None:
    ada, bo = await pages("ada"), await pages("bo")
    await ada.hears_until("grid")  # Bo came
    bo_key = (await sync_to_async(member)(room, "bo")).pk
    await sync_to_async(rooms.hand_over)(room.code, "ada", bo_key)
    assert 'form="settings"' in await bo.hears_until('id="conditions"')
    assert 'form="settings"' not in await ada.hears_until('id="conditions"')


async def test_the_start_takes_everybody_along(room: Room, pages: Any) -> None:
    bo, zed = await pages("bo"), await pages("zed")
    race = await sync_to_async(starting.start)(room.code, "ada")
    link = f'data-href="{race.get_absolute_url()}"'
    await bo.hears_until(link)
    await zed.hears_until(link)


async def test_strangers_stay_where_only_drivers_watch(room: Room, pages: Any) -> None:
    await sync_to_async(rooms.change)(room.code, "ada", {"watching": "nobody"})
    zed = await pages("zed")
    await sync_to_async(starting.start)(room.code, "ada")
    assert "data-href" not in await zed.hears_until('id="go"')


async def test_dots_follow_connections(room: Room, pages: Any) -> None:
    ada = await pages("ada")
    bo = await Page(room.code, "bo").open()
    await ada.hears_until('id="grid"')
    assert (await sync_to_async(member)(room, "bo")).connected
    second = await Page(room.code, "bo").open()
    await bo.leave()
    assert (await sync_to_async(member)(room, "bo")).connected  # still in another tab
    await second.leave()
    assert not (await sync_to_async(member)(room, "bo")).connected
    await ada.hears_until('id="grid"')


async def test_signals_are_shown_and_said(room: Room, pages: Any) -> None:
    ada = await pages("ada")
    await sync_to_async(rooms.signal)(room.code, "bo", "horn")
    heard = await ada.hears_until("signal")
    assert 'id="signal-1"' in heard
    assert "Bo: Horn" in heard
    revision = (await Room.objects.aget()).revision
    assert revision == 1  # Ada came; a signal is no change


async def test_who_is_removed_is_told_and_let_go(room: Room, pages: Any) -> None:
    bo = await pages("bo")
    key = (await sync_to_async(member)(room, "bo")).pk
    await sync_to_async(rooms.remove)(room.code, "ada", key)
    assert "no longer in this room" in await bo.hears()
    assert await bo.closing_code() == 1000


async def test_a_room_that_closes_says_so(room: Room, pages: Any) -> None:
    zed = await pages("zed")
    for visitor in ("ada", "bo", "cy"):
        await sync_to_async(rooms.leave)(room.code, visitor)
    assert "This room has closed" in await zed.hears_until("closed")


@pytest.mark.parametrize(
    ("code", "origin", "closing"), [("XXXXX", "http://here", NOT_HERE), ("", "http://evil", FOREIGN)]
)
async def test_who_has_no_business_here_is_told_not_to_try_again(
    room: Room, code: str, origin: str, closing: int
) -> None:
    page = await Page(code or room.code, "bo", origin=origin).open()
    assert await page.closing_code() == closing


async def test_who_is_blocked_hears_nothing(room: Room) -> None:
    key = (await sync_to_async(member)(room, "bo")).pk
    await sync_to_async(rooms.remove)(room.code, "ada", key, block=True)
    page = await Page(room.code, "bo").open()
    assert await page.closing_code() == NOT_ALLOWED


async def test_without_a_cookie_one_is_a_stranger(room: Room) -> None:
    page = await Page(room.code, "").open()
    assert "ready/" not in await page.hears()
    assert not await Member.objects.filter(connected=True).aexists()
    await page.leave()


async def test_what_pages_say_is_not_heard(room: Room, pages: Any) -> None:
    bo = await pages("bo")
    before = await sync_to_async(lambda: list(Room.objects.values()))()
    for words in ("{", '{"ready": "yes"}', "\x00", "start"):
        await bo.socket.send_to(text_data=words)
    assert await bo.socket.receive_nothing(0.05)
    assert await sync_to_async(lambda: list(Room.objects.values()))() == before


async def test_who_says_too_much_is_shown_the_door(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allowance, "A_SECOND", 0)
    long = await Page(room.code, "zed").open()
    await long.hears()
    await long.socket.send_to(text_data="x" * (LONGEST + 1))
    assert await long.closing_code() == TOO_LARGE
    binary = await Page(room.code, "zed").open()
    await binary.hears()
    await binary.socket.send_to(bytes_data=b"\x00")
    assert await binary.closing_code() == TOO_LARGE
    often = await Page(room.code, "zed").open()
    await often.hears()
    for _ in range(BURST + 5):
        await often.socket.send_to(text_data="x")
    assert await often.closing_code() == TOO_FAST


async def test_what_a_page_did_not_hear_it_sees_a_little_later(
    room: Room, pages: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    bo = await pages("bo")
    monkeypatch.setattr(notices, "_tell", lambda *lost: None)
    await sync_to_async(rooms.rename)(room.code, "cy", "Cyrus", 9)
    assert await bo.socket.receive_nothing(0.05)
    await catch_up()
    assert "Cyrus" in await bo.hears()
    for visitor in ("ada", "bo", "cy"):
        await sync_to_async(rooms.leave)(room.code, visitor)
    await catch_up()
    assert "This room has closed" in await bo.hears()


async def test_who_tries_codes_is_told_of_none(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with pages: after too many wrong ones only those who are in it find a room."""
    monkeypatch.setattr(limits, "WRONG_CODES", 2)

    async def there(code: str, visitor: str = "zed", key: str = "") -> bool:
        page = Page(code, visitor)
        page.socket.scope["query_string"] = f"key={key}".encode()
        page.socket.scope["client"] = ["198.51.100.7", 4711]
        await page.open()
        answer = await page.socket.receive_output()
        await page.leave()
        return bool(answer["type"] == "websocket.send")

    assert await there(room.code)
    for _ in range(2):
        assert not await there("XXXXXX")
    assert not await there(room.code)
    assert await there(room.code, "bo")
    assert await there(room.code, key=room.key), "a page that was opened by a link"

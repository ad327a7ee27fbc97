"""The socket of a page: who may look and speak, what is sent again, and that no page hears another driver's secrets."""

import asyncio
import json
import re
from typing import Any, Self

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import OperationalError

from heatsite.asgi import sockets
from heatsite.visitors import COOKIE, sign
from races import changes, database, leaving, live, notices, presence, scenes
from races.allowance import BURST
from races.consumers import socket
from races.models import Entry, Race, Seat
from races.sockets import FAULT, FOREIGN, LONGEST, NOT_ALLOWED, NOT_HERE, TOO_FAST, TOO_LARGE
from tests.communicator import Communicator
from tests.races.heat.board.kit import drawn_race
from tests.races.views.kit import address, browser

HOST = "heat.example"


class Page:
    """A page of a visitor, as its scripts talk."""

    def __init__(self, code: str, visitor: str = "", origin: str = f"http://{HOST}", query: str = "") -> None:
        headers = [(b"host", HOST.encode())]
        if visitor:
            headers.append((b"cookie", f"{COOKIE}={sign(visitor)}".encode()))
        if origin:
            headers.append((b"origin", origin.encode()))
        self.line = Communicator(sockets, f"/ws/races/{code}/{query}", headers)

    async def connect(self) -> Self:
        connected, _ = await self.line.connect()
        assert connected
        return self

    async def hear(self) -> str:
        text: str = await self.line.receive_from()
        return text

    async def hears_nothing(self) -> bool:
        return bool(await self.line.receive_nothing(0.05, 0.01))

    async def say(self, fields: object) -> None:
        await self.line.send_to(text_data=fields if isinstance(fields, str) else json.dumps(fields))

    async def answer(self, command_id: str, **fields: Any) -> str:
        await self.say({"question": "1.gears.0.1", "do": "gear", "gear": "2", "id": command_id, **fields})
        return await self.hear()

    async def closing_code(self) -> int:
        output = await self.line.receive_output()
        assert output["type"] == "websocket.close", output
        code: int = output["code"]
        return code

    async def leave(self) -> None:
        await self.line.disconnect()


@sync_to_async
def started(*visitors: str, **terms: Any) -> Race:
    scenes.forget()
    presence.here.clear()
    return drawn_race(*(visitors or ("ada", "bo")), **terms)


@sync_to_async
def reread(race: Race) -> Race:
    return Race.objects.get(pk=race.pk)


def where(race: Race, form: str = "") -> str:
    """What a page that shows the race as it is says when it connects."""
    return f"?revision={race.revision}&version={race.version}&question={form}"


# Who may look


async def test_a_driver_gets_their_cockpit() -> None:
    race = await started()
    page = await Page(race.code, "ada").connect()
    html = await page.hear()
    assert 'id="cockpit"' in html
    assert 'id="1.gears.0.1"' in html
    await page.leave()


@pytest.mark.parametrize("visitor", ["stranger", ""])
async def test_others_watch(visitor: str) -> None:
    race = await started()
    page = await Page(race.code, visitor).connect()
    html = await page.hear()
    assert 'id="standings"' in html
    assert 'id="cockpit"' not in html
    await page.leave()


async def test_a_driver_s_television_shows_no_cockpit_and_keeps_nobody_there() -> None:
    race = await started(watching=Race.Watching.NOBODY)
    page = await Page(race.code, "ada", query="?as=spectator").connect()
    heard = await page.hear()
    assert 'id="standings"' in heard
    assert "cockpit" not in heard
    assert not presence.here
    await page.leave()


async def test_where_nobody_may_watch_others_are_turned_away_for_good() -> None:
    race = await started(watching=Race.Watching.NOBODY)
    page = await Page(race.code, "stranger").connect()
    assert await page.closing_code() == NOT_ALLOWED
    driver = await Page(race.code, "bo").connect()
    assert 'id="cockpit"' in await driver.hear()
    await driver.leave()


async def test_another_site_s_page_is_turned_away() -> None:
    race = await started()
    page = await Page(race.code, "ada", origin="https://evil.example").connect()
    assert await page.closing_code() == FOREIGN


async def test_without_an_origin_a_cookie_counts_for_nothing() -> None:
    race = await started()
    page = await Page(race.code, "ada", origin="").connect()
    assert 'id="cockpit"' not in await page.hear()
    await page.leave()


async def test_a_race_that_is_not_there() -> None:
    await started()
    page = await Page("BCDFGHJK", "ada").connect()
    assert await page.closing_code() == NOT_HERE


# What is sent when a page connects


async def test_a_page_that_is_up_to_date_gets_nothing() -> None:
    race = await started()
    page = await Page(race.code, "ada", query=where(race, "1.gears.0.1")).connect()
    assert await page.hears_nothing()
    await page.leave()


async def test_an_old_page_gets_everything_but_the_form_that_it_shows() -> None:
    race = await started()
    await sync_to_async(changes.pause)(race.pk)
    await sync_to_async(changes.resume)(race.pk)
    page = await Page(race.code, "ada", query=where(race, "1.gears.0.1")).connect()
    html = await page.hear()
    assert 'id="standings"' in html
    assert 'id="cockpit"' not in html
    assert 'id="log-lines"' not in html
    await page.leave()


async def test_a_page_with_a_closed_question_gets_what_stands_now() -> None:
    race = await started()
    old = where(race, "1.gears.0.1")
    page = await Page(race.code, "ada").connect()
    await page.hear()
    await page.answer("one")
    await page.hear()
    await page.leave()
    again = await Page(race.code, "ada", query=old).connect()
    html = await again.hear()
    assert 'id="cockpit"' in html
    assert 'id="log-lines"' in html
    assert 'id="1.gears.0.1"' not in html
    await again.leave()


@pytest.mark.parametrize(
    "query",
    [
        "?revision=x&version=²&question=<b>",
        "?revision=99999999999999999999",
        "?revision=-5",
        "?revision=%00&question=%ff",
        "?" + "a&" * 1100,
    ],
)
async def test_a_page_that_says_nonsense_gets_everything(query: str) -> None:
    race = await started()
    page = await Page(race.code, "ada", query=query).connect()
    html = await page.hear()
    assert 'id="cockpit"' in html
    assert 'id="log-lines"' in html
    await page.leave()


# What is sent when something happens


async def test_a_command_is_acknowledged_before_what_it_led_to() -> None:
    race = await started()
    page = await Page(race.code, "ada", query=where(race, "1.gears.0.1")).connect()
    assert re.search(r'<heat-ack id="ack" hidden data-id="one"></heat-ack>', await page.answer("one"))
    html = await page.hear()
    assert 'id="cockpit"' in html
    assert "Ready" in html
    await page.leave()


async def test_others_hear_that_somebody_has_chosen_and_keep_their_forms() -> None:
    race = await started()
    ada = await Page(race.code, "ada", query=where(race, "1.gears.0.1")).connect()
    bo = await Page(race.code, "bo", query=where(race, "1.gears.1.1")).connect()
    await ada.answer("one")
    html = await bo.hear()
    assert "Ready" in html
    assert 'id="cockpit"' not in html
    await ada.leave()
    await bo.leave()


async def test_all_who_are_not_concerned_hear_the_same() -> None:
    race = await started("ada", "bo", "cy")
    ada = await Page(race.code, "ada", query=where(race, "1.gears.0.1")).connect()
    others = [
        await Page(race.code, "bo", query=where(race, "1.gears.1.1")).connect(),
        await Page(race.code, "cy", query=where(race, "1.gears.2.1")).connect(),
        await Page(race.code, "stranger", query=where(race)).connect(),
        await Page(race.code, "", query=where(race)).connect(),
    ]
    await ada.answer("one")
    heard = {await other.hear() for other in others}
    assert len(heard) == 1
    for page in (ada, *others):
        await page.leave()


async def test_who_comes_and_goes_is_seen() -> None:
    race = await started()
    await sync_to_async(presence.depart)(await Seat.objects.values_list("pk", flat=True).aget(race=race, number=1))
    race = await reread(race)
    ada = await Page(race.code, "ada", query=where(race, "1.gears.0.1")).connect()
    bo = await Page(race.code, "bo").connect()
    html = await ada.hear()
    assert "Choosing" in html
    await ada.leave()
    await bo.leave()


async def test_a_signal_reaches_all_who_look() -> None:
    cache.clear()
    race = await started()
    pages = [
        await Page(race.code, who, query=where(race, form)).connect()
        for who, form in (("ada", "1.gears.0.1"), ("", ""))
    ]
    assert all([await page.hears_nothing() for page in pages])
    await sync_to_async(browser("bo").post)(address(race, "signal/"), {"signal": "minute"})
    for page in pages:
        assert "Bo: One minute" in await page.hear()
        await page.leave()


# What is refused


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"question": "1.gears.1.1", "do": "gear", "gear": "1"}, "other_seat"),
        ({"question": "1.gears.0.7", "do": "gear", "gear": "1"}, "not_asked"),
        ({"question": "9.gears.0.1", "do": "gear", "gear": "1"}, "not_asked"),
        ({"question": "1.gears.0.1", "do": "gear", "gear": "4"}, "shift_too_far"),
        ({"question": "1.gears.0.1", "do": "end"}, "malformed"),
        ({"question": [], "do": ["gear"]}, "malformed"),
        ({}, "malformed"),
    ],
)
async def test_a_refusal_has_a_code_and_a_sentence(fields: dict[str, Any], code: str) -> None:
    race = await started()
    page = await Page(race.code, "ada", query=where(race, "1.gears.0.1")).connect()
    await page.say({**fields, "id": "one"})
    ack = await page.hear()
    assert 'data-id="one"' in ack
    assert f'data-code="{code}"' in ack
    assert re.search(r'data-refused="[^"]{10,}"', ack)
    assert await Entry.objects.filter(race=race).acount() == 1
    await page.leave()


async def test_an_answer_to_a_closed_question_is_stale() -> None:
    race = await started()
    page = await Page(race.code, "ada", query=where(race, "1.gears.0.1")).connect()
    await page.answer("one")
    await page.hear()
    assert 'data-code="stale"' in await page.answer("two")
    await page.leave()


@pytest.mark.parametrize(
    "text",
    [
        *(" ", "nonsense", "[]", "null", '"x"', '{"id": 7', '{"id": "\\ud800"}', "{" * 500, '{"a":' * 1600),
        *('{"id": null}', '{"id": "one", "question": {"seat": 0}}', '{"id": "one", "do": 7}'),
        *(f'{{"id": "one", "do": "{"x" * 501}"}}', f'{{"id": "one", "card": [{", ".join(["7"] * 65)}]}}'),
        "{" + ", ".join(f'"{number}": "x"' for number in range(65)) + "}",
    ],
)
async def test_what_cannot_be_read_is_refused(text: str) -> None:
    race = await started()
    page = await Page(race.code, "ada", query=where(race, "1.gears.0.1")).connect()
    await page.say(text)
    assert re.search(r'data-code="(malformed|bad_id)"', await page.hear())
    await page.leave()


@pytest.mark.parametrize("command_id", ["", "x" * 65, "<b>", ["one"]])
async def test_an_id_must_be_one(command_id: object) -> None:
    race = await started()
    page = await Page(race.code, "ada", query=where(race, "1.gears.0.1")).connect()
    await page.say({"question": "1.gears.0.1", "do": "gear", "gear": "2", "id": command_id})
    ack = await page.hear()
    assert 'data-code="bad_id"' in ack
    assert "<b>" not in ack
    await page.leave()


async def test_who_watches_cannot_choose() -> None:
    race = await started()
    page = await Page(race.code, "stranger", query=where(race)).connect()
    assert 'data-code="no_seat"' in await page.answer("one")
    await page.leave()


async def test_the_same_command_again_gets_the_first_answer_and_does_nothing() -> None:
    race = await started()
    page = await Page(race.code, "ada", query=where(race, "1.gears.0.1")).connect()
    first = await page.answer("one")
    await page.hear()
    assert await page.answer("one") == first
    assert await page.hears_nothing()
    assert await Entry.objects.filter(race=race, seat=0).acount() == 1
    await page.leave()


async def test_a_huge_message_ends_the_connection() -> None:
    race = await started()
    page = await Page(race.code, "ada", query=where(race, "1.gears.0.1")).connect()
    await page.say("x" * (LONGEST + 1))
    assert await page.closing_code() == TOO_LARGE


async def test_a_flood_ends_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("races.allowance.A_SECOND", 0)
    race = await started()
    page = await Page(race.code, "stranger", query=where(race)).connect()
    for _ in range(BURST + 20):
        await page.say({"id": "one"})
    codes: list[int] = []
    while not codes:
        output = await page.line.receive_output()
        codes += [output["code"]] if output["type"] == "websocket.close" else []
    assert codes == [TOO_FAST]


# Secrets


async def test_nobody_hears_another_s_hand_or_choice() -> None:
    """Through a first round: Bo's frames stay free of what Ada holds, and of Ada's gear until all have chosen."""
    race = await started()
    ada = await Page(race.code, "ada", query=where(race, "1.gears.0.1")).connect()
    bo = await Page(race.code, "bo").connect()
    first = await bo.hear()
    assert "1.gears.0.1" not in first
    await ada.answer("one")
    heard = await bo.hear()
    assert "2nd" not in re.sub(r'<ol id="ribbon".*?</ol>', "", heard)
    assert race.seed not in first + heard
    await ada.leave()
    await bo.leave()


async def test_a_notice_that_comes_late_changes_nothing() -> None:
    race = await started()
    page = await Page(race.code, "ada", query=where(race, "1.gears.0.1")).connect()
    await notices.announce(race.pk, race.revision)
    await asyncio.sleep(0)
    assert await page.hears_nothing()
    await page.leave()


async def test_a_fault_ends_the_presence_with_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    race = await started()
    page = await Page(race.code, "ada", query=where(race, "1.gears.0.1")).connect()
    assert await page.hears_nothing()
    assert len(presence.here) == 1
    monkeypatch.setattr(socket.RaceSocket, "newest", None)
    await notices.announce(race.pk, race.revision + 1)
    assert await page.line.receive_output() == {"type": "websocket.close", "code": FAULT}
    await page.leave()
    assert not presence.here


@pytest.mark.parametrize("fault", database.FAULTS)
async def test_a_page_is_shown_though_the_database_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    race = await started()

    def arrive(seat: int) -> None:
        raise fault("attempt to write a readonly database")

    monkeypatch.setattr(presence, "arrive", arrive)
    page = await Page(race.code, "ada").connect()
    assert 'id="cockpit"' in await page.hear()
    await page.leave()


async def test_nothing_is_said_of_a_choice_while_nobody_knows_whether_it_is_stored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The database goes away when it has stored the choice, and before anybody hears of it."""
    race = await started()
    ada = await Page(race.code, "ada").connect()
    await ada.hear()
    carry_out = live.carry_out

    def away(*asked: object) -> None:
        raise OperationalError("the connection is closed")

    def break_off(*command: Any) -> None:
        carry_out(*command)
        away()

    with monkeypatch.context() as broken:
        broken.setattr(live, "carry_out", break_off)
        broken.setattr(live, "first_reply", away)
        await ada.say({"question": "1.gears.0.1", "do": "gear", "gear": "2", "id": "one"})
        assert await ada.closing_code() == FAULT
    again = await Page(race.code, "ada").connect()
    await again.hear()
    assert "data-code" not in await again.answer("one")
    assert await Entry.objects.filter(race=race.pk, command_id="one").acount() == 1
    await again.leave()


async def test_a_choice_that_is_stored_is_not_refused_because_the_database_failed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    race = await started()
    ada = await Page(race.code, "ada").connect()
    await ada.hear()
    carry_out = live.carry_out

    def break_off(*command: Any) -> None:
        carry_out(*command)
        raise OperationalError("server closed the connection unexpectedly")

    with monkeypatch.context() as broken:
        broken.setattr(live, "carry_out", break_off)
        assert "data-code" not in await ada.answer("one")
    await ada.leave()


async def test_while_nothing_can_be_stored_a_driver_reads_it_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    race = await started()
    ada = await Page(race.code, "ada").connect()
    await ada.hear()
    with monkeypatch.context() as full:

        def fail(*command: object) -> None:
            raise OperationalError("database or disk is full")

        full.setattr("races.live.carry_out", fail)
        full.setattr("races.changes.decide_early", fail)
        told = [await ada.answer("one"), await ada.answer("early", early="yes")]
        assert all('data-code="unavailable"' in one for one in told)
        assert all("cannot store anything right now" in one for one in told)
        assert 'id="cockpit"' in await ada.hear(), "what is decided early is shown as it is stored"
    assert "data-code" not in await ada.answer("two"), "it goes on by itself"
    await ada.leave()


# Who has left


async def test_who_has_left_on_another_page_watches_and_says_nothing_more() -> None:
    race = await started("ada", "bo", "cy")
    page = await Page(race.code, "bo").connect()
    await page.hear()
    key = (await sync_to_async(race.seats.get)(number=1)).pk
    assert presence.here[key] == 1
    await sync_to_async(leaving.leave)(race.pk, 1)
    told = await page.hear()
    assert "You have left your seat to a bot." in told
    assert not presence.here[key]
    while 'id="ack"' not in told:
        told = await page.answer("one", question="1.gears.1.1") if "is-watching" in told else await page.hear()
    assert "no_seat" in told
    await page.leave()


@pytest.mark.parametrize("query", ["", "?as=spectator"])
async def test_where_only_players_may_watch_their_pages_end(query: str) -> None:
    race = await started("ada", "bo", "cy", watching=Race.Watching.NOBODY)
    page = await Page(race.code, "bo", query=query).connect()
    await page.hear()
    await sync_to_async(leaving.leave)(race.pk, 1)
    assert await page.closing_code() == NOT_ALLOWED

"""The socket of programs: who may speak and see, what is refused, and that no program learns what its seat may not."""

import json
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from engine.kernel.commands import End
from races import changes, channel_layer, event_feed, live, presence, scenes, tokens
from races.allowance import BURST
from races.consumers import program
from races.models import DailyTry, Race, Seat, Token
from races.sockets import FOREIGN, LONGEST, NOT_ALLOWED, NOT_HERE, TOO_FAST, TOO_LARGE, catch_up
from tests.races.factories import heat_scene, make_race
from tests.races.programs import Program, started, token_for

GEAR_1 = {"type": "gear", "gear": 1}
BO_ASKED = {"round": 1, "phase": "gears", "seat": 1, "n": 1}


# Who is at the socket


async def test_a_token_drives_its_seat() -> None:
    race = await started()
    bo = Program(race.code, await token_for(race, 1))
    update = await bo.begin()
    assert bo.seat == 1
    assert update["question"] == BO_ASKED
    assert update["view"]["mine"]["seat"] == 1
    await bo.leave()


async def test_without_a_token_it_watches() -> None:
    race = await started()
    spectator = Program(race.code)
    update = await spectator.begin()
    assert spectator.seat is None
    assert "mine" not in update["view"]
    assert (update["question"], update["choices"], update["may_withdraw"]) == (None, None, False)
    await spectator.leave()


async def test_a_browser_drives_the_seat_of_its_cookie() -> None:
    race = await started()
    page = Program(race.code, visitor="ada")
    await page.begin()
    assert page.seat == 0
    await page.leave()


async def test_a_cookie_without_our_origin_drives_nothing() -> None:
    race = await started()
    page = Program(race.code, visitor="ada", origin="https://elsewhere.example")
    await page.connect()
    assert await page.closing_code() == FOREIGN


@pytest.mark.parametrize("token", ["0" * 64, "x", ""], ids=["unknown", "no token at all", "empty"])
async def test_a_token_that_is_none_is_turned_away(token: str) -> None:
    race = await started()
    stranger = Program(race.code)
    stranger.line.scope["subprotocols"] = [program.PROTOCOL, f"token.{token}"]
    await stranger.connect()
    assert await stranger.closing_code() == program.BAD_TOKEN


async def test_a_token_of_another_race_is_turned_away() -> None:
    race, other = await started(), await started("cy", "di")
    ada = Program(other.code, await token_for(race, 0))
    await ada.connect()
    assert await ada.closing_code() == program.BAD_TOKEN


@pytest.mark.parametrize("visitor", ["", "ada", "eve"], ids=["token", "cookie", "spectator"])
async def test_in_a_race_for_people_no_program_comes_in(visitor: str) -> None:
    race = await started()
    await sync_to_async(DailyTry.objects.create)(race=race, key="2026-11-20", visitor="ada")
    ada = Program(race.code, "" if visitor else await token_for(race, 0), visitor=visitor)
    await ada.connect()
    assert await ada.closing_code() == program.NO_PROGRAMS


async def test_a_token_taken_back_is_turned_away() -> None:
    race = await started()
    token = await token_for(race, 0)
    await sync_to_async(lambda: tokens.revoke(Token.objects.get()))()
    ada = Program(race.code, token)
    await ada.connect()
    assert await ada.closing_code() == program.BAD_TOKEN


async def test_taking_a_token_back_closes_its_lines_and_no_others() -> None:
    race = await started()
    ada, again = Program(race.code, await token_for(race, 0)), Program(race.code, await token_for(race, 0))
    await ada.begin()
    await again.begin()
    await sync_to_async(lambda: tokens.revoke(Token.objects.get(hash=tokens.hash_of(ada.token))))()
    assert await ada.closing_code() == program.BAD_TOKEN
    assert await again.line.receive_nothing(0.05)
    await again.leave()


async def test_a_race_for_drivers_only_shows_itself_to_drivers_only() -> None:
    race = await started(watching=Race.Watching.NOBODY)
    spectator, ada = Program(race.code), Program(race.code, await token_for(race, 0))
    await spectator.connect()
    assert await spectator.closing_code() == NOT_ALLOWED
    await ada.begin()
    await ada.leave()


async def test_there_is_no_such_race() -> None:
    stranger = Program("NOWHERE2")
    await stranger.connect()
    assert await stranger.closing_code() == NOT_HERE


async def test_a_token_counts_as_presence() -> None:
    race = await started()
    key = await sync_to_async(lambda: Seat.objects.get(race=race, number=0).pk)()
    ada = Program(race.code, await token_for(race, 0))
    await ada.begin()
    assert presence.here[key] == 1
    await ada.leave()
    assert key not in presence.here


# Commands


async def test_a_program_knows_when_a_stand_in_answers() -> None:
    """At the end of its clock; of a driver who is away at the end of the grace."""
    race = await started(clock=60, grace=20)
    ada = Program(race.code, await token_for(race, 0))
    await ada.begin()
    await sync_to_async(presence.depart)((await race.seats.aget(number=1)).pk)
    mine, other = (await ada.hear("update"))["clocks"]
    assert mine["over"] == mine["left"]
    assert other["left"] > 50_000
    assert 15_000 < other["over"] <= 20_000
    await sync_to_async(changes.pause)(race.pk)
    assert [clock["over"] for clock in (await ada.hear("update"))["clocks"]] == [None, None]
    await ada.leave()


async def test_an_answer_is_accepted_and_shown_to_all() -> None:
    race = await started()
    ada, bo = Program(race.code, await token_for(race, 0)), Program(race.code, await token_for(race, 1))
    question = (await ada.begin())["question"]
    await bo.begin()
    accepted = await ada.answer(question, GEAR_1, "one")
    assert accepted == {"type": "accepted", "id": "one", "seq": 1, "repeated": False}
    mine, theirs = await ada.hear("update"), await bo.hear("update")
    assert mine["version"] == theirs["version"] == 1
    assert mine["view"]["mine"]["choice"] == GEAR_1
    assert mine["may_withdraw"] is True
    assert theirs["view"]["cars"][0]["chosen"] is True
    assert theirs["question"] == BO_ASKED
    await ada.leave()
    await bo.leave()


async def test_a_repeated_command_gets_the_first_answer_on_a_new_line_too() -> None:
    race = await started()
    token = await token_for(race, 0)
    ada = Program(race.code, token)
    question = (await ada.begin())["question"]
    await ada.answer(question, GEAR_1, "one")
    await ada.leave()
    back = Program(race.code, token)
    await back.begin()
    assert await back.answer(question, GEAR_1, "one") == {"type": "accepted", "id": "one", "seq": 1, "repeated": True}
    await back.leave()


ANSWER = {"type": "answer", "seat": 0, "question": BO_ASKED | {"seat": 0}, "choice": GEAR_1, "id": "x"}
REFUSED: dict[str, tuple[object, str, str]] = {  # what → (message, code, id)
    "not json": ("{", "malformed", ""),
    "a list": ("[]", "malformed", ""),
    "deep": ("[" * 4000, "malformed", ""),
    "another type": ({"type": "steer"}, "unknown", ""),
    "a field too many": ({"type": "events", "after": 1, "seat": 1}, "malformed", ""),
    "a number too large": ({"type": "events", "after": 2**80}, "malformed", ""),
    "no command": ({"type": "command"}, "malformed", ""),
    "a broken choice": ({"type": "command", "command": ANSWER | {"choice": {"type": "fly"}}}, "malformed", "x"),
    "no such gear": (
        {"type": "command", "command": ANSWER | {"choice": {"type": "gear", "gear": 7}}},
        "no_such_gear",
        "x",
    ),
    "another seat": ({"type": "command", "command": ANSWER | {"seat": 1, "question": BO_ASKED}}, "not_yours", "x"),
    "another's question": ({"type": "command", "command": ANSWER | {"question": BO_ASKED}}, "other_seat", "x"),
    "a stand-in": (
        {"type": "command", "command": {"type": "stand_in", "question": BO_ASKED, "id": "x"}},
        "not_yours",
        "x",
    ),
    "an end": ({"type": "command", "command": {"type": "end", "id": "x"}}, "not_yours", "x"),
    "a retirement": ({"type": "command", "command": {"type": "retire", "seat": 0, "id": "x"}}, "no_retiring", "x"),
    "a retirement of another": (
        {"type": "command", "command": {"type": "retire", "seat": 1, "id": "x"}},
        "not_yours",
        "x",
    ),
    "a later question": (
        {"type": "command", "command": ANSWER | {"question": BO_ASKED | {"seat": 0, "n": 9}}},
        "not_asked",
        "x",
    ),
    "no id": ({"type": "command", "command": {**ANSWER, "id": ""}}, "bad_id", ""),
    "an id of the site's": ({"type": "command", "command": {**ANSWER, "id": "preset:1.gears.0.1"}}, "bad_id", ""),
    "an endless id": ({"type": "command", "command": {**ANSWER, "id": "x" * 65}}, "malformed", ""),
    "nothing to withdraw": (
        {
            "type": "command",
            "command": {"type": "withdraw", "seat": 0, "question": BO_ASKED | {"seat": 0}, "id": "x"},
        },
        "nothing_to_withdraw",
        "x",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
async def test_what_is_refused_leaves_no_trace(what: str) -> None:
    message, code, command_id = REFUSED[what]
    race = await started()
    ada = Program(race.code, await token_for(race, 0))
    await ada.begin()
    refused = await ada.ask(message)
    assert (refused["type"], refused["code"], refused["id"]) == ("refused", code, command_id)
    assert refused["sentence"]
    await sync_to_async(race.refresh_from_db)()
    assert race.version == 0
    await ada.leave()


@pytest.mark.parametrize(
    "message",
    [{"type": "command", "command": ANSWER}, {"type": "explain", "choice": GEAR_1}, {"type": "choices", "start": 0}],
    ids=lambda message: message["type"],
)
async def test_a_spectator_cannot_drive(message: dict[str, Any]) -> None:
    race = await started()
    spectator = Program(race.code)
    await spectator.begin()
    refused = await spectator.ask(message)
    assert refused["code"] == "no_seat"
    await spectator.leave()


async def test_nothing_is_accepted_while_the_race_is_paused() -> None:
    race = await started()
    ada = Program(race.code, await token_for(race, 0))
    question = (await ada.begin())["question"]
    await sync_to_async(changes.pause)(race.pk)
    assert (await ada.hear("update"))["paused"] is True
    assert (await ada.answer(question, GEAR_1, "one"))["code"] == "paused"
    await ada.leave()


async def test_whoever_says_too_much_is_closed() -> None:
    race = await started()
    ada = Program(race.code, await token_for(race, 0))
    await ada.begin()
    await ada.say("x" * (LONGEST + 1))
    assert await ada.closing_code() == TOO_LARGE


async def test_whoever_speaks_too_often_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("races.allowance.A_SECOND", 0)
    race = await started()
    ada = Program(race.code)
    await ada.begin()
    for _ in range(BURST + 1):
        await ada.say({"type": "steer"})
    for _ in range(BURST):
        await ada.hear("refused")
    assert await ada.closing_code() == TOO_FAST


# What can be asked


async def test_choices_are_listed_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "AT_ONCE", 3)
    race = await started()
    ada = Program(race.code, await token_for(race, 0))
    update = await ada.begin()
    assert update["choices"]["total"] == 4
    assert len(update["choices"]["choices"]) == 3
    more = await ada.ask({"type": "choices", "start": 3})
    assert more["question"] == update["question"]
    assert more["page"] == {"total": 4, "start": 3, "choices": [{"type": "leave_race"}]}
    assert (await ada.ask({"type": "choices", "start": 4}))["page"]["choices"] == []
    await ada.leave()


async def test_a_choice_is_explained() -> None:
    race = await started()
    ada = Program(race.code, await token_for(race, 0))
    question = (await ada.begin())["question"]
    told = await ada.ask({"type": "explain", "choice": {"type": "gear", "gear": 3}})
    assert told["explanation"]["heat"] == [{"source": "two_gears", "amount": 1}]
    assert (await ada.ask({"type": "explain", "choice": {"type": "fly"}}))["code"] == "malformed"
    await ada.answer(question, GEAR_1, "one")
    await ada.hear("update")
    assert (await ada.ask({"type": "explain", "choice": GEAR_1}))["code"] == "not_asked"
    await ada.leave()


async def test_events_are_told_from_the_start_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_feed, "AT_ONCE", 1)
    race = await started()
    ada = Program(race.code, await token_for(race, 0))
    await ada.answer((await ada.begin())["question"], GEAR_1, "one")
    await ada.hear("update")
    first = await ada.ask({"type": "events", "after": -1})
    assert [entry["seq"] for entry in first["entries"]] == [0]
    assert first["version"] == 1
    then = await ada.ask({"type": "events", "after": 0})
    assert then["entries"] == [{"seq": 1, "events": [{"type": "chosen", "seat": 0, "choice": GEAR_1}]}]
    await ada.leave()


# Secrets


async def test_nobody_is_told_what_is_not_theirs() -> None:
    race = await started()
    scene = await sync_to_async(heat_scene)(race)
    heard: list[str] = []
    ada = Program(race.code, await token_for(race, 0))
    question = (await ada.begin())["question"]
    await ada.answer(question, {"type": "gear", "gear": 2}, "one")
    await ada.hear("update")
    for other in (Program(race.code, await token_for(race, 1)), Program(race.code)):
        await other.connect()
        heard += [json.dumps(await other.hear()) for _ in range(2)]
        heard.append(json.dumps(await other.ask({"type": "events", "after": -1})))
        await other.leave()
    told = "".join(heard)
    assert race.seed not in told
    assert '"choice": {"type": "gear"' not in told
    assert json.dumps(list(scene.state.cars[0].hand)) not in told
    await ada.leave()


# The cost of many viewers


async def test_one_viewers_view_is_made_once_for_all_its_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    race = await started()
    ada, token = Program(race.code, await token_for(race, 0)), await token_for(race, 1)
    await ada.answer((await ada.begin())["question"], GEAR_1, "one")
    await ada.hear("update")
    await ada.leave()
    made: list[int | None] = []
    view = scenes.Scene.view

    def counted(scene: scenes.AnyScene, seat: int | None) -> Any:
        made.append(seat)
        return view(scene, seat)

    monkeypatch.setattr(scenes.Scene, "view", counted)
    lines = [Program(race.code, token), Program(race.code, token), Program(race.code), Program(race.code)]
    for line in lines:
        await line.begin()
    assert made == [1, None]
    for line in lines:
        await line.leave()


async def test_a_notice_that_was_lost_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    race = await sync_to_async(make_race)()
    program = Program(race.code, visitor="ada")
    await program.begin()
    with monkeypatch.context() as lost:
        lost.setattr(channel_layer.groups, "tell", lambda group, message: None)
        await sync_to_async(changes.pause)(race.pk)
    assert await program.line.receive_nothing()
    await catch_up()
    assert (await program.hear("update"))["revision"] >= 1
    await sync_to_async(changes.resume)(race.pk)
    assert (await program.hear("update"))["revision"] >= 2
    await program.line.disconnect()


async def test_a_token_that_was_taken_back_unheard_drives_nobody() -> None:
    race = await started()
    token = await token_for(race, 0)
    ada, bo = Program(race.code, token), Program(race.code, await token_for(race, 1))
    await ada.begin()
    await bo.begin()
    await Token.objects.filter(hash=tokens.hash_of(token)).aupdate(revoked=timezone.now())
    await catch_up()
    assert await ada.closing_code() == program.BAD_TOKEN
    assert await bo.line.receive_nothing(0.05)
    await bo.leave()


async def test_a_program_hears_of_an_end_that_it_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    race = await started()
    token = await token_for(race, 0)
    ada = Program(race.code, token)
    await ada.begin()
    with monkeypatch.context() as lost:
        lost.setattr(channel_layer.groups, "tell", lambda group, message: None)
        await sync_to_async(live.submit)(race.pk, End())
    await catch_up()
    await ada.hear("update")
    await ada.hear("over")
    await ada.leave()
    back = Program(race.code, token)
    await back.begin()
    assert back.seat == 0
    await back.hear("over")
    await back.leave()

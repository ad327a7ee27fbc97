"""Who is called, how often, and what becomes of addresses: with a push service on this machine."""

import asyncio
import re
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.core import mail
from django.utils import timezone
from pytest_django.fixtures import Settings

from lobby import asking
from lobby.calls import addresses, due, push, sending
from lobby.calls.models import Call, MailAddress, PushAddress, Unwanted
from lobby.cleaning import clean_rooms
from lobby.models import Room, Visitor
from races import clocks, live, scenes
from races.models import Race, Seat
from tests.lobby.calls.kit import ORIGIN, Browser, Service, race_of_days
from tests.lobby.factories import RoomFactory
from tests.races.factories import make_race

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def browser(service: Service) -> Browser:
    """Ada's browser."""
    browser = Browser(service.address)
    browser.given("ada")
    return browser


@pytest.fixture
def mailing(settings: Settings) -> None:
    settings.MAIL = True
    settings.DEFAULT_FROM_EMAIL = "heat@heat.example"


def look() -> None:
    """What the process does every few seconds."""
    asyncio.run(sending.make_calls())


def confirmed(visitor: str = "ada", address: str = "ada@mail.example") -> MailAddress:
    Visitor.objects.get_or_create(pk=visitor, defaults={"name": visitor.title()})
    given = addresses.set_mail(visitor, address, ORIGIN)
    return addresses.confirm(addresses.confirm_token(given))


def later(**time: int) -> datetime:
    return timezone.now() + timedelta(**time)


def test_who_is_away_is_called_once_when_a_race_of_days_waits(service: Service, browser: Browser) -> None:
    race = race_of_days()
    look()
    look()
    (taken,) = service.taken
    said = browser.read(taken.body)
    assert said["title"].startswith("It is your turn: ")
    assert said["url"] == f"/races/{race.code}/"
    assert said["tag"] == taken.headers["Topic"] == race.code
    assert Call.objects.get(visitor="ada").arrived


def test_a_call_tells_nothing_of_what_happened(service: Service, browser: Browser) -> None:
    race_of_days()
    look()
    said = browser.read(service.taken[0].body)
    assert said.keys() == {"title", "body", "url", "tag", "stop", "stop_label"}
    assert "Bo" not in str(said["title"] + said["body"])


@pytest.mark.parametrize("why", ["here", "just left", "answered", "answered by itself", "minutes", "paused", "over"])
def test_nobody_is_called_who_is_not_waited_for(service: Service, browser: Browser, why: str) -> None:
    race = race_of_days()
    rows = Race.objects.filter(pk=race.pk)
    if why == "here":
        rows.update(absent={1: race.absent[1]})
    elif why == "just left":
        rows.update(absent={0: clocks.milliseconds(timezone.now() - timedelta(seconds=20))})
    elif why == "answered":
        rows.update(clocks={1: race.clocks[1]})
    elif why == "answered by itself":
        rows.update(clocks={0: {**race.clocks[0], "auto": clocks.milliseconds(later(minutes=1))}})
    elif why == "minutes":
        rows.update(clock=120)
    elif why == "paused":
        rows.update(paused=True)
    else:
        rows.update(ended=timezone.now())
    look()
    assert not service.taken
    assert not Call.objects.exists()


def test_a_stand_in_s_answer_calls_nobody_anew_and_a_visit_does(service: Service, browser: Browser) -> None:
    race = race_of_days()
    look()
    assert due.due(later(hours=1)) == []
    Seat.objects.filter(race=race, number=0).update(seen=later(minutes=5))
    assert [one.about for one in due.due(later(hours=1))] == [race.code]
    assert due.due(later(minutes=10)) == [], "a quarter of an hour lies between two calls"


def test_who_did_not_come_is_called_again_the_next_day(service: Service, browser: Browser) -> None:
    race = race_of_days()
    look()
    assert [one.about for one in due.due(later(hours=21))] == [race.code]


def test_two_games_are_one_call_at_a_time(service: Service, browser: Browser) -> None:
    race_of_days()
    race_of_days()
    look()
    look()
    assert len(service.taken) == 1


def test_of_two_processes_one_calls(service: Service, browser: Browser) -> None:
    race_of_days()
    for now in (timezone.now(), later(hours=21)):
        (one,) = due.due(now)
        assert [due.claim(one, now), due.claim(one, now)] == [True, False]
        assert due.due(now) == []


def test_an_invitation_calls_the_one_who_is_asked(service: Service, browser: Browser) -> None:
    room: Room = RoomFactory(host="bo")
    asking.ask("bo", "ada", room)
    look()
    look()
    (taken,) = service.taken
    assert browser.read(taken.body)["title"].startswith("Bo asks you to a room: ")


def test_an_invitation_of_a_muted_one_calls_nobody(service: Service, browser: Browser) -> None:
    room: Room = RoomFactory(host="bo")
    asking.silence("ada", "bo", "Bo")
    asking.ask("bo", "ada", room)
    look()
    assert not service.taken


@pytest.mark.parametrize("status", [404, 410])
def test_an_address_that_is_gone_is_removed(service: Service, browser: Browser, status: int) -> None:
    service.status = status
    race_of_days()
    look()
    assert not PushAddress.objects.exists()


def test_a_service_that_is_down_loses_nobody_and_is_tried_again(service: Service, browser: Browser) -> None:
    race = race_of_days()
    service.status = 503
    look()
    assert PushAddress.objects.get().failures == 1
    assert due.due(later(minutes=10)) == []
    assert [one.about for one in due.due(later(minutes=16))] == [race.code]
    service.status = 201
    Call.objects.update(at=timezone.now() - timedelta(minutes=16))
    look()
    assert PushAddress.objects.get().failures == 0
    assert Call.objects.get().arrived


def test_an_address_that_fails_for_days_is_removed(service: Service, browser: Browser) -> None:
    service.status = 403
    race_of_days()
    for _ in range(addresses.MOST_FAILURES):
        assert PushAddress.objects.exists()
        look()
        Call.objects.update(at=timezone.now() - timedelta(minutes=16))
    assert not PushAddress.objects.exists()


def test_one_device_that_is_gone_keeps_no_other_from_being_called(service: Service, browser: Browser) -> None:
    other = Browser("https://push.example")
    PushAddress.objects.create(visitor="ada", endpoint="http://10.0.0.1/x", key=other.public, secret="", site="")
    race_of_days()
    look()
    assert len(service.taken) == 1
    assert PushAddress.objects.count() == 1, "what is no push service is never asked, and gone"


@pytest.mark.usefixtures("mailing")
def test_an_address_that_raises_keeps_nothing_else_from_going_out(
    service: Service, browser: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It fails like one whose service is down, and is dropped after as many times."""
    bad = Browser("https://push.example", "bad").given("ada")
    Browser(service.address, "bo").given("bo")
    race_of_days()
    deliver = push.deliver

    def break_down(endpoint: str, *rest: Any) -> push.Delivery:
        if endpoint == bad.endpoint:
            raise UnicodeError(f"{endpoint} is not to be logged")
        return deliver(endpoint, *rest)

    monkeypatch.setattr(push, "deliver", break_down)
    addresses.set_mail("bo", "bo@mail.example", ORIGIN)
    look()
    assert sorted(taken.path for taken in service.taken) == ["/push/b", "/push/bo"]
    assert len(mail.outbox) == 1
    assert Call.objects.filter(arrived=True).count() == 2
    assert "bad" not in caplog.text
    for times in range(1, addresses.MOST_FAILURES):
        assert PushAddress.objects.get(pk=bad.pk).failures == times
        Call.objects.update(at=timezone.now() - timedelta(hours=21))
        look()
    assert not PushAddress.objects.filter(pk=bad.pk).exists()
    assert PushAddress.objects.count() == 2


@pytest.mark.usefixtures("mailing")
def test_a_call_that_breaks_down_keeps_no_other_back(
    service: Service, browser: Browser, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    Browser(service.address, "bo").given("bo")
    race_of_days()
    addresses.set_mail("bo", "bo@mail.example", ORIGIN)
    of_all = sending._addresses

    def break_down(visitor: str) -> Any:
        if visitor == "ada":
            raise LookupError(visitor)
        return of_all(visitor)

    monkeypatch.setattr(sending, "_addresses", break_down)
    look()
    assert [taken.path for taken in service.taken] == ["/push/bo"]
    assert len(mail.outbox) == 1
    faults = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert faults == ["A call could not be made: LookupError"]


@pytest.mark.usefixtures("mailing")
def test_a_domain_that_dns_cannot_spell_keeps_no_question_back(service: Service) -> None:
    for visitor, domain in (("ada", "ü" * 60), ("bo", "mail")):
        Visitor.objects.create(pk=visitor, name=visitor)
        addresses.set_mail(visitor, f"me@{domain}.example", ORIGIN)
    look()
    look()
    assert [letter.to for letter in mail.outbox] == [["me@mail.example"]]
    assert not addresses.to_ask(), "it is asked once"


def test_a_service_that_does_not_answer_holds_up_no_command(service: Service, browser: Browser) -> None:
    """While it is silent, a driver's command is judged and stored."""
    race_of_days()
    other = make_race()
    service.release.clear()

    async def both() -> Any:
        calling = asyncio.create_task(sending.make_calls())
        called = Call.objects.filter(visitor="ada")
        while not await called.aexists():
            await asyncio.sleep(0)
        scene = await database_sync_to_async(scenes.scene_of)(other.pk)
        command = live.stand_in(next(iter(scene.questions.values())), "clock")
        reply = await database_sync_to_async(live.submit)(other.pk, command, later(minutes=5))
        assert not calling.done()
        service.release.set()
        await calling
        return reply

    assert isinstance(asyncio.run(both()), live.Accepted)
    assert len(service.taken) == 1


@pytest.mark.usefixtures("mailing")
def test_mail_goes_to_a_confirmed_address_with_ways_to_stop_it(service: Service) -> None:
    confirmed()
    race = race_of_days()
    look()
    (letter,) = mail.outbox
    assert letter.to == ["ada@mail.example"]
    assert letter.subject.startswith("It is your turn: ")
    assert f"https://heat.example/races/{race.code}/" in letter.body
    stop = letter.extra_headers["List-Unsubscribe"].strip("<>")
    assert letter.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert stop in letter.body
    assert stop.startswith("https://heat.example/calls/stop/")


@pytest.mark.usefixtures("mailing")
def test_an_address_gets_one_question_and_nothing_else_before_it_is_confirmed(service: Service) -> None:
    Visitor.objects.create(pk="ada", name="Ada")
    addresses.set_mail("ada", "ada@mail.example", ORIGIN)
    race_of_days()
    look()
    look()
    (letter,) = mail.outbox
    assert letter.subject == "Messages to this address?"
    assert re.search(r"https://heat\.example/calls/confirm/\S+/", str(letter.body))
    assert not Call.objects.exists()


@pytest.mark.usefixtures("mailing")
def test_an_address_is_asked_once_however_often_it_is_given(service: Service) -> None:
    """A stranger could otherwise pester whom they like, with one mail for each press of a button."""
    Visitor.objects.create(pk="ada", name="Ada")
    Visitor.objects.create(pk="bo", name="Bo")
    for visitor, address in (("ada", "me@mail.example"), ("ada", "ME@mail.example"), ("bo", "me@mail.example")):
        addresses.set_mail(visitor, address, ORIGIN)
        look()
        addresses.remove_mail(visitor)
    (letter,) = mail.outbox
    again = addresses.set_mail("ada", "me@mail.example", ORIGIN)
    link = re.search(r"/calls/confirm/(\S+)/", str(letter.body))
    assert link is not None
    assert addresses.confirm(link[1]) == again, "the link of the first mail is good for two days"
    addresses.clean(later(days=3))
    addresses.set_mail("bo", "me@mail.example", ORIGIN)
    look()
    assert len(mail.outbox) == 2


@pytest.mark.usefixtures("mailing")
def test_a_mail_server_that_is_down_is_asked_again(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    Visitor.objects.create(pk="ada", name="Ada")
    addresses.set_mail("ada", "ada@mail.example", ORIGIN)

    def down(*about: object) -> None:
        raise SMTPServerDisconnected("ada@mail.example is not to be logged")

    with monkeypatch.context() as patch:
        patch.setattr("django.core.mail.EmailMessage.send", down)
        look()
    assert MailAddress.objects.get().asked is None
    look()
    assert len(mail.outbox) == 1


@pytest.mark.usefixtures("mailing")
def test_a_mail_server_that_knows_no_such_address_is_not_asked_for_ever(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    Visitor.objects.create(pk="ada", name="Ada")
    addresses.set_mail("ada", "ada@mail.example", ORIGIN)

    def refuse(*about: object) -> None:
        raise SMTPRecipientsRefused({})

    monkeypatch.setattr("django.core.mail.EmailMessage.send", refuse)
    look()
    assert MailAddress.objects.get().asked is not None


def test_without_a_mail_server_no_mail_goes_out(service: Service, settings: Settings) -> None:
    settings.MAIL = True
    confirmed()
    settings.MAIL = False
    race_of_days()
    look()
    assert not mail.outbox


def test_messages_speak_the_language_of_their_address(service: Service) -> None:
    browser = Browser(service.address)
    browser.given("ada")
    PushAddress.objects.update(language="de")
    race_of_days()
    look()
    assert browser.read(service.taken[0].body)["url"].startswith("/races/")


def test_old_calls_and_unconfirmed_addresses_go(service: Service, settings: Settings) -> None:
    settings.MAIL = True
    Call.objects.create(visitor="ada", about="X", at=later(days=-3))
    Visitor.objects.create(pk="ada", name="Ada")
    addresses.set_mail("ada", "ada@mail.example", ORIGIN)
    MailAddress.objects.update(made=later(days=-3), asked=later(days=-3))
    clean_rooms()
    assert not Call.objects.exists()
    assert not MailAddress.objects.exists()
    assert not Unwanted.objects.exists()

"""All that the site holds of a visitor: nothing is left out, and after it is forgotten nothing is left."""

import json
from typing import Any

import pytest
from django.apps import apps
from django.db import models
from django.utils import timezone

from lobby import devices, holding
from lobby.calls.models import Call, MailAddress, PushAddress
from lobby.models import Attempt, Block, Device, DeviceLink, Invitation, Mute, Report, Room, Visitor
from races import tokens
from races.models import Championship, Competitor, DailyTry, Opening, Race, Review, Seat
from tests.lobby.factories import RoomFactory, VisitorFactory, browser
from tests.races.factories import make_race

pytestmark = pytest.mark.django_db(transaction=True)

WHO = ("visitor", "host", "by")
"""What columns are called that hold a visitor's id; `Mute.other` is that of another one."""


def columns() -> set[tuple[type[models.Model], str]]:
    """Every column that may say who a visitor is."""
    own = [model for model in apps.get_models() if model.__module__.startswith(("lobby", "races", "operating"))]
    return {(model, field.name) for model in own for field in model._meta.fields if field.name in WHO} | {
        (Visitor, "id")
    }


def rows_of(visitor: str) -> set[tuple[type[models.Model], str]]:
    return {(model, name) for model, name in columns() if model._base_manager.filter(**{name: visitor}).exists()}


@pytest.fixture
def all_of_ada() -> None:
    """A row of hers wherever there can be one."""
    VisitorFactory(id="ada", name="Ada", colour="red", car_number=8)
    room = RoomFactory(guests=("bo",))
    elsewhere = RoomFactory(host="cy")
    Block.objects.create(room=elsewhere, visitor="ada")
    DeviceLink.objects.create(hash="x", visitor="ada")
    Device.objects.create(visitor="ada", name="Firefox on Linux")
    Report.objects.create(visitor="ada", name="Ada", by="bo", room="ROOMS")
    Report.objects.create(visitor="bo", name="Rude", by="ada", room="ROOMS")
    Attempt.objects.create(kind=Attempt.Kind.OPENING, visitor="ada")
    Invitation.objects.create(room=elsewhere, visitor="ada", by="cy")
    Invitation.objects.create(room=room, visitor="fay", by="ada")
    Mute.objects.create(visitor="ada", other="ed", name="Ed")
    Mute.objects.create(visitor="cy", other="ada", name="Ada")
    PushAddress.objects.create(visitor="ada", endpoint="https://push.example/1", name="Firefox on Linux")
    MailAddress.objects.create(visitor="ada", address="ada@mail.example")
    Call.objects.create(visitor="ada", about="race")
    race = make_race()
    Race.objects.filter(pk=race.pk).update(presets={"0": ["rest"]}, held={"0": {"answer": "my cards"}})
    DailyTry.objects.create(key="2026-11-19", race=race, visitor="ada")
    Review.objects.create(race=race, seat=0, visitor="ada")
    Opening.objects.create(key="k", visitor="ada", data=b"what")
    tokens.make(Seat.objects.get(race=race, visitor="ada"))
    one = Championship.objects.create(code="CHAMP1", content="", setup="", seed="", rules="", room=room.code)
    Competitor.objects.create(championship=one, seat=0, name="Ada", colour="red", car_number=8, visitor="ada")


@pytest.mark.usefixtures("all_of_ada")
def test_there_is_a_row_of_hers_in_every_table_that_may_have_one() -> None:
    """Who adds a column that says who a visitor is adds it here, to what they are shown, and to what is forgotten."""
    assert rows_of("ada") == columns()


def exported() -> dict[str, Any]:
    found: dict[str, Any] = browser("ada").get("/mine/profile.json").json()
    return found


@pytest.mark.usefixtures("all_of_ada")
def test_the_download_has_all_of_it() -> None:
    found = exported()
    race = Race.objects.get()
    assert (found["name"], found["colour"], found["car_number"]) == ("Ada", "red", 8)
    assert len(found["rooms"]) == len(found["host_of_rooms"]) == len(found["kept_out_of_rooms"]) == 1
    assert found["kept_out_of_rooms"] != found["rooms"]
    (told,) = found["races"]
    assert (told["code"], told["ended"], told["host"], told["place"]) == (race.code, None, True, None)
    assert (told["answers_in_advance"], told["given_ahead"]) == (["rest"], "my cards")
    assert (len(told["programs"]), told["race_of"]) == (1, "2026-11-19")
    assert found["championships"] == [{"code": "CHAMP1", "name": "Ada", "car_number": 8}]
    assert len(found["links_to_other_devices"]) == 1
    assert [one["name"] for one in found["devices"]] == ["Firefox on Linux"]
    assert [one["name"] for one in found["names_that_others_reported"]] == ["Ada"]
    assert [one["name"] for one in found["names_that_they_reported"]] == ["Rude"]
    assert len(found["invitations"]) == len(found["invitations_sent"]) == 1
    assert [one["name"] for one in found["no_invitations_from"]] == ["Ed"]
    assert len(found["reviews_asked_for"]) == len(found["files_opened"]) == 1
    assert found["barred_since"] is None
    assert [one["what"] for one in found["counted_for_an_hour"]] == ["opening"]


@pytest.mark.usefixtures("all_of_ada")
def test_the_page_shows_all_of_it() -> None:
    page = browser("ada").get("/mine/data/").content.decode()
    told = exported()
    shown = ["Ada", told["races"][0]["code"], told["rooms"][0], told["kept_out_of_rooms"][0], "CHAMP1"]
    shown += [
        "A link to another device",
        "Firefox on Linux",
        "Somebody reported the name Ada",
        "You reported the name Rude",
        "An invitation by you to room",
        "No invitations from Ed",
        "A look back at race",
        "A record that you opened",
        "Called about race",
        "opened a room or a race",
        "a program may drive",
        "the race of 2026-11-19",
        "with answers in advance",
    ]
    assert [part for part in shown if part not in page] == []


@pytest.mark.usefixtures("all_of_ada")
def test_neither_has_secrets_of_the_race_or_of_others() -> None:
    race = Race.objects.get()
    both = json.dumps(exported()) + browser("ada").get("/mine/data/").content.decode()
    for secret in (
        race.seed,
        '"hand"',
        '"Bo"',
        '"bo"',
        *Seat.objects.get(visitor="ada").tokens.values_list("hash", flat=True),
    ):
        assert secret not in both


@pytest.mark.usefixtures("all_of_ada")
def test_who_is_forgotten_is_nowhere() -> None:
    Race.objects.update(ended=timezone.now())
    browser("ada").post("/mine/forget/", {"sure": "yes"})
    assert rows_of("ada") == set()
    assert anywhere("ada") == []
    (left,) = Device.objects.all()
    assert (left.visitor, left.key, left.name) == (devices.forgotten_as("ada"), "", ""), "her cookie is nobody's now"
    assert left.out is not None
    assert Room.objects.count() == 2
    assert "Ada" not in Seat.objects.get(number=0).name


def anywhere(visitor: str) -> list[str]:
    """Every column of ours that holds an id, whatever it is called, also within JSON."""
    own = [model for model in apps.get_models() if model.__module__.startswith(("lobby", "races", "operating"))]
    found = []
    for model in own:
        for row in model._base_manager.values():
            texts = {name: json.dumps(value, default=str) for name, value in row.items()}
            found += [f"{model.__name__}.{name}" for name, text in texts.items() if f'"{visitor}"' in text]
    return found


@pytest.mark.usefixtures("all_of_ada")
def test_a_stranger_has_nothing() -> None:
    assert holding.held("") == holding.held("zed")
    assert browser("zed").get("/mine/data/").status_code == 200
    assert browser("zed").get("/mine/profile.json").json()["races"] == []

"""Abandoned rooms go; races, and rooms in which something happens, stay."""

from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django.fixtures import Settings

from lobby.cleaning import clean_rooms
from lobby.models import DAY, Room
from races.models import Race
from tests.lobby.factories import RoomFactory
from tests.races.factories import make_race

pytestmark = pytest.mark.django_db


@pytest.fixture
def later(settings: Settings, room: Room) -> datetime:
    """A moment past the lifetime of the room."""
    settings.ROOM_LIFETIME = 3600
    return timezone.now() + timedelta(seconds=3601)


def race_in(room: Room, touched: datetime, **terms: Any) -> Race:
    race = make_race("ada", "bo", room=room.code, **terms)
    Race.objects.update(touched=touched)
    Room.objects.filter(pk=room.pk).update(race=race)
    return race


def test_a_room_lives_for_its_time(later: datetime) -> None:
    assert clean_rooms(later - timedelta(seconds=5)) == 0
    assert clean_rooms(later) == 1
    assert not Room.objects.exists()


def test_activity_keeps_a_room(later: datetime) -> None:
    RoomFactory(host="eve", touched=later - timedelta(minutes=5))
    assert clean_rooms(later) == 1
    assert Room.objects.get().host == "eve"


def test_somebody_who_is_there_keeps_a_room(later: datetime, room: Room) -> None:
    room.members.filter(visitor="bo").update(connected=True, seen=later)
    assert clean_rooms(later) == 0


def test_a_race_that_is_driven_keeps_its_room(later: datetime, room: Room) -> None:
    race_in(room, touched=later - timedelta(minutes=1))
    assert clean_rooms(later) == 0


def test_a_race_of_days_keeps_its_room(later: datetime, room: Room) -> None:
    race_in(room, touched=later - timedelta(days=2), clock=DAY)
    assert clean_rooms(later) == 0


def test_a_race_that_is_over_or_forgotten_does_not(later: datetime, room: Room) -> None:
    race = race_in(room, touched=later - timedelta(days=2))
    assert clean_rooms(later) == 1
    assert Race.objects.get() == race


def test_the_command_says_how_many(room: Room) -> None:
    Room.objects.update(touched=timezone.now() - timedelta(days=9))
    out = StringIO()
    call_command("clean_rooms", stdout=out)
    assert out.getvalue().strip() == "Rooms removed: 1"

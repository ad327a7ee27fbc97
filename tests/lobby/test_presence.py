"""Who is in the waiting room: dots that go on and off, and hosts who do not come back."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from lobby import presence
from lobby.models import Room
from races.presence import LEASE
from tests.lobby.factories import RoomFactory, member

pytestmark = pytest.mark.django_db


def test_arriving_and_leaving_is_news_once(room: Room) -> None:
    bo = member(room, "bo").pk
    presence.arrive(bo)
    presence.arrive(bo)
    room.refresh_from_db()
    assert room.revision == 1
    assert member(room, "bo").connected
    presence.depart(bo)
    presence.depart(bo)
    room.refresh_from_db()
    assert room.revision == 2
    assert not member(room, "bo").connected


def test_a_lease_is_renewed_while_somebody_is_connected(room: Room) -> None:
    now = timezone.now()
    bo = member(room, "bo").pk
    presence.arrive(bo, now)
    presence.here[bo] += 1
    presence.renew(now + timedelta(minutes=5))
    assert member(room, "bo").connected
    assert member(room, "bo").seen == now + timedelta(minutes=5)


def test_a_lease_that_runs_out_ends_presence(room: Room) -> None:
    now = timezone.now()
    presence.arrive(member(room, "bo").pk, now)
    presence.renew(now + LEASE + timedelta(seconds=1))
    assert not member(room, "bo").connected


def test_a_host_who_stays_away_is_replaced(room: Room) -> None:
    now = timezone.now()
    presence.depart(member(room, "ada").pk, now)
    room.members.filter(visitor="ada").update(seen=now)
    cy = member(room, "cy").pk
    presence.arrive(cy, now)
    presence.here[cy] += 1
    presence.renew(now + presence.PATIENCE / 2)
    room.refresh_from_db()
    assert room.host == "ada"
    presence.renew(now + presence.PATIENCE * 2)
    room.refresh_from_db()
    assert room.host == "cy"


def test_nobody_replaces_the_host_of_an_empty_room(room: Room) -> None:
    presence.renew(timezone.now() + presence.PATIENCE * 2)
    room.refresh_from_db()
    assert room.host == "ada"


def test_a_member_who_is_gone_has_no_presence(room: Room) -> None:
    bo = member(room, "bo")
    bo.delete()
    presence.arrive(bo.pk or 0)
    presence.depart(10**6)


def test_whom_another_process_has_seen_since_has_not_gone(room: Room) -> None:
    now = timezone.now()
    bo = member(room, "bo").pk
    presence.arrive(bo, now)
    presence.arrive(bo, now + timedelta(seconds=2))
    presence.depart(bo, now + timedelta(seconds=4), unseen_since=now + timedelta(seconds=1))
    assert member(room, "bo").connected


def test_who_is_connected_here_is_there_and_that_is_news(room: Room) -> None:
    bo = member(room, "bo").pk
    presence.here[bo] += 1
    presence.renew()
    room.refresh_from_db()
    assert member(room, "bo").connected
    assert room.revision == 1


def test_a_host_without_guests_keeps_the_room(room: Room) -> None:
    """A bot has a seat, but is no player who could become the host."""
    now = timezone.now()
    room.members.exclude(visitor="ada").update(visitor="", bot="racer", connected=True, seen=now)
    room.members.filter(visitor="ada").update(connected=False, seen=now)
    presence.renew(now + presence.PATIENCE * 2)
    room.refresh_from_db()
    assert (room.host, room.revision) == ("ada", 0)


def test_a_look_for_absent_hosts_costs_the_same_for_any_number_of_rooms(
    room: Room, django_assert_num_queries: Any
) -> None:
    later = timezone.now() + presence.PATIENCE * 2
    for _ in range(3):
        RoomFactory(guests=("bo",))
    with django_assert_num_queries(2):
        presence.renew(later)

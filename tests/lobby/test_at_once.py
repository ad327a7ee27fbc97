"""Two people click at the same moment."""

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.utils import timezone

from lobby import devices, rooms, starting, visitors
from lobby.models import Device, Room
from lobby.refused import Refused
from races.heat.daily.edition import now_on
from races.heat.lessons.taught.first import LESSON as FIRST
from races.models import DailyTry, Race
from tests.lobby.factories import RoomFactory, browser, member, offered_lesson, offered_track
from tests.races.factories import deck_version

pytestmark = pytest.mark.django_db(transaction=True)


def both(*clicks: Callable[[], object]) -> list[str]:
    """What each gets: "done", or the code of a refusal."""
    barrier = Barrier(len(clicks))
    results = [""] * len(clicks)

    def click(place: int) -> None:
        try:
            barrier.wait(5)
            clicks[place]()
            results[place] = "done"
        except Refused as refused:
            results[place] = refused.code
        finally:
            connection.close()

    threads = [Thread(target=click, args=(place,)) for place in range(len(clicks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    return sorted(results)


@pytest.fixture
def crowded() -> Room:
    return RoomFactory(guests=("bo", "cy"), most=4)


def test_the_last_seat_is_taken_once(crowded: Room) -> None:
    code = crowded.code
    assert both(lambda: rooms.join(code, "dee", "Dee"), lambda: rooms.join(code, "eve", "Eve")) == ["done", "full"]
    assert crowded.members.count() == 4


def test_a_colour_is_taken_once(crowded: Room) -> None:
    code = crowded.code
    clicks = (lambda: rooms.paint(code, "bo", "pink"), lambda: rooms.paint(code, "cy", "pink"))
    assert both(*clicks) == ["colour_taken", "done"]
    assert crowded.members.filter(colour="pink").count() == 1


def test_one_person_joins_once_from_two_tabs(crowded: Room) -> None:
    code = crowded.code
    assert both(*(lambda: rooms.join(code, "dee", "Dee"),) * 2) == ["done", "done"]
    assert member(crowded, "dee").position == 3


def test_a_race_starts_once(crowded: Room) -> None:
    code = crowded.code
    assert both(*(lambda: starting.start(code, "ada"),) * 2) == ["done", "done"]
    assert Race.objects.count() == 1


def test_the_host_leaves_while_the_next_one_leaves(crowded: Room) -> None:
    code = crowded.code
    both(lambda: rooms.leave(code, "ada"), lambda: rooms.leave(code, "bo"))
    crowded.refresh_from_db()
    assert crowded.host == "cy"


def test_a_room_is_made_anew_once(crowded: Room) -> None:
    race = starting.start(crowded.code, "ada")
    Race.objects.update(ended=race.started)
    race.refresh_from_db()
    crowded.delete()
    assert both(lambda: starting.again(race, "bo"), lambda: starting.again(race, "cy")) == ["done", "done"]
    assert Room.objects.get().members.count() == 2


def test_a_link_moves_one_browser() -> None:
    visitors.remember("ada", "Ada")
    secret = devices.make_link("ada")
    assert both(*(lambda: devices.use(secret),) * 2) == ["bad_link", "done"]


def test_two_links_do_not_make_one_device_too_many() -> None:
    visitors.remember("ada", "Ada")
    one, other = devices.make_link("ada"), devices.make_link("ada")
    Device.objects.bulk_create(Device(visitor="ada", key=f"{key}") for key in range(devices.MOST - 2))
    assert both(lambda: devices.use(one), lambda: devices.use(other)) == ["done", "too_many_devices"]
    assert devices.of("ada").count() == devices.MOST


def test_a_lesson_that_is_pressed_twice_begins_once() -> None:
    offered_lesson(FIRST)
    deck_version()
    clicks = [lambda: browser("ada").post("/lesson/")] * 2
    assert both(*clicks) == ["done", "done"]
    assert Race.objects.count() == 1


def test_the_race_of_the_day_that_is_pressed_often_begins_once() -> None:
    offered_track("usa")
    deck_version()
    key = now_on(timezone.now())[0].key
    clicks = [lambda: browser("ada").post("/day/drive/", {"key": key})] * 4
    assert both(*clicks) == ["done"] * 4
    assert DailyTry.objects.get().race == Race.objects.get()

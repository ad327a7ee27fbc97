"""Visitors and rooms as the tests need them."""

import re
from typing import Any

import factory
from django.test import Client

from heatsite.visitors import COOKIE, sign
from lobby import models, rooms
from lobby.games.heat import extras
from races.heat.extras import Extras
from races.heat.lessons.lesson import Lesson
from races.models import Track, TrackVersion
from tests.gallery import lessons
from tests.races.factories import deck_version, track_version


def offered_track(slug: str = "usa") -> Track:
    """A circuit on offer: its picture is there."""
    return _drawn(track_version(slug)).track


def offered_lesson(lesson: Lesson) -> None:
    """The circuit of a lesson, with its picture."""
    _drawn(lessons.circuit(lesson))


def _drawn(version: TrackVersion) -> TrackVersion:
    if not version.art:
        version.art = '{"theme": "usa", "mini": "<svg class=\\"mini\\"></svg>", "ground": "<g class=\\"ground\\"></g>"}'
        version.save(update_fields=["art"])
    return version


class VisitorFactory(factory.django.DjangoModelFactory):  # type: ignore[misc]
    class Meta:
        model = models.Visitor
        django_get_or_create = ("id",)

    id = factory.Sequence(lambda n: f"visitor{n}")
    name = factory.LazyAttribute(lambda o: o.id.title())


class RoomFactory(factory.django.DjangoModelFactory):  # type: ignore[misc]
    """A room whose host, Ada, sits in it; `guests` are visitors who joined."""

    class Meta:
        model = models.Room
        skip_postgeneration_save = True

    code = factory.Sequence(lambda n: f"RM{n:04d}"[:6].replace("0", "B").replace("1", "C").replace("5", "D"))
    host = "ada"
    track = factory.LazyFunction(offered_track)
    rules = "standard"
    options = factory.LazyFunction(lambda: extras.stored(Extras()))

    @factory.post_generation  # type: ignore[untyped-decorator]
    def guests(self: models.Room, create: bool, extracted: tuple[str, ...] | None, **kwargs: Any) -> None:
        deck_version()
        deck_version("helmet")
        rooms.sit_down(self, self.host, self.host.title(), ready=True)
        for guest in extracted or ():
            rooms.sit_down(self, guest, guest.title())


def browser(visitor: str) -> Client:
    """A visitor's browser."""
    client = Client()
    client.cookies[COOKIE] = sign(visitor)
    return client


def member(room: models.Room, visitor: str) -> models.Member:
    return room.members.get(visitor=visitor)


def field(response: Any, name: str) -> str:
    """The field of a page that says what is wrong with it: the cursor is in it, and it names the sentence below it."""
    page = response.content.decode()
    tag = re.search(rf'<(?:input|select)[^>]* id="{name}"[^>]*>', page)
    fault = re.search(rf'<ul class="errorlist" id="{name}_error">.*?</ul>', page, re.DOTALL)
    assert tag is not None
    assert fault is not None
    for told in ('aria-invalid="true"', f'aria-describedby="{name}_error"', "autofocus"):
        assert told in tag[0]
    return tag[0] + fault[0]


def sentences(response: Any) -> str:
    """What a page that was posted to says when it is shown again."""
    return " ".join(str(message) for message in response.wsgi_request._messages)

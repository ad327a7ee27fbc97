"""A site with races of all games, rooms, a championship and all else that pages show.

Ada has secrets, Bo plays with her and hosts, Zoe watches.
"""

import functools
import inspect
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import msgspec
from django.core.cache import cache

from engine.kernel.chance import Seed
from engine.kernel.commands import Question, command_for
from lobby import devices
from lobby import scenes as room_scenes
from lobby.calls import addresses
from lobby.calls.models import MailAddress
from lobby.models import Invitation, Room
from races import live, openings, scenes, tokens
from races.heat.championships import running
from races.heat.daily.edition import of_day
from races.heat.lessons.taught import FIRST
from races.models import Championship, Race, Seat
from races.scenes import AnyScene
from tests.lobby.factories import RoomFactory, VisitorFactory, offered_lesson, offered_track
from tests.races.factories import deck_version, drivers, heat_states, make_race
from tests.races.heat.championships.kit import begun, terms
from tests.races.heat.results.kit import finished_race
from tests.races.henhur.kit import match
from tests.races.lastcard.kit import dealt
from tests.races.views.kit import address, browser
from tests.secrecy.still import Chance, Clock

ADA, BO, ZOE = "ada", "bo", "zoe"
DICE = Seed("d1ce" * 16)


@dataclass(frozen=True)
class World:
    clock: Clock
    chance: Chance
    values: Mapping[str, Sequence[str]]
    """Values for the parameters of addresses, by their names."""
    fields: Mapping[str, str]
    """Values for the fields of forms, by their names."""
    veiled: Sequence[Race]
    """Races in which all are asked, under the veil."""
    waiting: Sequence[Race]
    """Races in which others are asked, and Ada may answer ahead."""


def forget() -> None:
    """Empty the memory of the process."""
    scenes.forget()
    room_scenes.forget()
    cache.clear()
    for kept in caches_by_code():
        kept.cache_clear()


@functools.cache
def caches_by_code() -> list[Any]:
    """Return the cached functions that take the code of a race or a championship."""
    modules = [module for name, module in list(sys.modules.items()) if name.startswith(("races.", "lobby."))]
    cached = [one for module in modules for one in vars(module).values() if hasattr(one, "cache_clear")]
    return [one for one in cached if "code" in inspect.signature(one).parameters]


def scene_of(race: Race) -> AnyScene:
    forget()
    return scenes.load(race.pk)


def seat_of(race: Race, visitor: str) -> int:
    return race.seats.values_list("number", flat=True).get(visitor=visitor)


def give(race: Race, question: Question, choice: Any, **more: object) -> None:
    """Answer as Ada, by the form of her page."""
    parts = msgspec.structs.asdict(choice)
    fields = {name: str(value).lower() if isinstance(value, bool) else value for name, value in parts.items()}
    kind = choice.__struct_config__.tag
    send(race, "answer/", {"question": str(question), "do": kind, **fields, **more})


def send(race: Race, page: str, fields: Mapping[str, object]) -> None:
    """Send a form as Ada; the site must accept it."""
    forget()
    client = browser(ADA)
    response = client.post(address(race, page), fields)
    assert response.status_code == 302, (page, fields, response.content[:300])
    assert not list(response.wsgi_request._messages), (page, fields)  # type: ignore[attr-defined]


# Building the site


def build(clock: Clock, chance: Chance) -> World:
    """Build the site. Each step takes a moment, because lists are in the order of time."""

    def made(step: Callable[[], Any]) -> Any:
        clock.move(0.01)
        forget()
        return step()

    chance.again()
    for slug in ("usa", "italia", "gb"):
        offered_track(slug)
    deck_version()
    offered_lesson(FIRST)
    for visitor in (ADA, BO, "cy", ZOE):
        VisitorFactory(id=visitor)
    over = made(lambda: finished_race(listed=True))
    meeting = made(lambda: RoomFactory(host=ZOE, guests=(BO,), listed=True))
    room = made(lambda: RoomFactory(host=BO, guests=(ADA, "cy"), listed=True))
    ahead = [made(step) for step in (heat_ahead, cards_ahead, hens_ahead)]
    lesson = made(lambda: begun_by(ADA, "/lesson/", {}))
    day = of_day(clock.now.date())
    clock.move(1)
    season = made(lambda: begun(drivers(BO, ADA, "cy")))
    to_come = made(lambda: begun(drivers(ZOE, "cy")))
    veiled = [
        made(lambda: driven_on(over)),
        made(lambda: in_room(room, season)),
        made(lambda: match((BO.title(), ADA.title(), "Cy"), host=BO, listed=True)),
    ]
    made(lambda: make_race(ZOE, "cy", host=ZOE, listed=True))
    invitation = made(lambda: Invitation.objects.create(room=meeting, visitor="cy", by=ZOE))
    mail = MailAddress.objects.create(visitor=BO, address="bo@heat.example", language="en", site="http://testserver")
    token = Seat.objects.get(race=veiled[0], visitor=BO)
    tokens.make(token)
    file = openings.ask(b"no record", BO, "")
    values = {
        "code": [one.code for one in (*veiled, *ahead, over, lesson, room, meeting, season, to_come)],
        "step": ["0", "20"],
        "number": [str(over.track_id)],
        "game": ["heat", "henhur", "lastcard"],
        "slug": ["race", "match"],
        "clause": ["STD-1"],
        "key": [file.key, day.key, of_day(clock.now.date() - timedelta(days=7)).key],
        "action": ["championship", "fill"],
        "secret": [devices.make_link(BO, clock.now)],
        "token": [str(token.tokens.get().pk), addresses.confirm_token(mail), addresses.stop_token(mail)],
    }
    fields = {
        "code": meeting.code,
        "do": "gear",
        "gear": "1",
        "invitation": str(invitation.pk),
        "key": day.key,
        "name": "Eve",
        "question": str(scene_of(veiled[0]).questions[seat_of(veiled[0], ADA)]),
        "race": over.code,
        "ready": "yes",
        "seat": "1",
        "signal": "hello",
        "sure": "yes",
    }
    return World(clock, chance, values, fields, veiled, ahead)


def begun_by(visitor: str, page: str, fields: Mapping[str, str]) -> Race:
    response = browser(visitor).post(page, fields)
    return Race.objects.get(code=response["Location"].split("/")[2])


def in_room(room: Room, season: Championship) -> Race:
    """Start a race of a championship from a room."""
    race = running.go_on(season, drivers(BO, ADA, "cy"), terms(host=BO, listed=True, room=room.code))
    Room.objects.filter(pk=room.pk).update(race=race, championship=season)
    return race


def driven_on(over: Race) -> Race:
    """Start a race from a step of another one, with seats for friends."""
    step = next(step for step, state in enumerate(heat_states(over)) if state.phase == "gears" and state.round > 1)
    race = begun_by(BO, f"/again/{over.code}/from/{step}/", {"seat": "1", "with": "friends"})
    for client, page, fields in (
        (browser(ADA), f"/again/{race.code}/seats/", {"seat": "0"}),
        (browser(BO), address(race, "host/resume/"), {}),
    ):
        assert client.post(page, fields).status_code == 302
    return race


def until_ahead(race: Race, phase: str) -> Race:
    """Answer for all until a waiting player may decide something of this phase ahead. Seat Ada there, and Bo next."""
    for count in range(400):
        scene = scenes.scene_of(race.pk)
        game, state = scene.table_game, scene.state
        for seat in range(len(scene.seats)):
            early = game.early(state, seat)
            if early is not None and early.phase == phase:
                names = [ADA, BO, "cy"]
                for number in range(3):
                    who = names[(number - seat) % 3]
                    race.seats.filter(number=number).update(visitor=who, name=who.title())
                return race
        question = next(iter(scene.questions.values()))
        legal = scene.legal(question.seat)
        done = live.submit(race.pk, command_for(question, legal[0], f"c{count}"))
        assert isinstance(done, live.Accepted)
    raise AssertionError(f"nobody could decide {phase} ahead")


def heat_ahead() -> Race:
    return until_ahead(make_race("x", "y", "z", rules="rulebook", clock=0, listed=True, host=BO), "discard")


def cards_ahead() -> Race:
    return until_ahead(dealt(3, listed=True, host=BO), "turn")


def hens_ahead() -> Race:
    return until_ahead(match(listed=True, host=BO), "draft")

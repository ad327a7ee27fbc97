"""Matches of Last Card at the site's tables, for tests."""

from typing import Any, cast

from django.test import Client

from engine.kernel.chance import Seed
from engine.lastcard import Content, Setup, State
from heatsite.visitors import COOKIE, sign
from races import scenes
from races.lastcard.scene import LastCardScene
from races.models import Race
from races.start import Start, Terms, open_table

NAME = "lastcard"
VISITORS = (("Ada", "red"), ("Bo", "blue"), ("Cy", "green"))


def dealt(players: int = 2, bots: int = 0, setup: dict[str, Any] | None = None, **terms: Any) -> Race:
    """A match of visitors and cautious bots, without a room."""
    starters = [
        Start(name=name, colour=colour, number=number, visitor=name.lower())
        for number, (name, colour) in enumerate(VISITORS[:players], start=1)
    ]
    starters += [
        Start(name=f"Bot {number}", colour=colour, number=20 + number, bot="cautious")
        for number, colour in enumerate(("black", "white", "purple")[:bots])
    ]
    terms = {"host": "ada", "seed": Seed("5eed" * 16), "rules": "standard", **terms}
    return open_table(NAME, Content(), Setup(players + bots, **(setup or {})), starters, Terms(**terms))


def scene_of(race: Race) -> LastCardScene:
    return cast("LastCardScene", scenes.load(race.pk))


def state_of(race: Race) -> State:
    return scene_of(race).state


def browser(visitor: str) -> Client:
    client = Client()
    client.cookies[COOKIE] = sign(visitor)
    return client


def get(visitor: str, race: Race, page: str = "", status: int = 200) -> str:
    response = browser(visitor).get(f"/races/{race.code}/{page}")
    assert response.status_code == status, f"{page}: {response.status_code}"
    return response.content.decode()

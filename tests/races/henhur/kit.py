"""Matches of HenHur at the site's own tables, for tests."""

from typing import cast

from django.test import Client

from engine.henhur import HenHur, Setup, State, base_content
from engine.henhur.bots import BOTS
from engine.kernel import Answer, Seed
from heatsite.visitors import COOKIE, sign
from races import live, scenes
from races.henhur.scene import HenHurScene
from races.models import Race
from races.start import Start, Terms, open_table

DICE = Seed("d1ce" * 16)
NAMES = ("Ada", "Bo", "Cy")
GAME = HenHur()


def match(names: tuple[str, ...] = NAMES, **terms: object) -> Race:
    starters = [
        Start(name=name, colour=colour, number=number, visitor=name.lower())
        for number, (name, colour) in enumerate(zip(names, ("red", "blue", "green"), strict=False), start=1)
    ]
    given = {"host": "ada", "seed": Seed("c0c0" * 16), "clock": 0, **terms}
    return open_table("henhur", base_content(), Setup(len(names)), starters, Terms(**given))  # type: ignore[arg-type]


def browser(visitor: str) -> Client:
    client = Client()
    client.cookies[COOKIE] = sign(visitor)
    return client


def get(visitor: str, race: Race, page: str = "", status: int = 200) -> str:
    response = browser(visitor).get(f"/races/{race.code}/{page}")
    assert response.status_code == status, response.content[:400]
    return response.content.decode()


def scene_of(race: Race) -> HenHurScene:
    """The scene as it is stored."""
    scenes.forget()
    return cast("HenHurScene", scenes.load(race.pk))


def played(race: Race, until: int) -> State:
    """The match played on by careful hens to the beginning of a turn, or to the end."""
    scene = scene_of(race)
    bot = BOTS["cautious"](GAME)
    while not scene.is_over and scene.view(None).round < until:
        question = next(iter(scene.questions.values()))
        view, choices = GAME.view(scene.state, question.seat), GAME.legal(scene.state, question.seat)
        answer = Answer(question.seat, question, bot.choose(view, choices, DICE), str(question))
        done = live.submit(race.pk, answer)
        assert isinstance(done, live.Accepted), done
        scene = scene_now(race)
    return scene.state


def scene_now(race: Race) -> HenHurScene:
    """The newest scene, from memory."""
    return cast("HenHurScene", scenes.scene_of(race.pk))

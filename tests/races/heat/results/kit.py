"""Races that are over: bots drive them home through the one writer, the same way every time."""

from typing import Any

from engine.heat.bots import BOTS
from engine.kernel.chance import derive
from engine.kernel.commands import command_for
from races import live, scenes
from races.models import Race
from races.start import Start
from tests.races.again import to_the_flag
from tests.races.factories import SEED, heat_scene
from tests.races.heat.board.kit import drawn_race

FIELD = [
    Start(name="Ada", colour="red", number=8, visitor="ada"),
    Start(name="Bo", colour="blue", number=5, visitor="bo"),
    Start(name="Legend Black", colour="black", number=1, legend="medium"),
    Start(name="Marta", colour="green", number=2, bot="cautious"),
]
"""Two drivers, a Legend, a bot."""


def drive(race: Race, most: int = 10_000) -> Race:
    """Let bots answer for all drivers, that many times or to the end."""
    return to_the_flag(race, f"racer, two cautious ones, random: {most}", lambda: _drive(race, most))


def _drive(race: Race, most: int) -> None:
    scene = heat_scene(race)
    names = ["racer", "cautious", "cautious", "random"]
    for _ in range(most):
        waiting = scene.game.awaiting(scene.state)
        if not waiting:
            break
        question = waiting[0]
        bot = BOTS[names[question.seat % len(names)]](scene.game)
        view, choices = scene.game.view(scene.state, question.seat), scene.game.legal(scene.state, question.seat)
        choice = bot.choose(view, choices, derive(SEED, f"bot {question}"))
        assert isinstance(live.submit(race.pk, command_for(question, choice)), live.Accepted)
        scene = heat_scene(race, scenes.known(race.pk, 0))


def finished_race(starters: list[Start] | None = None, **terms: Any) -> Race:
    """A race of one lap that has seen its flag."""
    race = drive(drawn_race(starters=starters or FIELD, **terms))
    assert race.ended is not None
    return race


def running_race(answers: int = 12) -> Race:
    race = drive(drawn_race(starters=FIELD), answers)
    assert race.ended is None
    return race

"""Championships as the tests need them: begun, their races driven by the writer, and a new process in between."""

from collections.abc import Sequence
from typing import Any

from engine.heat.bots import BOTS
from engine.heat.decks import deck_for
from engine.heat.rules import RULESETS
from engine.heat.season import SeasonContent, SeasonSetup, Stop
from engine.kernel.chance import Seed, derive
from engine.kernel.commands import command_for
from races import games, live, scenes
from races.heat.championships import running
from races.heat.championships.running import Plan
from races.models import Championship, Race
from races.start import Start, Terms
from tests.races.again import to_the_flag
from tests.races.factories import drivers, heat_scene, track_version

SEED = Seed("c4a3" * 16)
THREE = (Stop("usa", "inauguration", laps=1), Stop("italia", "corruption", laps=1), Stop("gb", "title_sponsor", laps=1))
"""Three short races. The second gives a point more to each of the first three."""


def cast(*visitors: str, legends: int = 0) -> list[Start]:
    """A starter for each visitor, named after them, and Legends."""
    rest = [
        Start(name=f"Legend {number}", colour=colour, number=90 + number, legend="medium")
        for number, colour in zip(range(legends), ("grey", "brown"), strict=False)
    ]
    return [*drivers(*(visitors or ("ada", "bo"))), *rest]


def begun(
    starters: Sequence[Start], calendar: Sequence[Stop] = THREE, rules: str = "standard", **setup: Any
) -> Championship:
    content = SeasonContent(rules=RULESETS[rules], legends=deck_for(RULESETS[rules].legend_rows))
    plain: dict[str, Any] = {"garage": False, "weather": False, "roads": False, "events": True}
    season = SeasonSetup(calendar=tuple(calendar), competitors=running.competitors_of(starters), **{**plain, **setup})
    tracks = [track_version(stop.track).pk for stop in calendar]
    return running.found(Plan(content=content, setup=season, tracks=tracks, seed=SEED), starters)


def terms(**changes: Any) -> Terms:
    return Terms(**{"host": "ada", "clock": 0, **changes})


def raced(race: Race, commands: int = 10**6) -> Race:
    """The race after so many answers of its drivers, or at its end. They choose as the cautious bot does. A server that
    runs beside may have answered first for one of its bots."""
    return to_the_flag(race, f"cautious ones: {commands}", lambda: _raced(race, commands))


def _raced(race: Race, commands: int) -> None:
    for number in range(commands):
        scene = heat_scene(race)
        question = next(iter(scene.questions.values()), None)
        if question is None:
            break
        view, dice = scene.game.view(scene.state, question.seat), derive(SEED, f"{race.version} {number}")
        choice = BOTS["cautious"](scene.game).choose(view, scene.game.legal(scene.state, question.seat), dice)
        reply = live.submit(race.pk, command_for(question, choice))
        assert isinstance(reply, live.Accepted) or reply.code == "stale", reply
        race.refresh_from_db(fields=["version"])


def restart() -> None:
    """What a process holds in memory is gone, as after a restart of the server."""
    scenes.forget()
    games.table_game_of.cache_clear()
    running.forget()

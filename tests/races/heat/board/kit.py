"""Races on circuits that have been drawn, and their scenes."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from engine.heat.moves.gear import Gear
from engine.kernel.commands import Answer
from races import live
from races.heat.board import ground
from races.heat.scene import HeatScene
from races.models import Race
from races.start import Start
from tests.races.factories import heat_scene, make_race

FIXTURE = Path(__file__).parents[4] / "fixtures" / "tracks.json"


@cache
def shipped_art() -> dict[str, str]:
    """The pictures that come with the site, by track."""
    rows = json.loads(FIXTURE.read_bytes())
    return {row["fields"]["track"][0]: row["fields"]["art"] for row in rows if row["model"] == "races.trackversion"}


def drawn_race(*visitors: str, track: str = "usa", **terms: Any) -> Race:
    race = make_race(*visitors, track=track, **terms)
    assert race.track is not None
    race.track.art = shipped_art()[track]
    race.track.save()
    return race


def scene_of(race: Race) -> HeatScene:
    scene = heat_scene(race)
    ground.prepare(scene)
    return scene


def shift(race: Race, seat: int, gear: int = 1) -> None:
    """A driver answers the first question of a race."""
    scene = heat_scene(race)
    question = next(question for question in scene.game.awaiting(scene.state) if question.seat == seat)
    assert isinstance(live.submit(race.pk, Answer(seat, question, Gear(gear), f"shift-{seat}")), live.Accepted)


def with_legend() -> list[Start]:
    return [
        Start(name="Ada", colour="red", number=8, visitor="ada"),
        Start(name="Legend Black", colour="black", number=1, legend="hard"),
        Start(name="Marta", colour="blue", number=2, bot="cautious"),
    ]

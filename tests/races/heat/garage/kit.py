"""Drafts: of the engine alone, and in rows of the site."""

from typing import Any

from engine.heat import Content, Entrant, Heat, Setup, all_tracks
from engine.heat.bots import BOTS
from engine.heat.choices import Choice
from engine.heat.moves.pick import Pick
from engine.heat.race import Race
from engine.heat.simulation import answer
from engine.kernel.chance import Seed
from engine.kernel.commands import Answer
from races import models
from races.heat.scene import HeatScene
from races.start import Start, Terms, open_table
from tests.races.factories import drivers, track_version
from tests.races.heat.board.kit import shipped_art
from tests.races.heat.cockpit.scenes import scene_of

SEED = Seed("5eed" * 16)


def draft(way: str = "rounds", cars: int = 3, **setup: Any) -> Race:
    """A draft that has just begun; seat 0 has the pole."""
    entrants = setup.pop("entrants", (Entrant(),) * cars)
    setup.setdefault("grid", tuple(range(len(entrants))))
    return Race(Heat(Content(track=all_tracks()["usa"])), Setup(entrants, 1, **{"draft": way, **setup}), SEED)


def pick(race: Race, *cards: str) -> None:
    """The drivers whose turn it is take these; any card that lies there for an empty one."""
    for card in cards:
        (question,) = race.game.awaiting(race.state)
        give(race, question.seat, Pick(card or race.state.market[0]))


def give(race: Race, seat: int, choice: Choice) -> None:
    question = next(one for one in race.game.awaiting(race.state) if one.seat == seat)
    race.submit(Answer(seat, question, choice))


def drive(race: Race, steps: int = 1) -> None:
    """Bots answer so many questions."""
    bot = BOTS["cautious"](race.game)
    for _ in range(steps):
        answer(race, bot, race.game.awaiting(race.state)[0])


def scene(race: Race, **row: Any) -> HeatScene:
    return scene_of(race.game, race.state, **row)


def stored(*visitors: str, starters: list[Start] | None = None, **setup: Any) -> models.Race:
    """A race with a draft in rows of the site, on a circuit that has been drawn; Ada has the pole and is asked last."""
    people = drivers(*(visitors or ("ada", "bo"))) if starters is None else starters
    setup = {"draft": "rounds", "grid": tuple(range(len(people))), **setup}
    entrants = tuple(Entrant(legend=one.legend or None) for one in people)
    content = Content(track=all_tracks()["usa"])
    terms = Terms(rules="standard", track=track_version(), laps=1, seed=SEED, host="ada")
    race = open_table(Heat.name, content, Setup(entrants, 1, **setup), people, terms)
    assert race.track is not None
    race.track.art = shipped_art()["usa"]
    race.track.save()
    return race

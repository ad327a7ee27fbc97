"""The decisive round of a race that is over, as the steps that the page makes a clip and a picture of.

It is the last round in which another car took the lead: the round that decided who wins. Where the lead never changed
after the first round, it is the round of the finish. Its decisive moment is the last move of the car that then leads.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext as _

from races.film import Film, film_of
from races.games import table_game_of
from races.heat.commentary.line import LogLine
from races.heat.commentary.playback import Step, steps
from races.heat.commentary.reader import Reader
from races.heat.results.figures import story_of
from races.heat.results.ranking import Result
from races.heat.scene import HeatScene
from races.race_log import logged


@dataclass(frozen=True)
class Clip:
    """From which step of the replay a round is driven, what is played of it, and when it was decided."""

    round: int
    is_finish: bool
    """Whether it is the round of the finish, for the lead did not change."""
    first: int
    """The step of the replay that shows the cars as they stood before."""
    steps: list[Step]
    moment: int
    """The number of the decisive step among `steps`."""
    leader: int

    def told(self, scene: HeatScene, ranking: Sequence[Result], headline: str) -> dict[str, object]:
        """What the page paints, and the words on it."""
        names = [seat.name for seat in scene.seats]
        return {
            "steps": self.steps,
            "moment": self.moment,
            "names": names,
            "ranking": [one.seat.number for one in ranking],
            "title": scene.game.content.track.name,
            "subtitle": self.words(names),
            "result": headline,
            "heat": _("# Heat"),
        }

    def words(self, names: Sequence[str]) -> str:
        text = _("Round %(round)s: %(name)s takes the lead for good")
        if self.is_finish:
            text = _("Round %(round)s: %(name)s leads to the flag")
        return text % {"round": self.round, "name": names[self.leader]}


def decisive_round(places: list[tuple[int, ...]]) -> int:
    """The round that decided the race, by the order of the cars after each round; the first order is the grid's."""
    changed = _changes(places)
    return changed[-1] if changed else len(places) - 1


def _changes(places: list[tuple[int, ...]]) -> list[int]:
    """The rounds after the first in which another car took the lead."""
    return [number for number in range(2, len(places)) if places[number][0] != places[number - 1][0]]


def clip_of(scene: HeatScene) -> Clip | None:
    """None where no car ever drove."""
    places = story_of(scene.race).places
    number = decisive_round(places)
    film = film_of(scene.race)
    if number < 1 or number not in film.rounds:
        return None
    first, last = _between(film, number)
    reader = Reader(scene.seats, scene.game)
    table_game = table_game_of(scene.race.content_id)
    lines = [cast("LogLine", line) for one in film.entries(first + 1, last) for line in logged(table_game, one).lines]
    played = steps(reader, [(line, line.sentence(reader)) for line in lines])
    leader = places[number][0]
    moves = [at for at, step in enumerate(played) if step.get("seat") == leader and "path" in step]
    if not moves:
        return None
    return Clip(number, not _changes(places), first, played, moves[-1], leader)


def _between(film: Film, number: int) -> tuple[int, int]:
    """The steps of the replay with which the round begins and ends."""
    return film.rounds[number], film.rounds.get(number + 1, film.last)

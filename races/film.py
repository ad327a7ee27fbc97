"""The frames of a race: the state after every entry, folded once and kept, since what has happened never changes."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache

from engine.heat import State
from races import records
from races.models import Entry, Race
from races.scenes import Scene

LINES = 24
"""So many of the newest entries are told beside the board."""


@dataclass(frozen=True)
class Film:
    """The frames of a race up to one version of it."""

    states: Sequence[State]
    told: Sequence[int]
    """The steps at which something is told, in order; at the others somebody chose in secret."""
    rounds: dict[int, int]
    """By round the step with which it began; 0 is the start, or a draft before it."""

    @property
    def last(self) -> int:
        return len(self.states) - 1

    def next_told(self, step: int) -> int:
        """The next step at which there is something to see; the last one if nothing more is told."""
        return next((one for one in self.told if one > step), self.last)


def film_of(race: Race) -> Film:
    return _film(race.code, race.version)


@lru_cache(maxsize=16)
def _film(code: str, version: int) -> Film:
    race = Race.objects.get(code=code)
    states = records.states(race)[: version + 1]
    told = race.entries.exclude(told="[]").filter(seq__lte=version).order_by("seq").values_list("seq", flat=True)
    rounds: dict[int, int] = {}
    for step, state in enumerate(states):
        rounds.setdefault(state.round, step)
    return Film(states, tuple(told), rounds)


def frame(scene: Scene, film: Film, step: int) -> Scene:
    """The race as it stood at a step, to be shown like any other. Of clocks and absences nothing is kept, and
    nobody is there to choose anything."""
    race = copy(scene.race)
    race.version = race.revision = step
    race.clocks, race.absent, race.bots, race.presets = {}, {}, {}, {}
    race.paused, race.running = False, False
    rows = Entry.objects.filter(race=race, seq__gt=step - LINES, seq__lte=step).order_by("seq")
    told = tuple({"seq": seq, "lines": scene.bound.read_lines(told)} for seq, told in rows.values_list("seq", "told"))
    return Scene(race, scene.seats, film.states[step], told)

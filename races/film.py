"""The frames of a race: the state after every entry, folded once and kept, since what has happened never changes."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import format_html
from django.utils.safestring import SafeString

from races import registry
from races.games import LogLine, table_game_of
from races.models import Race
from races.pages import Caption, SceneT, pages_of
from races.race_log import LogEntry, entries_with_states, logged
from races.scenes import AnyScene

PLACES = "places"
"""The jump to a step at which players changed places."""
LINES = 24
"""So many of the newest entries the log beside the board shows."""


@dataclass(frozen=True)
class Film:
    """The frames of a race up to one version of it."""

    states: Sequence[object]
    log: Sequence[LogEntry]
    """By step its lines; at steps without any a seat chose in secret."""
    rounds: dict[int, int]
    """By round the step with which it began; 0 is the start, or a draft before it."""
    jumps: Mapping[str, Sequence[int]]
    """The steps worth jumping to, by what happens there (`Pages.jumps`)."""

    @property
    def last(self) -> int:
        return len(self.states) - 1

    def next_told(self, step: int) -> int:
        """The next step that has lines; the last one if none has."""
        return next((entry.seq for entry in self.log[step + 1 :] if entry.lines), self.last)

    def last_told(self, step: int) -> int:
        """The step before this one that has lines; the first one if none has."""
        return next((entry.seq for entry in reversed(self.log[:step]) if entry.lines), 0)

    def next_jump(self, name: str, step: int) -> int | None:
        return next((one for one in self.jumps.get(name, ()) if one > step), None)


def film_of(race: Race) -> Film:
    return _film(race.code, race.version)


@lru_cache(maxsize=16)
def _film(code: str, version: int) -> Film:
    race = Race.objects.get(code=code)
    happened = list(entries_with_states(race))[: version + 1]
    table_game = table_game_of(race.content_id)
    log = [logged(table_game, one) for one in happened]
    rounds: dict[int, int] = {}
    jumps: dict[str, list[int]] = {}
    places: Sequence[int] = ()
    jump_to = registry.part(race.game, "pages").PAGES.jump_to
    for step, entry in enumerate(log):
        view = table_game.game.view(happened[step].state, None)
        rounds.setdefault(view.round, step)
        before, places = places, table_game.game.places(view)
        found = {jump_to(line) for line in entry.lines} - {""}
        if view.round and before and before != places:
            found.add(PLACES)
        for name in found:
            jumps.setdefault(name, []).append(step)
    return Film([one.state for one in happened], log, rounds, jumps)


def frame(scene: SceneT, film: Film, step: int) -> SceneT:
    """The race as it stood at a step, to be shown like any other. Clocks, absences and presets of that moment are not
    stored, and no viewer can choose anything."""
    race = copy(scene.race)
    race.version = race.revision = step
    race.clocks, race.absent, race.bots, race.presets = {}, {}, {}, {}
    race.held, race.veil = {}, {}
    race.paused, race.waiting, race.running = False, None, False
    return type(scene)(race, scene.seats, film.states[step], film.log[max(0, step + 1 - LINES) : step + 1])


def captions(
    scene: AnyScene, film: Film, step: int, seat: int, said: Sequence[tuple[LogLine, SafeString]]
) -> list[Caption]:
    """What is said of a step: its log lines. `seat` is whose command it was; where the log has nothing, that is all
    that could be seen."""
    found = [
        Caption(line.about(), sentence if (begun := line.begins_round()) is None else _round(scene, begun))
        for line, sentence in said
    ]
    return found or [pages_of(scene).caption(scene, film.states[step - 1] if step else None, seat)]


def _round(scene: AnyScene, number: int) -> SafeString:
    return format_html("<b>{}</b>", pages_of(scene).round_name(scene, number))

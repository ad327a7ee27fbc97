"""The frames of a race: the state after every entry. What has happened never changes, so the index of a film is made
once; its frames are folded anew for each step that is looked at, and none is kept."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from django.utils.html import format_html
from django.utils.safestring import SafeString
from msgspec import Struct
from msgspec.json import decode

from races import registry
from races.games import AnyTableGame, LogLine, table_game_of
from races.models import Race, Reel
from races.pages import Caption, SceneT, pages_of
from races.race_log import EntryEvents, LogEntry, entries_with_states, logged
from races.scenes import AnyScene

PLACES = "places"
"""The jump to a step at which players changed places."""
LINES = 24
"""So many of the newest entries the log beside the board shows."""
INDEXES = 256
"""Indexes that a process keeps. One of a long race has some 20 KB."""


class Index(Struct, frozen=True):
    """The steps of a film by round, by log line and by jump."""

    last: int
    """The number of the last step."""
    told: tuple[int, ...]
    """The steps that have log lines; at the others a seat chose in secret."""
    rounds: dict[int, int]
    """By round the step with which it began; 0 is the start, or a draft before it."""
    jumps: dict[str, tuple[int, ...]]
    """The steps worth jumping to, by what happens there (`Pages.jumps`)."""


def index_of(table_game: AnyTableGame, jump_to: Callable[[LogLine], str], happened: Iterable[EntryEvents]) -> Index:
    """Make the index of these entries. A viewer is shown nothing new where an entry has no lines, so places and rounds
    are looked at only where it has."""
    told: list[int] = []
    rounds: dict[int, int] = {}
    jumps: dict[str, list[int]] = {}
    places: Sequence[int] = ()
    last = -1
    for last, entry in enumerate(happened):
        lines = logged(table_game, entry).lines
        if lines:
            told.append(last)
        elif last:
            continue
        view = table_game.game.view(entry.state, None)
        rounds.setdefault(view.round, last)
        before, places = places, table_game.game.places(view)
        found = {jump_to(line) for line in lines} - {""}
        if view.round and before and before != places:
            found.add(PLACES)
        for name in found:
            jumps.setdefault(name, []).append(last)
    return Index(last, tuple(told), rounds, {name: tuple(steps) for name, steps in jumps.items()})


@dataclass(frozen=True)
class Film:
    """The frames of a race up to one version of it."""

    race: Race
    index: Index

    @property
    def last(self) -> int:
        return self.index.last

    @property
    def rounds(self) -> dict[int, int]:
        return self.index.rounds

    def next_told(self, step: int) -> int:
        """The next step that has lines; the last one if none has."""
        return next((one for one in self.index.told if one > step), self.last)

    def last_told(self, step: int) -> int:
        """The step before this one that has lines; the first one if none has."""
        return next((one for one in reversed(self.index.told) if one < step), 0)

    def next_jump(self, name: str, step: int) -> int | None:
        return next((one for one in self.index.jumps.get(name, ()) if one > step), None)

    def entries(self, first: int, last: int) -> Iterator[EntryEvents]:
        """The entries of these steps, both included."""
        return islice(entries_with_states(self.race), first, last + 1)

    def frame(self, step: int) -> "Frame":
        newest: deque[EntryEvents] = deque(self.entries(0, step), maxlen=LINES)
        table_game = table_game_of(self.race.content_id)
        before = newest[-1].before if step else None
        return Frame(step, newest[-1].state, before, [logged(table_game, one) for one in newest])


@dataclass(frozen=True)
class Frame:
    """The state after one entry."""

    step: int
    state: object
    before: object
    """The state before the entry; None for the first one."""
    log: Sequence[LogEntry]
    """The newest entries, oldest first; the last is that of this step."""


def film_of(race: Race) -> Film:
    """The film of a race. The index of an opened record was made where it was read, and is stored."""
    stored = Reel.objects.values_list("data", flat=True).filter(race=race).first() if race.opened else None
    return Film(race, decode(stored, type=Index) if stored else _index(race.code, race.version))


@lru_cache(maxsize=INDEXES)
def _index(code: str, version: int) -> Index:
    race = Race.objects.get(code=code)
    happened = islice(entries_with_states(race), version + 1)
    return index_of(table_game_of(race.content_id), registry.part(race.game, "pages").PAGES.jump_to, happened)


def frame(scene: SceneT, shot: Frame) -> SceneT:
    """The race as it stood at a step, to be shown like any other. Clocks, absences and presets of that moment are not
    stored, and no viewer can choose anything."""
    race = copy(scene.race)
    race.version = race.revision = shot.step
    race.clocks, race.absent, race.bots, race.presets = {}, {}, {}, {}
    race.held, race.veil = {}, {}
    race.paused, race.waiting, race.running = False, None, False
    return type(scene)(race, scene.seats, shot.state, shot.log, scene.table_game)


def captions(scene: AnyScene, shot: Frame, seat: int, said: Sequence[tuple[LogLine, SafeString]]) -> list[Caption]:
    """What is said of a step: its log lines. `seat` is whose command it was; where the log has nothing, that is all
    that could be seen."""
    found = [
        Caption(line.about(), sentence if (begun := line.begins_round()) is None else _round(scene, begun))
        for line, sentence in said
    ]
    return found or [pages_of(scene).caption(scene, shot.before, seat)]


def _round(scene: AnyScene, number: int) -> SafeString:
    return format_html("<b>{}</b>", pages_of(scene).round_name(scene, number))

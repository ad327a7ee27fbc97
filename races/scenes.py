"""A race as it stands, made once a process and change and shared by all who look at it."""

import logging
from functools import cached_property
from typing import Any

import msgspec

import engine
from engine.kernel.faults import Broken, Fault
from races import records
from races.games import AnyTableGame, table_game
from races.models import Entry, Race, Seat

logger = logging.getLogger(__name__)

TOLD = 60
"""So many of the newest entries are told on the race page; the whole log has a page of its own."""
KEPT = 400
"""Races that a process keeps at hand."""

unreadable: set[int] = set()
"""Races that this process could not read; whoever looks after all races leaves them alone from then on."""


class Unreadable(Exception):
    """What is stored of a race makes no sense to this version of the site."""


class Scene:
    """One race at one revision: immutable, and everything that a page shows is made from it."""

    def __init__(self, race: Race, seats: tuple[Seat, ...], state: Any, told: tuple[dict[str, Any], ...]) -> None:
        self.race = race
        self.seats = seats
        self.state = state
        self.told = told
        """The newest entries as told to everybody, oldest first: {"seq": …, "lines": […]}."""
        self.bound: AnyTableGame = table_game(race.content_id)
        self.game: Any = self.bound.game
        self._views: dict[int | None, Any] = {}
        self.made: dict[str, dict[str, Any]] = {}
        """The fragments that are the same for everybody, by language, rendered once."""
        self.news: dict[tuple[str, int], str] = {}
        """What has been told since an entry, by language and entry, rendered once."""

    @property
    def version(self) -> int:
        return self.race.version

    @property
    def revision(self) -> int:
        return self.race.revision

    @cached_property
    def away(self) -> frozenset[int]:
        return frozenset(self.race.absent)

    def view(self, seat: int | None) -> Any:
        """What a viewer may know of the state."""
        if seat not in self._views:
            self._views[seat] = self.game.view(self.state, seat)
        return self._views[seat]

    def seat_of(self, visitor: str) -> int | None:
        """The seat of a visitor, if they drive in this race."""
        if not visitor:
            return None
        return next((seat.number for seat in self.seats if seat.visitor == visitor), None)


_scenes: dict[int, Scene] = {}


def keep(scene: Scene) -> Scene:
    """Keep the newest scene of a race; a late older one changes nothing."""
    known = _scenes.get(scene.race.pk)
    if known is not None and known.revision > scene.revision:
        return known
    _scenes.pop(scene.race.pk, None)
    _scenes[scene.race.pk] = scene
    for oldest in list(_scenes)[:-KEPT]:
        _scenes.pop(oldest, None)
    return scene


def forget() -> None:
    """Start with nothing at hand, as a new process does."""
    _scenes.clear()
    unreadable.clear()


def known(race: int, revision: int) -> Scene | None:
    """The scene of a race if this process has one that is new enough."""
    scene = _scenes.get(race)
    return scene if scene is not None and scene.revision >= revision else None


def load(race: int) -> Scene:
    """The scene of a race as the database has it, or `Unreadable`."""
    row = Race.objects.get(pk=race)
    seats = tuple(Seat.objects.filter(race=row).order_by("number"))
    try:
        scene = Scene(row, seats, _state(row), _told(row))
    except (Broken, msgspec.DecodeError) as fault:
        if race not in unreadable:
            logger.error("Race %s cannot be read by this version of the site: %s", row.code, fault)
        unreadable.add(race)
        raise Unreadable(row.code) from fault
    unreadable.discard(race)
    return keep(scene)


def _state(race: Race) -> Any:
    """The stored state. A race that is over stays readable for longer than that: its events lead to the state again."""
    game = table_game(race.content_id).game
    try:
        state = game.decode(race.state)
        if race.engine != engine.__version__ and (names := game.problems(state)):
            raise Broken("state", tuple(Fault("state", "problem", name) for name in names))
        return state
    except Broken:
        if race.ended is None:  # its next command needs the state as it is stored
            raise
        return records.states(race)[-1]


def scene_of(race: Race) -> Scene:
    """The newest scene of a race: from memory if it is still as the database has it, else from there. What drivers
    wish for in advance changes without a revision, for nobody is to notice."""
    newest, presets = Race.objects.values_list("revision", "presets").get(pk=race.pk)
    scene = known(race.pk, newest)
    return scene if scene is not None and scene.race.presets == presets else load(race.pk)


def _told(race: Race) -> tuple[dict[str, Any], ...]:
    rows = Entry.objects.filter(race=race, seq__gt=race.version - TOLD).order_by("seq").values_list("seq", "told")
    bound = table_game(race.content_id)
    return tuple({"seq": seq, "lines": bound.read_lines(told)} for seq, told in rows)


def after(race: Race, state: Any, entries: list[Entry]) -> Scene | None:
    """The scene that follows the one at hand when entries were added; None where the race is to be loaded anew."""
    scene = _scenes.get(race.pk)
    if scene is None or scene.revision != race.revision - 1:
        return None
    added = tuple({"seq": entry.seq, "lines": scene.bound.read_lines(entry.told)} for entry in entries)
    return Scene(race, scene.seats, state, (*scene.told, *added)[-TOLD:])

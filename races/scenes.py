"""A race as it stands, made once in a process for each change and shared by all connections that show the race.

A process keeps the newest scene of each race in memory. The row in the database decides whether a scene is still the
newest: other processes change it, too.
"""

import logging
from collections.abc import Iterable, Sequence
from copy import copy
from typing import Generic, Self, TypeAlias, TypeVar, cast

import msgspec
from django.utils.functional import cached_property

import engine
from engine.kernel.commands import Question
from engine.kernel.faults import Broken, Fault
from engine.kernel.game import AnyView
from races import records, veil
from races.games import AnyTableGame, table_game_of
from races.models import Race, Seat
from races.race_log import EntryEvents, LogEntry, entries_with_states, logged
from races.shell.rows import Fragments

logger = logging.getLogger(__name__)

NEWEST = 60
"""So many of the newest entries the log of the race page shows; the whole log has a page of its own."""
MOST_SCENES = 1000
"""Scenes that a process keeps; beyond that, the one that was replaced longest ago is dropped. Races that are driven
must be fewer: with 500 of them and 400 scenes, nearly each command had to load its race anew."""

unreadable: set[int] = set()
"""Races that this process could not read. Sweeper and bots leave them alone, and log the fault once."""


class Unreadable(Exception):
    """What is stored of a race makes no sense to this version of the site."""


GameT_co = TypeVar("GameT_co", covariant=True)
State_co = TypeVar("State_co", covariant=True)
View_co = TypeVar("View_co", bound=AnyView, covariant=True)


class Scene(Generic[GameT_co, State_co, View_co]):
    """One race at one revision: what it shows never changes, and all that is derived from it is kept with it (`made`,
    `news`, views).

    The parts of a game name their types: `races.heat.scene.HeatScene`. Modules that serve any game name `AnyScene`;
    states and choices are opaque to them. Which game a race is one of is found by its name, when it runs; so `game`,
    `state` and `view` are the one place where types are taken on trust.
    """

    veiled = False
    """Whether this is the race as others see it while the veil hides who has answered."""

    def __init__(
        self,
        race: Race,
        seats: tuple[Seat, ...],
        state: object,
        log: Sequence[LogEntry],
        table_game: AnyTableGame | None = None,
    ) -> None:
        """Make a scene. One that is made of another scene is given its game: finding it again may ask the database, and
        scenes are made in the event loop, too."""
        self.race = race
        self.seats = seats
        self._state = state
        self.log = log
        """The newest entries of the log, oldest first."""
        self.table_game: AnyTableGame = table_game or table_game_of(race.content_id)
        self._views: dict[int | None, AnyView] = {}
        self.made: dict[str, Fragments] = {}
        """The fragments that are the same for all viewers, by language, rendered once."""
        self.news: dict[tuple[str, int], str] = {}
        """The log since an entry, by language and entry, rendered once."""
        self.changes: dict[tuple[str, int], str] = {}
        """What differs from fragments that pages have shown so far, by language and their number, put together once."""

    @property
    def game(self) -> GameT_co:
        return cast("GameT_co", self.table_game.game)

    @property
    def state(self) -> State_co:
        return cast("State_co", self._state)

    @property
    def version(self) -> int:
        return self.race.version

    @property
    def revision(self) -> int:
        return self.race.revision

    @cached_property
    def shown(self) -> Self:
        """The race as it is shown to all: while answers are given in secret, as if none had been (`races.veil`)."""
        if not self.race.veil:
            return self
        row = veil.shown_row(self.race)
        state = self.table_game.unanswered(self._state, veil.asked(self.race))
        log = [entry for entry in self.log if entry.seq <= row.version]
        shown = type(self)(row, self.seats, state, log, self.table_game)
        shown.veiled = True
        return shown

    def as_if(self, state: object) -> Self:
        """The same race in another state: as it would be for a player who answers ahead."""
        scene = copy(self)
        for name in ("shown", "questions"):
            vars(scene).pop(name, None)
        vars(scene).update(_state=state, _views={}, made={}, news={}, changes={})
        return scene

    @cached_property
    def away(self) -> frozenset[int]:
        return frozenset(self.race.absent)

    @cached_property
    def questions(self) -> dict[int, Question]:
        """The open questions by seat."""
        return {question.seat: question for question in self.table_game.game.awaiting(self._state)}

    @property
    def is_over(self) -> bool:
        """Whether no question is open. The row's `ended` says the same of the newest scene, and since when; it stays
        where a replay shows an earlier one."""
        return not self.questions

    def legal(self, seat: int) -> Sequence[object]:
        """What a seat may choose, in the order of its game."""
        return self.table_game.game.legal(self._state, seat)

    def view(self, seat: int | None) -> View_co:
        """What a viewer may know of the state."""
        if seat not in self._views:
            others = self._hidden_from(seat)
            state = self.table_game.unanswered(self._state, others) if others else self._state
            self._views[seat] = self.table_game.game.view(state, seat)
        return cast("View_co", self._views[seat])

    def keep_views(self, before: Self) -> None:
        """Take over the views of all who can know nothing of what has happened: of a hidden revision only those whose
        question was answered, or is asked again, know."""
        seats = before.questions.keys() | self.questions.keys()
        know = {seat for seat in seats if before.questions.get(seat) != self.questions.get(seat)}
        self._views = {seat: view for seat, view in before._views.items() if seat not in know}

    def _hidden_from(self, seat: int | None) -> dict[int, int]:
        """The seats of which a viewer must not know whether they have answered."""
        return veil.asked(self.race, but=seat) if self.race.veil else {}

    def seat_of(self, visitor: str) -> int | None:
        """The seat that a visitor plays, if they have one in this race; none for one who left it to a bot."""
        mine = (seat for seat in self.seats if visitor and seat.visitor == visitor and seat.kind == Seat.Kind.DRIVER)
        return next((seat.number for seat in mine), None)


AnyScene: TypeAlias = Scene[object, object, AnyView]
"""A scene of any game, such as one that is found by the key of its race."""

_scenes: dict[int, AnyScene] = {}
"""By race: the newest scene that this process has made."""


def keep(scene: AnyScene) -> AnyScene:
    """Keep this scene, unless the process has one of a newer revision. The newer of both is returned."""
    known = _scenes.get(scene.race.pk)
    if known is not None and known.revision > scene.revision:
        return known
    _scenes.pop(scene.race.pk, None)
    _scenes[scene.race.pk] = scene
    if len(_scenes) > MOST_SCENES:
        for oldest in list(_scenes)[:-MOST_SCENES]:  # a list, because other threads keep scenes meanwhile
            _scenes.pop(oldest, None)
    return scene


def forget() -> None:
    """Start without any scene, as a new process does."""
    _scenes.clear()
    unreadable.clear()


def known(race_id: int, revision: int) -> AnyScene | None:
    """The scene of a race if this process has one that is new enough."""
    scene = _scenes.get(race_id)
    return scene if scene is not None and scene.revision >= revision else None


def scene_of(race_id: int) -> AnyScene:
    """The newest scene of a race: from memory if it is still as the database has it, else from there. What changes
    without a revision, because only its player may know of it, is compared too."""
    newest, *private = Race.objects.values_list("revision", "presets", "held", "clocks").get(pk=race_id)
    scene = known(race_id, newest)
    if scene is None or [scene.race.presets, scene.race.held, scene.race.clocks] != private:
        return load(race_id)
    return scene


def load(race_id: int) -> AnyScene:
    """The scene of a race as the database has it. Raises `Unreadable`."""
    row = Race.objects.get(pk=race_id)
    seats = tuple(Seat.objects.filter(race=row).order_by("number"))
    try:
        row.check_columns()
        scene: AnyScene = Scene(row, seats, _stored_state(row), _newest_of_log(row))
    except (Broken, msgspec.DecodeError) as fault:
        if race_id not in unreadable:
            logger.error("Race %s cannot be read by this version of the site: %s", row.code, fault)
        unreadable.add(race_id)
        raise Unreadable(row.code) from fault
    unreadable.discard(race_id)
    return keep(scene)


def state_of(race: Race) -> object:
    """The state of a race at the version of this row: from memory if this process has it, else as it is stored. Only
    entries change a state, so it is the same for all rows of one version. Raises `Broken`."""
    scene = _scenes.get(race.pk)
    return scene.state if scene is not None and scene.version == race.version else _stored_state(race)


def _stored_state(race: Race) -> object:
    """The stored state; where this version of the engine cannot read it, the state that the events lead to, of a race
    that is over or that an older version started. What a newer version stored may hold what this one would drop without
    a word."""
    game = table_game_of(race.content_id).game
    try:
        if _version(race.engine) > _version(engine.__version__):
            raise Broken("state", (Fault("engine", "newer", f"it was stored by engine {race.engine}"),))
        state = game.decode(race.state)
        if race.engine != engine.__version__ and (names := game.problems(state)):
            raise Broken("state", tuple(Fault("state", "problem", name) for name in names))
        return state
    except Broken:
        if race.ended is None and _version(race.engine) >= _version(engine.__version__):
            raise  # its next command needs the state as it is stored
        state = records.states(race)[-1]
        if race.ended is None and (names := game.problems(state)):
            raise Broken("record", tuple(Fault("entries", "problem", name) for name in names)) from None
        return state


def _version(name: str) -> tuple[int, ...]:
    return tuple(int(part) for part in name.split(".") if part.isdecimal())


def _newest_of_log(race: Race) -> Sequence[LogEntry]:
    """The newest entries of the log: from the scene in memory on, if there is one, else from the start."""
    scene = _scenes.get(race.pk)
    if scene is not None and scene.version <= race.version:
        known, later = scene.log, entries_with_states(race, scene.version, scene.state)
    else:
        known, later = (), entries_with_states(race)
    return _followed(race, known, later)


def _followed(race: Race, log: Sequence[LogEntry], later: Iterable[EntryEvents]) -> Sequence[LogEntry]:
    table_game = table_game_of(race.content_id)
    newest = race.version - NEWEST
    return (*log, *(logged(table_game, happened) for happened in later if happened.seq > newest))[-NEWEST:]


def advance(race: Race, state: object, happened: Sequence[EntryEvents]) -> None:
    """Bring the scene of a race to the revision that these entries made. Where this process has not the scene of the
    revision before, nothing is done, and the race is loaded when it is next shown."""
    scene = _scenes.get(race.pk)
    if scene is not None and scene.revision == race.revision - 1:
        after: AnyScene = Scene(race, scene.seats, state, _followed(race, scene.log, happened), scene.table_game)
        if race.veil and race.veil["hidden"] > scene.race.veil.get("hidden", 0):
            # `veil.follow` has counted a hidden revision more: it looks the same to all other viewers, and what is
            # rendered of it stays
            after.shown = scene.shown
            after.keep_views(scene)
        keep(after)

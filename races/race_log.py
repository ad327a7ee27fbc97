"""The log of a race: what any viewer may read of each entry, derived from its stored events when it is read.

The events are the record, so the log of an old race is in the words of today. docs/RACES.md says how long deriving
takes.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.kernel.faults import Broken, Fault
from engine.kernel.records import fold
from races.games import AnyTableGame, LogLine, table_game_of
from races.models import Race
from races.records import position_of


class EntryEvents(NamedTuple):
    """The events of one entry, between the state that they came upon, None for the first entry, and the one that they
    led to."""

    seq: int
    before: object
    events: tuple[object, ...]
    state: object


class LogEntry(NamedTuple):
    """The lines of one entry. The entry of an answer that is hidden until all have chosen has none."""

    seq: int
    lines: Sequence[LogLine]


def logged(table_game: AnyTableGame, happened: EntryEvents) -> LogEntry:
    return LogEntry(happened.seq, table_game.lines(happened.before, happened.events))


def entries_with_states(race: Race, after: int = -1, state: object = None) -> Iterator[EntryEvents]:
    """The entries that follow the one of this number, at which the race stood at this state. Raises `Broken` where the
    stored events make no sense."""
    table_game = table_game_of(race.content_id)
    rows = race.entries.filter(seq__gt=after, seq__lte=race.version).order_by("seq").values_list("seq", "events")
    for seq, stored in rows:
        try:
            events = table_game.read_events(stored)
            if state is None and not events:
                state = position_of(race)
            before, state = state, fold(table_game.game, events, state)
        except Exception as error:  # stored by any version of the site: this is the border
            text = f"these events do not fit the race so far ({type(error).__name__}: {error})"
            raise Broken("record", (Fault(f"entries[{seq}].events", "misfit", text),)) from error
        yield EntryEvents(seq, before, events, state)


def whole_log(race: Race) -> list[LogEntry]:
    """All of it, oldest first."""
    table_game = table_game_of(race.content_id)
    return [logged(table_game, happened) for happened in entries_with_states(race)]

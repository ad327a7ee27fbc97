"""From events to log lines: what everybody may read of a race, every number itemised.

What belongs together is one line: the cards of a car, the cards flipped for them and the move that they add up to.
"""

from collections.abc import Iterable

from engine.heat import Heat, State
from engine.heat.events import Event
from races.heat.commentary.line import LogLine
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrate, Narrator
from races.heat.happenings import HAPPENINGS
from races.heat.moves import MOVES

ALL: tuple[LogPart, ...] = (*HAPPENINGS, *(move.log for move in MOVES))

NARRATED: dict[type, Narrate] = {event: narrate for one in ALL for event, narrate in one.narrated.items()}
CONTINUING: frozenset[type] = frozenset().union(*(one.continuing for one in ALL))
SILENT: frozenset[type] = frozenset().union(*(one.silent for one in ALL))
LINES: tuple[type[LogLine], ...] = tuple(line for one in ALL for line in one.lines)


def narrate(game: Heat, before: State | None, events: Iterable[Event]) -> tuple[LogLine, ...]:
    """The lines of these events. `before` is the state that they came upon; None at the start of the race."""
    narrator = Narrator(game, before)
    for event in events:
        public = narrator.race.sees(event)
        narrator.close_before(public, CONTINUING)
        if type(public) not in SILENT:
            NARRATED[type(public)](narrator, public)
        narrator.race.goes_on(event)
    narrator.close()
    return tuple(narrator.lines)

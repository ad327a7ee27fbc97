"""From events to log lines, with every number item by item. They are made from what a spectator may know.

What belongs together is one line: the cards of a car, the cards flipped for them and the move that they add up to.
"""

from collections.abc import Iterable

from engine.heat import Heat, State
from engine.heat.events import Event
from races.heat.commentary.line import LogLine
from races.heat.commentary.narrator import Narrator
from races.heat.tables import SITE, SiteTables


def narrate(
    game: Heat, before: State | None, events: Iterable[Event], tables: SiteTables = SITE
) -> tuple[LogLine, ...]:
    """The lines of these events. `before` is the state that they came upon; None at the start of the race."""
    narrator = Narrator(game, before)
    for event in events:
        public = narrator.race.sees(event)
        narrator.close_before(public, tables.continuing)
        if type(public) not in tables.silent:
            tables.narrated[type(public)](narrator, public)
        narrator.race.goes_on(event)
    narrator.close()
    return tuple(narrator.lines)

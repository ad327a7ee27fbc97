"""From events to told lines: what everybody may read of a race, in no language yet, every number itemised.

A line is a small dict that JSON can hold: `kind`, mostly `seat`, and what that kind needs. What belongs together is one
line: the cards of a car, the cards flipped for them and the move that they add up to.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.heat import events as e
from engine.heat import masking
from engine.heat.game import Heat
from engine.heat.state import State
from races.heat.commentary import moves, payments, table
from races.heat.commentary.line import Line, Teller

TOLD: Mapping[type, Callable[[Teller, Any], None]] = {**table.TOLD, **moves.TOLD, **payments.TOLD}
"""For each kind of event, as everybody sees it, how it is told."""

SILENT: frozenset[type] = frozenset(
    {
        masking.StartedSeen,  # the page says who starts where
        e.MarketClosed,
        e.Asked,  # standings and clock say who is asked
        masking.ChosenSeen,
        e.Withdrew,
        e.ReactBegan,  # what is used of it is told
        e.Passed,
        e.Cleared,
        masking.DrewSeen,
    }
)
"""What happens without a line."""


def tell(game: Heat, before: State | None, events: tuple[e.Event, ...]) -> list[Line]:
    """The lines of these events. `before` is the state that they came upon; None at the start of the race."""
    teller = Teller(game, before)
    for event in events:
        public = teller.race.sees(event)
        teller.end_unless_goes_on(public)
        if type(public) not in SILENT:
            TOLD[type(public)](teller, public)
        teller.race.goes_on(event)
    teller.end()
    return teller.lines

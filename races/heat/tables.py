"""What log, cockpit, replay, presets and refusals look up: derived from a list of actions, once.

What happens without a choice stands in `races.heat.events`; it joins the tables here.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from django.utils.functional import Promise

from engine.heat.cards import Card
from engine.heat.choices import Choice
from engine.heat.rules import PhaseName
from races.heat import refusals
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.screen import CockpitScreen
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narration
from races.heat.events import EVENTS
from races.heat.moves import MOVES, SiteMoves
from races.heat.moves.move import Preset, Secret
from races.heat.results.counts import Counts


class SiteTables:
    """One list of actions, as tables."""

    def __init__(self, moves: SiteMoves) -> None:
        self.list = moves
        self.log: tuple[LogPart, ...] = (*EVENTS, *(move.log for move in moves))
        self.narrated: Narration = {event: narrate for part in self.log for event, narrate in part.narrated.items()}
        self.continuing = frozenset[type]().union(*(part.continuing for part in self.log))
        """Events that go on with the open line of the same car."""
        self.silent = frozenset[type]().union(*(part.silent for part in self.log))
        """Events that lead to no line."""
        self.counts: Counts = {event: count for move in moves for event, count in move.counts.items()}
        """By the type of an event of an action: what it adds to the figures of its car."""
        self.screens: Mapping[PhaseName, Callable[[Cockpit], CockpitScreen]] = {
            phase: screen for move in moves for phase, screen in move.screens.items()
        }
        """By the phase that asks; React, where levers of many actions stand, is not among them."""
        self.secrets: Mapping[type[Choice], Secret[Any]] = {
            move.choice: move.secret for move in moves if move.secret is not None
        }
        self.named: Mapping[type[Choice], Callable[[Any, Mapping[str, Card]], str]] = {
            move.choice: move.named for move in moves
        }
        """What a choice is called among others."""
        self.presets: Mapping[str, Preset] = {preset.name: preset for move in moves for preset in move.presets}
        self.sentences: dict[str, str | Promise] = dict(refusals.SENTENCES)
        """By the code of a refusal, of Heat and of any table."""
        for move in moves:
            assert not self.sentences.keys() & move.refusals, f"{move.choice.__name__}: a code that another has"
            self.sentences |= move.refusals


@lru_cache
def tables_of(moves: SiteMoves) -> SiteTables:
    return SiteTables(moves)


SITE = tables_of(MOVES)
"""Those of the actions that the site has. Tests add one of their own."""

"""The nine phases, and those of the drafts before them, made for a list of moves.

The order of the nine is fixed; the rule set's schedule says in which grouping the walk goes through them.
"""

from collections.abc import Sequence
from typing import Any

from engine.heat.moves.move import Move
from engine.heat.phases.adrenaline import Adrenaline
from engine.heat.phases.cards import PlayCards
from engine.heat.phases.corners import CheckCorners
from engine.heat.phases.discard import DiscardCards
from engine.heat.phases.draft import Draft, GiveUpOne, RandomDraft, SnakeDraft, SwapOne
from engine.heat.phases.gears import ShiftGears
from engine.heat.phases.phase import Phase, Phases
from engine.heat.phases.react import React
from engine.heat.phases.replenish import Replenish
from engine.heat.phases.reveal import Reveal
from engine.heat.phases.slipstream import SlipstreamPhase

KINDS: tuple[type[Phase], ...] = (
    Draft,
    SnakeDraft,
    RandomDraft,
    GiveUpOne,
    SwapOne,
    ShiftGears,
    PlayCards,
    Reveal,
    Adrenaline,
    React,
    SlipstreamPhase,
    CheckCorners,
    DiscardCards,
    Replenish,
)

NAMES = tuple(kind.name for kind in KINDS)


def phases_of(moves: Sequence[Move[Any]]) -> Phases:
    """The phases by name, each with the actions that answer it."""
    return {kind.name: kind(moves) for kind in KINDS}

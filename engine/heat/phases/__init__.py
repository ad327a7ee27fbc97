"""The nine phases, and those of the drafts before them, as one table.

The rule set's schedule says in which grouping the walk goes through them.
"""

from engine.heat.phases.adrenaline import Adrenaline
from engine.heat.phases.cards import PlayCards
from engine.heat.phases.corners import CheckCorners
from engine.heat.phases.discard import DiscardCards
from engine.heat.phases.draft import Draft, GiveUpOne, RandomDraft, SnakeDraft, SwapOne
from engine.heat.phases.gears import ShiftGears
from engine.heat.phases.phase import Phase
from engine.heat.phases.react import React
from engine.heat.phases.replenish import Replenish
from engine.heat.phases.reveal import Reveal
from engine.heat.phases.slipstream import SlipstreamPhase

PHASES: dict[str, Phase] = {
    phase.name: phase
    for phase in (
        Draft(),
        SnakeDraft(),
        RandomDraft(),
        GiveUpOne(),
        SwapOne(),
        ShiftGears(),
        PlayCards(),
        Reveal(),
        Adrenaline(),
        React(),
        SlipstreamPhase(),
        CheckCorners(),
        DiscardCards(),
        Replenish(),
    )
}

__all__ = ["PHASES", "Phase"]

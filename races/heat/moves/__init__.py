"""The actions on the site, one module each: its control, its log line, its playback and its preset.

The modules bear the names of the engine's (`engine/heat/moves/`). A test fails for an action that lacks one here.
"""

from typing import Any, TypeAlias

from races.heat.moves import (
    accelerate,
    adrenaline,
    boost,
    cool,
    direct_play,
    discard,
    draft_move,
    forgo,
    gear,
    give_up,
    leave_race,
    mulligan,
    pass_,
    pay_heat,
    pick,
    play,
    reduce_stress,
    salvage,
    scrap,
    slipstream,
    super_cool,
    swap,
    value,
)
from races.heat.moves.move import SiteMove

SiteMoves: TypeAlias = tuple[SiteMove[Any], ...]

MOVES: SiteMoves = (
    pick.MOVE,
    give_up.MOVE,
    swap.MOVE,
    gear.MOVE,
    mulligan.MOVE,
    leave_race.MOVE,
    play.MOVE,
    value.MOVE,
    forgo.MOVE,
    pay_heat.MOVE,
    scrap.MOVE,
    cool.MOVE,
    boost.MOVE,
    adrenaline.MOVE,
    reduce_stress.MOVE,
    super_cool.MOVE,
    accelerate.MOVE,
    draft_move.MOVE,
    direct_play.MOVE,
    salvage.MOVE,
    pass_.MOVE,
    slipstream.MOVE,
    discard.MOVE,
)
"""All of them. In React their levers stand in this order: first what is a must, then what is always there."""

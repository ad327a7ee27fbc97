"""The list of actions. Whatever the engine knows of an action stands in its module here, and nowhere else.

The order of the list is the order in which choices are offered. A game is bound to a list, `Heat(content, MOVES)`.
"""

from typing import Any

from engine.heat.moves import (
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
from engine.heat.moves.move import Move

MOVES: tuple[Move[Any], ...] = (
    gear.MOVE,
    mulligan.MOVE,
    leave_race.MOVE,
    play.MOVE,
    value.MOVE,
    cool.MOVE,
    pay_heat.MOVE,
    scrap.MOVE,
    reduce_stress.MOVE,
    super_cool.MOVE,
    salvage.MOVE,
    accelerate.MOVE,
    draft_move.MOVE,
    boost.MOVE,
    adrenaline.MOVE,
    direct_play.MOVE,
    forgo.MOVE,
    slipstream.MOVE,
    pick.MOVE,
    swap.MOVE,
    pass_.MOVE,
    give_up.MOVE,
    discard.MOVE,
)
"""Every action that ships with the engine."""

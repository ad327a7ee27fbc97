"""How the events that belong to no action change the state. The state is the fold of all events.

One module a stretch of the race; here they are one table: every event but the first, which makes the first state.
"""

from engine.heat.folds import opening, round
from engine.heat.folds.common import Folds
from engine.heat.folds.opening import first_upgrades, started

FOLDS: Folds = {**opening.FOLDS, **round.FOLDS}

__all__ = ["FOLDS", "first_upgrades", "started"]

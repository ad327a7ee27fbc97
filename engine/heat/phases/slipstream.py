"""Phase 6: slip up behind another car."""

from engine.heat.bound import Bound
from engine.heat.moment import moment_of
from engine.heat.moves.slipstream import distances
from engine.heat.phases.phase import Phase
from engine.heat.state import State
from engine.kernel.seats import Seat


class SlipstreamPhase(Phase):
    name = "slipstream"
    number = 6

    def asks(self, bound: Bound, state: State, seat: Seat) -> bool:
        return bool(distances(moment_of(bound, state, seat)))

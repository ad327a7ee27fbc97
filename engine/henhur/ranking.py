"""Who is ahead: by distance, and those that left the race behind all others."""

from collections.abc import Sequence

from engine.henhur.state import State
from engine.henhur.targets import Placed
from engine.kernel.seats import Seat


def ranking(state: State) -> tuple[Seat, ...]:
    """The seats from the first to the last; of equal distance, the lower seat is named first."""
    runners = state.runners
    return tuple(sorted(map(Seat, range(len(runners))), key=lambda seat: (runners[seat].left, -runners[seat].at, seat)))


def places(runners: Sequence[Placed]) -> tuple[int, ...]:
    """The place of each seat; equal distances share one."""
    scores = [(not runner.left, runner.at) for runner in runners]
    return tuple([1 + sum([other > score for other in scores]) for score in scores])

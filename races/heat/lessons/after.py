"""What follows a lesson: opponents by how the driver fared in it."""

from typing import NamedTuple

from races.heat.results.ranking import Result


class Opponents(NamedTuple):
    """The race that is offered: which bots, and how hard the Legends are."""

    bots: str
    legends: str


CAREFUL = Opponents("cautious", "easy")
EVEN = Opponents("cautious", "medium")
FAST = Opponents("racer", "medium")


def opponents(mine: Result | None) -> Opponents:
    """Fast ones for who won and kept on the road, careful ones for who won with a spin-out, and for who did not win
    careful ones with slow Legends."""
    if mine is None or mine.retired or mine.place != 1:
        return CAREFUL
    return EVEN if mine.figures.spin_outs else FAST

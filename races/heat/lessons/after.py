"""What follows a lesson: opponents by how the driver fared in it, and the next lesson."""

from typing import NamedTuple

from races.heat.lessons.lesson import Lesson
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


def following(lesson: Lesson, on_offer: list[Lesson], finished: set[str]) -> Lesson | None:
    """The next lesson that this visitor has not finished, from this one on and round again."""
    here = next((at for at, one in enumerate(on_offer) if one.name == lesson.name), -1)
    rest = (*on_offer[here + 1 :], *on_offer[: here + 1])
    return next((one for one in rest if one.name not in finished and one.name != lesson.name), None)

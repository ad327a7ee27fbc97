"""Which opponents a card reaches, by the rule: nobody is chosen."""

from collections.abc import Sequence
from typing import Protocol

from engine.henhur.cards import Effect
from engine.kernel.seats import Seat, by_seat


class Placed(Protocol):
    """What is known to all of where a hen is."""

    @property
    def at(self) -> int: ...
    @property
    def left(self) -> bool: ...


def targets(runners: Sequence[Placed], seat: Seat, effect: Effect) -> tuple[Seat, ...]:
    """Whom an effect hits: all opponents within its reach, or all on the space of the nearest opponent: the nearest
    ahead of the hen or level with it, and only if there is none, the nearest behind."""
    at = runners[seat].at
    others = [(other, runner.at - at) for other, runner in by_seat(runners) if other != seat and not runner.left]
    if effect.reach is not None:
        least, most = effect.reach
        return tuple([other for other, ahead in others if least <= ahead <= most])
    level = [ahead for _, ahead in others if ahead >= 0]
    nearest = min(level) if level else max([ahead for _, ahead in others], default=0)
    return tuple([other for other, ahead in others if ahead == nearest])

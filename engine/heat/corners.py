"""What a corner line asks of a car that crosses it."""

from collections.abc import Mapping
from typing import NamedTuple

from engine.heat.cards import Card
from engine.heat.course import Course
from engine.heat.modifiers import ADJUST_LIMIT
from engine.heat.roads import Roads

STRESS_OF_GEAR = {1: 1, 2: 1, 3: 2, 4: 2}
"""How much Stress a spin-out brings, by the gear of the turn."""


class Bill(NamedTuple):
    """The limit that holds for a car at a corner line, and the Heat that it owes there."""

    limit: int
    heat: int
    overheat: int
    """How much of the Heat is a road token's."""


def limit_parts(
    course: Course, roads: Roads, cards: Mapping[str, Card], line: int, play: tuple[str, ...]
) -> tuple[tuple[str, int], ...]:
    """A corner's limit part by part: what is printed, what the road changes, what each card in play changes."""
    printed = course.corner(line).limit
    changes = [("road", roads.limit(line) - printed)]
    changes += [(card, cards[card].symbols.get(ADJUST_LIMIT.name, 0)) for card in play]
    return ("limit", printed), *(change for change in changes if change[1])


def corner_bill(roads: Roads, line: int, speed: int, change: int) -> Bill:
    """What a car owes that crosses a line at a speed. `change` is what its cards in play add to every limit."""
    limit = roads.limit(line) + change
    if speed <= limit:
        return Bill(limit, 0, 0)
    overheat = roads.overheat(line)
    return Bill(limit, speed - limit + overheat, overheat)

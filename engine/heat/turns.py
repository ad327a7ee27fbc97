"""Where a car drives its turn anew."""

from collections.abc import Sequence

from engine.heat.course import Course
from engine.heat.state import Car
from engine.heat.units import Distance, Lane
from engine.heat.views import CarView


def turn_start(course: Course, cars: Sequence[Car | CarView], car: Car | CarView) -> tuple[Distance, Lane]:
    """Where a car drives its turn anew: its old lane if that is free, else another, else the nearest space behind."""
    space = course.space(car.start)
    taken = any(
        other.status == "racing" and course.space(other.at) == space and other.lane == car.start_lane
        for other in cars
        if other is not car
    )
    return course.back_before(cars, car, car.start + 1) if taken else (car.start, car.start_lane)

"""Who is where: the seats of a race from first to last."""

from engine.heat.course import Course
from engine.heat.state import State
from engine.kernel.seats import Seat, all_seats

GROUPS = {"home": 0, "racing": 1, "retired": 2}


def ranking(course: Course, state: State) -> tuple[Seat, ...]:
    """The seats from first to last: home by place, then the furthest ahead, then who retired last."""

    def key(seat: Seat) -> tuple[int, int, tuple[int, bool, int]]:
        car = state.cars[seat]
        within = car.place if car.status == "home" else -car.left if car.status == "retired" else 0
        return GROUPS[car.status], within, course.rank(car)

    return tuple(sorted(all_seats(len(state.cars)), key=key))

"""Who is where: the seats of a race from first to last."""

from engine.heat.course import Course
from engine.heat.state import State
from engine.kernel.seats import Seat, all_seats


def ranking(course: Course, state: State) -> tuple[Seat, ...]:
    """The seats from first to last: home by place, then the furthest ahead, then who retired last."""

    def key(seat: Seat) -> tuple[int, int, tuple[int, bool, int]]:
        car = state.cars[seat]
        group = {"home": 0, "racing": 1, "retired": 2}[car.status]
        return group, {"home": car.place, "racing": 0, "retired": -car.left}[car.status], course.rank(car)

    return tuple(sorted(all_seats(len(state.cars)), key=key))

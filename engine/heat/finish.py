"""The finish: whose turn is the last, when the race is over, and who is where."""

from typing import TYPE_CHECKING

from engine.heat.course import Course
from engine.heat.events import CameHome, Finished, RoundBegan
from engine.heat.state import State
from engine.heat.telling import Telling

if TYPE_CHECKING:
    from engine.heat.game import Heat

MOST_ROUNDS = 60
MOST_IDLE_ROUNDS = 3
"""After so many rounds in which stand-ins answered everything, the race ends as it stands."""


def is_turn_the_last(game: "Heat", state: State, seat: int, phase: str) -> bool:
    """Whether a turn that has passed its corner check is the seat's last: nothing to discard or draw for any more."""
    goal = state.setup.laps * game.course.length
    if game.content.rules.race_end == "all_home":
        return state.cars[seat].at >= goal
    checked = state.order
    if phase in game.with_corners:  # who comes later in the order has still to pass the corner check
        checked = checked[: checked.index(seat) + 1]
    return any(state.cars[other].at >= goal and state.cars[other].status == "racing" for other in checked)


def ranking(course: Course, state: State) -> tuple[int, ...]:
    """The seats from first to last: home by place, then the furthest ahead, then who retired last."""

    def key(seat: int) -> tuple[int, int, tuple[int, bool, int]]:
        car = state.cars[seat]
        group = {"home": 0, "racing": 1, "retired": 2}[car.status]
        return group, {"home": car.place, "racing": 0, "retired": -car.left}[car.status], course.rank(car)

    return tuple(sorted(range(len(state.cars)), key=key))


def finish(telling: Telling, reason: str) -> None:
    telling.tell(Finished(reason, ranking(telling.course, telling.state)))


def end_round(telling: Telling) -> bool:
    """Close the round. True when another one begins, False when the race is over."""
    rank = telling.course.rank
    order = tuple(sorted(telling.racing(), key=lambda seat: rank(telling.car(seat))))
    if home := [seat for seat in order if telling.car(seat).at >= telling.goal]:
        if telling.rules.race_end == "final_round":
            finish(telling, "flag")
            return False
        taken = sum(car.status == "home" for car in telling.state.cars)
        for place, seat in enumerate(home, start=taken + 1):
            telling.tell(CameHome(seat, place))
        order = tuple([seat for seat in order if seat not in home])
    if reason := _reason_to_stop(telling, order):
        finish(telling, reason)
        return False
    telling.tell(RoundBegan(telling.state.round + 1, order))
    return True


def _reason_to_stop(telling: Telling, order: tuple[int, ...]) -> str:
    if not order and any(car.status == "home" for car in telling.state.cars):
        return "flag"
    drivers = [car for seat in order if not (car := telling.car(seat)).legend]
    if not drivers:
        return "no_driver"
    if all(not car.own and car.idle + 1 >= MOST_IDLE_ROUNDS for car in drivers):
        return "unattended"
    if telling.state.round >= MOST_ROUNDS:
        return "round_limit"
    return ""

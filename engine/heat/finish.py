"""The finish: whose turn is the last, when the race is over, and who is where."""

from engine.heat.bound import Bound
from engine.heat.events import CameHome, Finished, RoundBegan
from engine.heat.ranking import ranking
from engine.heat.rules import PhaseName
from engine.heat.state import Ending, State
from engine.heat.transaction import Transaction
from engine.kernel.seats import Seat

LEAST_ROUND_LIMIT = 60
SLOWEST_PACE = 2
"""A race is stopped when its rounds would have taken even a car of so many spaces a round to the finish. The
cautious bots drive three to eight, as the weather lets them."""
MOST_IDLE_ROUNDS = 3
"""After so many rounds in which stand-ins answered everything, the race ends as it stands."""


def is_turn_the_last(bound: Bound, state: State, seat: Seat, phase: PhaseName) -> bool:
    """Whether a turn that has passed its corner check is the seat's last: nothing to discard or draw for any more."""
    goal = state.setup.laps * bound.course.length
    if bound.content.rules.race_end == "all_home":
        return state.cars[seat].at >= goal
    checked = state.order
    if phase in bound.with_corners:  # who comes later in the order has still to pass the corner check
        checked = checked[: checked.index(seat) + 1]
    return any(state.cars[other].at >= goal and state.cars[other].status == "racing" for other in checked)


def finish(transaction: Transaction, reason: Ending) -> None:
    transaction.emit(Finished(reason=reason, ranking=ranking(transaction.course, transaction.state)))


def end_round(transaction: Transaction) -> bool:
    """Close the round. True when another one begins, False when the race is over."""
    rank = transaction.course.rank
    order = tuple(sorted(transaction.racing(), key=lambda seat: rank(transaction.car(seat))))
    if home := [seat for seat in order if transaction.car(seat).at >= transaction.goal]:
        if transaction.rules.race_end == "final_round":
            finish(transaction, "flag")
            return False
        taken = sum(car.status == "home" for car in transaction.state.cars)
        for place, seat in enumerate(home, start=taken + 1):
            transaction.emit(CameHome(seat, place=place))
        order = tuple([seat for seat in order if seat not in home])
    if reason := _reason_to_stop(transaction, order):
        finish(transaction, reason)
        return False
    transaction.emit(RoundBegan(round=transaction.state.round + 1, order=order))
    return True


def round_limit(goal: int) -> int:
    """The round after which a race of this distance ends as it stands."""
    return max(LEAST_ROUND_LIMIT, goal // SLOWEST_PACE)


def _reason_to_stop(transaction: Transaction, order: tuple[Seat, ...]) -> Ending:
    if not order and any(car.status == "home" for car in transaction.state.cars):
        return "flag"
    drivers = [car for seat in order if not (car := transaction.car(seat)).legend]
    if not drivers:
        return "no_driver"
    if all(not car.own and car.idle + 1 >= MOST_IDLE_ROUNDS for car in drivers):
        return "unattended"
    if transaction.state.round >= round_limit(transaction.goal):
        return "round_limit"
    return ""

"""What is wrong with a state, by name. A healthy race never has a problem, after any event."""

from collections import Counter
from collections.abc import Iterator

from engine.heat.bound import Bound
from engine.heat.cards import HEAT
from engine.heat.state import Car, State
from engine.kernel.bounds import PILE


def problems(bound: Bound, state: State, before: State | None = None) -> tuple[str, ...]:
    """The broken invariants, each with the seat that it concerns: `card_lost: seat 2`.

    The cards of a car are not counted again where they are the same as `before`, in a state without problems.
    """
    return tuple(_find(bound, state, before.cars if before is not None else ()))


def _same_cards(car: Car, before: Car) -> bool:
    """Return whether no event has touched the cards of a car."""
    return (
        car.hand is before.hand
        and car.draw is before.draw
        and car.discard is before.discard
        and car.play is before.play
        and car.stock is before.stock
        and car.engine == before.engine
        and car.top is before.top
    )


def _card_problems(car: Car) -> Iterator[str]:
    if car.engine < 0:
        yield "negative_heat"
    if len(car.stock) > PILE.most:
        yield "too_many_cards"
    if sorted([*car.hand, *car.draw, *car.discard, *car.play, *[HEAT] * car.engine]) != list(car.stock):
        yield "card_lost"
    if car.hand != tuple(sorted(car.hand)):
        yield "hand_out_of_order"
    if car.draw[: len(car.top)] != car.top:
        yield "top_not_on_top"


def _find(bound: Bound, state: State, before: tuple[Car, ...]) -> Iterator[str]:
    course = bound.course
    spots: Counter[tuple[int, int]] = Counter()
    for seat, car in enumerate(state.cars):
        if seat >= len(before) or not _same_cards(car, before[seat]):
            for problem in _card_problems(car):
                yield f"{problem}: seat {seat}"
        if len(car.play) != len(car.worth):
            yield f"worth_missing: seat {seat}"
        if not 1 <= car.gear <= 4:
            yield f"no_such_gear: seat {seat}"
        if car.asked and car.status != "racing":
            yield f"asked_out_of_race: seat {seat}"
        if len(car.laps) != course.laps_done(car.at) or list(car.laps) != sorted(car.laps):
            yield f"laps_miscounted: seat {seat}"
        if car.status == "racing":
            spots[course.space(car.at), car.lane] += 1
            if not 1 <= car.lane <= course.lanes[course.space(car.at)]:
                yield f"off_track: seat {seat}"
            if state.round and seat not in state.order:
                yield f"not_in_order: seat {seat}"
    for (space, lane), cars in spots.items():
        if cars > 1:
            yield f"two_cars_in_one_spot: space {space} lane {lane}"
    if state.round and len(set(state.order)) != len(state.order):
        yield "order_repeats_a_car"
    if state.ended and any(car.asked for car in state.cars):
        yield "asked_after_the_end"

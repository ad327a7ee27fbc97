"""The chance of each place from a public position, by a model that `python -m tests.load.review_model` makes.

Each car has a score, the weighted sum of its features (`features`); the less, the better. The chance that one car
comes home before another is a logistic function of the difference of their scores, and all cars together follow the
model of Plackett and Luce, which has just these pairs. The weights of a feature change with the rounds that the race
still has: `far` holds for long races, `near` is added towards the finish.
"""

import math
from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from engine.heat.game import Heat
from engine.heat.ranking import ranking
from engine.heat.review.features import FEATURES, Standing, standing
from engine.heat.state import State
from engine.kernel.seats import Seat

Places = tuple[float, ...]
"""The chance of each place, from the first to the last."""

NODES = (0.0130467, 0.0674683, 0.1602952, 0.2833023, 0.4255628, 0.5744372, 0.7166977, 0.8397048, 0.9325317, 0.9869533)
WEIGHTS = (0.0333357, 0.0747257, 0.1095432, 0.1346334, 0.1477621, 0.1477621, 0.1346334, 0.1095432, 0.0747257, 0.0333357)
"""Points between 0 and 1, and their weights, at which an integral is taken (Gauss and Legendre)."""

MOST_APART = 30.0
"""Scores that differ by more make no difference to a chance."""


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """The weights of the features by name."""

    far: dict[str, float]
    near: dict[str, float]


@cache
def weights() -> Weights:
    """The weights that ship."""
    return msgspec.json.decode(files("engine.heat").joinpath("data/chances.json").read_bytes(), type=Weights)


def bases(rounds: float) -> tuple[float, float]:
    """By how much the weights `far` and `near` count, with so many rounds to go."""
    return 1 / math.sqrt(rounds + 1), 1 / (rounds + 1)


def scores(position: Standing) -> list[float]:
    """The score of each car that races on."""
    far, near = bases(position.rounds)
    by_name = weights()
    total = [far * by_name.far[name] + near * by_name.near[name] for name in FEATURES]
    return [sum([one * weight for one, weight in zip(row, total, strict=True)]) for row in position.features]


def chances(game: Heat, state: State, seat: Seat) -> Places:
    """The chance of each place for a seat; certain for a race that is over, and for a car that races no more."""
    cars = len(state.cars)
    if state.ended or state.cars[seat].status != "racing":
        return certain(ranking(game.course, state).index(seat), cars)
    position = standing(game, state)
    own = scores(position)
    mine = own[position.seats.index(seat)]
    rivals = [score for other, score in zip(position.seats, own, strict=True) if other != seat]
    home = sum([car.status == "home" for car in state.cars])
    racing = places_among(mine, rivals)
    return (0.0,) * home + racing + (0.0,) * (cars - home - len(racing))


def certain(place: int, cars: int) -> Places:
    """All of the chance on one place, counted from 0."""
    return tuple([float(number == place) for number in range(cars)])


def places_among(mine: float, rivals: list[float]) -> Places:
    """The chance of each place for a score among those of rivals.

    A car comes home at a time that is drawn; given the own time, the rivals' are independent of each other. So the
    number of those ahead is added up rival by rival at a few of the own times.
    """
    found = [0.0] * (len(rivals) + 1)
    apart = [math.exp(max(-MOST_APART, min(MOST_APART, mine - rival))) for rival in rivals]
    for node, weight in zip(NODES, WEIGHTS, strict=True):
        ahead = [weight]
        for ratio in apart:
            behind = (1 - node) ** ratio
            shifted = [0.0, *[one * (1 - behind) for one in ahead]]
            ahead = [one * behind + more for one, more in zip([*ahead, 0.0], shifted, strict=True)]
        found = [one + more for one, more in zip(found, ahead, strict=True)]
    total = sum(found)
    return tuple([one / total for one in found])


def expected(chances: Places) -> float:
    """The place to expect."""
    return sum([number * chance for number, chance in enumerate(chances, start=1)])

"""What a public position says of each car's hopes, as numbers: what the model of chances weighs."""

from msgspec import Struct

from engine.heat.bots.outlook import MOST_HEAT
from engine.heat.bots.pace import pace
from engine.heat.bots.symbols import value
from engine.heat.cards import HEAT, STRESS
from engine.heat.game import Heat
from engine.heat.phases.adrenaline import has_adrenaline
from engine.heat.state import Car, State
from engine.kernel.seats import Seat, by_seat

FEATURES = ("pace", "stress", "clog", "tow", "last", "upgrades", "legend", "legend_number", "legend_slot")
"""The names of the features, in their order.

`pace`: rounds to go by the table that bots use, from the place, the gear and the Heat in the engine. `stress`: Stress
cards beyond those of the start. `clog`: Heat in hand or draw pile. `tow`: whether another car is near ahead. `last`:
whether adrenaline is due. `upgrades`: the rounds that the cards of the garage save over the distance left. `legend`:
the rounds to go of a Legend, whose pace no table has; the same weighted by the mean number and slot of its row.
"""

TOW = 6
"""Spaces ahead within which another car may give a slipstream."""

MEAN_NUMBER, MEAN_SLOT = 14.0, 1.5
"""About what rows of Legend cards show; the weights of Legends count from there."""

LEGEND_GEAR, LEGEND_HEAT = 3, 6
"""As what a Legend is looked up in the table of the pace."""


class Standing(Struct, frozen=True):
    """A position as the model sees it: who races on, with the features of each, and how long the race still is."""

    seats: tuple[Seat, ...]
    features: tuple[tuple[float, ...], ...]
    rounds: float
    """The rounds to go of the car that is nearest to the finish."""


def standing(game: Heat, state: State) -> Standing:
    """The features of every car that still races."""
    racing = [(seat, car) for seat, car in by_seat(state.cars) if car.status == "racing"]
    rows = [_features(game, state, seat, car) for seat, car in racing]
    rounds = max(0.0, min([row[0] for row in rows], default=0.0))
    return Standing(tuple([seat for seat, _ in racing]), tuple(rows), rounds)


def _features(game: Heat, state: State, seat: Seat, car: Car) -> tuple[float, ...]:
    goal = state.setup.laps * game.course.length
    roads = game.roads(state.weather, state.tokens)
    boosts = game.content.rules.boost_gears
    tow = any(0 < other.at - car.at <= TOW for other in state.cars if other.status == "racing")
    if car.legend:
        rounds = pace(game.course, roads, goal, LEGEND_HEAT, boosts).rounds(car.at, LEGEND_GEAR, LEGEND_HEAT)
        number, slot = row_means(game, car.legend)
        number += state.setup.legend_bonus
        return (rounds, 0, 0, tow, 0, 0, rounds, rounds * (number - MEAN_NUMBER), rounds * (slot - MEAN_SLOT))
    heats = car.stock.count(HEAT)
    table = pace(game.course, roads, goal, min(MOST_HEAT, heats), boosts)
    rounds = table.rounds(car.at, car.gear, car.engine)
    clog = heats - car.engine - car.discard.count(HEAT) - car.play.count(HEAT)
    left = max(0.0, min(1.0, (goal - car.at) / goal))
    saved = left * sum([value(card) for card in car.stock])
    return (rounds, car.stock.count(STRESS), clog, tow, has_adrenaline(state, seat), saved, 0, 0, 0)


def row_means(game: Heat, row: str) -> tuple[float, float]:
    """The mean number and the mean slot that a Legend reads."""
    rows = [card.rows[row] for card in game.content.legends.cards]
    return sum([one.number for one in rows]) / len(rows), sum([one.slot for one in rows]) / len(rows)

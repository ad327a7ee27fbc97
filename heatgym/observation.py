"""A view as one row of numbers. It is made of the view and the words said so far alone, never of a state."""

from collections.abc import Sequence
from itertools import islice
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from engine.heat import Heat, Setup, View
from engine.heat.roads import Roads
from engine.heat.rules import PhaseName
from engine.heat.views import CarView, Mine
from engine.kernel import Seed
from heatgym.words import Vocabulary, faces_of

Observation = NDArray[np.float32]

GEARS = (1, 2, 3, 4)
CORNERS = 5
"""So many corners ahead are told."""
SPACES = 16
"""So many spaces ahead are told."""
SPEED = 20
"""Speeds and distances are told in this unit, so that they are about 1."""
DECK = 10
"""Numbers of cards are told in this unit."""
ANY_SEED = Seed("00" * 16)
"""Of the race whose first view says how long a row is."""


class Flattener:
    """Flattens the views of one game and set-up. The driver's own car comes first, the others by their place."""

    def __init__(self, game: Heat, setup: Setup, vocabulary: Vocabulary) -> None:
        self.game = game
        self.setup = setup
        self._words = len(vocabulary)
        self._phases = {phase: number for number, phase in enumerate(get_args(PhaseName))}
        self._faces = {face: number for number, face in enumerate(faces_of(game, setup))}
        self._items = {item: number for number, item in enumerate(sorted(game.vocabulary.items))}
        self._weather = tuple(game.weather)
        self._goal = setup.laps * game.course.length
        first = game.view(game.evolve(None, game.start(setup, ANY_SEED)[0]), 0)
        self.size = len(self(first, ()))

    def __call__(self, view: View, said: Sequence[int]) -> Observation:
        """What a seat sees of a race, and what it has said of its answer."""
        assert view.mine is not None, "a view of a driver"
        mine = view.mine
        me = view.cars[mine.seat]
        row: list[float] = [
            *_one_of(self._phases[view.phase], len(self._phases)),
            view.round / SPEED,
            *(float(view.weather == weather) for weather in self._weather),
            *self._counts(view.market),
            *self._own(mine),
            *self._road(view, me),
        ]
        places = {seat: place for place, seat in enumerate(view.ranking)}
        for car in sorted(view.cars, key=lambda car: (car.seat != me.seat, places[car.seat])):
            row += self._car(car, me, places[car.seat])
        row += self._said(said)
        return np.asarray(row, np.float32)

    def _counts(self, cards: Sequence[str]) -> list[float]:
        found = [0.0] * len(self._faces)
        for card in cards:
            if card in self._faces:  # not the hidden ones of other seats
                found[self._faces[card]] += 1 / DECK
        return found

    def _own(self, mine: Mine) -> list[float]:
        return [*self._counts(mine.hand), *self._counts(mine.draw)]

    def _road(self, view: View, me: CarView) -> list[float]:
        """The corners that come, and what holds in the spaces ahead and who is there."""
        course, roads = self.game.course, self.game.roads(view.weather, view.tokens)
        row: list[float] = [min(self._goal - me.at, course.length) / SPEED]
        lines = list(islice(course.lines(me.at, self._goal - 1, self._goal), CORNERS))
        for line in lines:
            row += [1.0, (line - me.at) / SPEED, roads.limit(line) / DECK, roads.overheat(line) / DECK]
        row += [0.0] * 4 * (CORNERS - len(lines))
        taken = [car.at % course.length for car in view.cars if car.status == "racing" and car.seat != me.seat]
        for ahead in range(SPACES):
            row += self._space((me.at + ahead) % course.length, roads, taken)
        return row

    def _space(self, space: int, roads: Roads, taken: Sequence[int]) -> tuple[float, ...]:
        course = self.game.course
        return (
            taken.count(space) / course.lanes[space],
            float(roads.no_slipstream[space]),
            float(roads.no_cooldown[space]),
            float(roads.free_boost[space]),
            roads.cooldown[space] / DECK,
            sum(roads.slipstream[space]) / DECK,
        )

    def _car(self, car: CarView, me: CarView, place: int) -> list[float]:
        course = self.game.course
        items = [0.0] * len(self._items)
        for item in car.items:
            items[self._items[item.kind]] += item.amount / DECK
        return [
            *(float(car.gear == gear) for gear in GEARS),
            float(car.status == "racing"),
            float(bool(car.legend)),
            float(car.asked),
            float(car.chosen),
            float(car.lane == course.race_lane[car.space]),
            place / len(self.setup.entrants),
            (car.at - me.at) / SPEED,
            car.at / self._goal,
            (car.at - car.start) / SPEED,
            car.engine / DECK,
            car.hand / DECK,
            car.draw / DECK,
            car.speed / SPEED,
            car.flips / DECK,
            *items,
            *self._counts(car.discard),
            *self._counts(car.play),
            *self._counts(car.stock),
        ]

    def _said(self, said: Sequence[int]) -> list[float]:
        """How often each word was said, and which was the last."""
        counts, last = [0.0] * self._words, [0.0] * self._words
        for word in said:
            counts[word] += 1
        if said:
            last[said[-1]] = 1
        return counts + last


def _one_of(place: int, size: int) -> list[float]:
    return [float(number == place) for number in range(size)]

"""The road ahead, straightened: the cars on it, its corners, and cells for every place where a choice can land.

Only the road is drawn here. The landings of what is chosen are put on it by the page, from numbers that it was given.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.utils.safestring import SafeString

from races.heat.cockpit.forecast import Forecast
from races.parts.lettering import word

if TYPE_CHECKING:
    from races.heat.cockpit.desk import Desk

WIDTH, HEIGHT = 320, 116
LANE = 19
TOP = HEIGHT - 20 - 2 * LANE
MOST = 16
"""More cells than that cannot be read; the farthest landings then share the last."""
FEWEST = 6


class Road:
    """Cells from my car on: my own space, a tear where nobody can stop, and the spaces that can be reached."""

    width, height, lane, top = WIDTH, HEIGHT, LANE, TOP
    bottom = TOP + 2 * LANE
    middle = TOP + LANE
    foot = TOP + 2 * LANE + 15

    def __init__(self, desk: "Desk", forecasts: Sequence[Forecast]) -> None:
        self._desk = desk
        self._landings = [landing[0] for forecast in forecasts for landing in forecast.landings]

    @cached_property
    def cells(self) -> list[int | None]:
        """Distances, as far along the track as they are; None is the tear."""
        here = self._desk.car.at
        ahead = [at for at in self._landings if at > here]
        first = min(ahead, default=here + 1)
        last = min(max(ahead, default=here), first + MOST - 1)
        first = max(here + 1, min(first - 1, last - FEWEST + 1))
        last = max(last, first + FEWEST - 1)
        return [here, *([None] if first > here + 1 else []), *range(first, last + 1)]

    @property
    def size(self) -> float:
        return round(WIDTH / len(self.cells), 2)

    @property
    def lines(self) -> list[float]:
        return [round(self.size * number, 1) for number in range(1, len(self.cells))]

    @property
    def tear(self) -> float | None:
        return round(self.size * 1.5, 1) if None in self.cells else None

    @property
    def data(self) -> str:
        """The cells for the page: distances, -1 for the tear."""
        return " ".join("-1" if cell is None else str(cell) for cell in self.cells)

    @cached_property
    def cars(self) -> list[dict[str, Any]]:
        """Everybody who stands in one of the cells, myself among them."""
        length = self._desk.game.course.length
        places = {cell % length: number for number, cell in enumerate(self.cells) if cell is not None}
        wide = min(self.size - 2, 34.0)
        return [
            {
                "colour": self._desk.scene.seats[car.seat].colour,
                "x": round(places[car.space] * self.size + (self.size - wide) / 2, 1),
                "y": round(TOP + LANE * (car.lane - 1) + (LANE - wide / 2) / 2, 1),
                "wide": round(wide, 1),
                "high": round(wide / 2, 1),
            }
            for car in self._desk.view.cars
            if car.status == "racing" and car.space in places and car.lane <= 2
        ]

    @cached_property
    def corners(self) -> list[dict[str, Any]]:
        """The corner lines between the cells: where, how fast, which."""
        desk = self._desk
        found = []
        for number, cell in enumerate(self.cells):
            if cell is None or number == 0 or cell % desk.game.course.length not in desk.game.course.corners:
                continue
            x = round(number * self.size, 1)
            found.append(
                {
                    "x": x,
                    "left": x - 15,
                    "letter": desk.letters[cell % desk.game.course.length],
                    "limit": SafeString(word(f"{desk.roads.limit(cell)}", 15, 7.4, 15, "middle", weight=20)),
                }
            )
        return found

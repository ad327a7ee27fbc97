"""The road ahead, straightened: the cars on it, its corners, and cells for every place where a choice can land.

Only the road is drawn here. The landings of what is chosen are put on it by the page, from numbers that it was given.
"""

from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from msgspec import Struct

from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.outlook import Outlook
from races.parts.lettering import word

WIDTH, HEIGHT = 320, 120
LANE = 19
TOP = HEIGHT - 20 - 2 * LANE
WORD = 14
"""The line below it that names a spin-out."""
MOST = 16
"""More cells than that cannot be read; the farthest landings then share the last."""
FEWEST = 6
SIGHT = 2
"""A corner line that lies no farther than that behind the last landing is drawn, too."""


class CarOnRoad(Struct, frozen=True):
    """A car in one of the cells, and where it is drawn."""

    colour: str
    x: float
    y: float
    wide: float
    high: float


class CornerOnRoad(Struct, frozen=True):
    """A corner line between two cells, and where its sign is drawn."""

    x: float
    left: float
    letter: str
    limit: SafeString


class Road:
    """Cells from the driver's own car on: its space, a tear for spaces where no choice lands, those where one does."""

    width, lane, top = WIDTH, LANE, TOP
    breadth = 2 * LANE
    bottom = TOP + 2 * LANE
    middle = TOP + LANE

    def __init__(self, cockpit: Cockpit, *outlooks: Outlook) -> None:
        self._cockpit = cockpit
        landings = [landing for outlook in outlooks for landing in outlook.landings]
        self._landings = [landing[0] for landing in landings]
        self.height = HEIGHT + WORD * any(landing[-1] for landing in landings)

    @property
    def reach(self) -> int:
        """The spaces to the farthest landing."""
        here = self._cockpit.car.at
        return max(self._landings, default=here) - here

    @cached_property
    def cells(self) -> list[int | None]:
        """Distances, as far along the track as they are; None is the tear."""
        here, course = self._cockpit.car.at, self._cockpit.game.course
        ahead = [at for at in self._landings if at > here]
        first = min(ahead, default=here + 1)
        last = min(max(ahead, default=here), first + MOST - 1)
        first = max(here + 1, min(first - 1, last - FEWEST + 1))
        last = max(last, first + FEWEST - 1)
        to_line = course.to_line[course.space(last)]
        last += to_line if to_line <= SIGHT else 0
        return [here, *([None] if first > here + 1 else []), *range(first, last + 1)]

    @cached_property
    def size(self) -> float:
        return round(WIDTH / len(self.cells), 2)

    @property
    def lines(self) -> str:
        """The lines between the cells, as one path."""
        return "".join(f"M{self.size * number:.1f} {TOP}v{self.breadth}" for number in range(1, len(self.cells)))

    @property
    def tear(self) -> float | None:
        return round(self.size * 1.5, 1) if None in self.cells else None

    @property
    def data(self) -> str:
        """The cells for the page: distances, -1 for the tear."""
        return " ".join("-1" if cell is None else str(cell) for cell in self.cells)

    @cached_property
    def marked(self) -> list[tuple[float, int, str]]:
        """The spots that are flooded or in a tunnel: from where, in which row, and which of the two."""
        course = self._cockpit.game.course
        spots = [(number, cell, lane) for number, cell in enumerate(self.cells) if cell is not None for lane in (1, 2)]
        water = [(number, lane, "wet") for number, cell, lane in spots if course.is_flooded(cell, lane)]
        dark = [(number, lane, "dark") for number, cell, lane in spots if course.is_tunnel(cell, lane)]
        return [(round(number * self.size, 1), TOP + LANE * (lane - 1), kind) for number, lane, kind in (*water, *dark)]

    @cached_property
    def cars(self) -> list[CarOnRoad]:
        """The cars that stand in one of the cells, the driver's own among them."""
        length = self._cockpit.game.course.length
        places = {cell % length: number for number, cell in enumerate(self.cells) if cell is not None}
        wide = min(self.size - 2, 34.0)
        return [
            CarOnRoad(
                colour=self._cockpit.scene.seats[car.seat].colour,
                x=round(places[car.space] * self.size + (self.size - wide) / 2, 1),
                y=round(TOP + LANE * (car.lane - 1) + (LANE - wide / 2) / 2, 1),
                wide=round(wide, 1),
                high=round(wide / 2, 1),
            )
            for car in self._cockpit.view.cars
            if car.status == "racing" and car.space in places and car.lane <= 2
        ]

    @cached_property
    def corners(self) -> list[CornerOnRoad]:
        """The corner lines between the cells: where, how fast, which."""
        cockpit = self._cockpit
        found = []
        for number, cell in enumerate(self.cells):
            if cell is None or number == 0 or cell % cockpit.game.course.length not in cockpit.game.course.corners:
                continue
            x = round(number * self.size, 1)
            found.append(
                CornerOnRoad(
                    x=x,
                    left=x - 15,
                    letter=cockpit.letters[cell % cockpit.game.course.length],
                    limit=SafeString(word(f"{cockpit.roads.limit(cell)}", 15, 7.4, 15, "middle", weight=20)),
                )
            )
        return found

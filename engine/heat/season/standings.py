"""The table of a championship: points, race by race, and who is ahead of whom."""

from collections.abc import Sequence

from msgspec import Struct

from engine.heat.season.result import Placing, RaceResult
from engine.kernel.bounds import Few, Number


class Raced(Struct, frozen=True, forbid_unknown_fields=True):
    """A race of the season that is over. `seats` are the season's seats of those who started, by seat of the race."""

    seats: Few[Number]
    result: RaceResult

    def line(self, seat: int) -> Placing | None:
        """The line of a competitor; None for one who did not start."""
        return self.result.lines[self.seats.index(seat)] if seat in self.seats else None


class Score(Struct, frozen=True, omit_defaults=True):
    """What a competitor made of one race."""

    place: Number
    points: Number = 0
    bonus: Number = 0
    retired: bool = False

    @property
    def total(self) -> int:
        return self.points + self.bonus


class Standing(Struct, frozen=True, omit_defaults=True):
    """One row of the table. `races` has a score for each race, None for those that the competitor did not start in."""

    seat: Number
    place: Number
    points: Number
    races: Few[Score | None] = ()


def order_of(competitors: int, raced: Sequence[Raced]) -> tuple[int, ...]:
    """The seats by points; of those that tie, by place in the last race (who did not start is behind), then by seat."""

    def key(seat: int) -> tuple[int, int, int]:
        last = raced[-1].line(seat) if raced else None
        return -points_of(seat, raced), last.place if last else competitors + 1, seat

    return tuple(sorted(range(competitors), key=key))


def points_of(seat: int, raced: Sequence[Raced]) -> int:
    return sum(line.total for race in raced if (line := race.line(seat)) is not None)


def table(competitors: int, raced: Sequence[Raced]) -> tuple[Standing, ...]:
    """The table after these races, from the leader down."""
    return tuple(
        Standing(seat, place, points_of(seat, raced), tuple(_score(race.line(seat)) for race in raced))
        for place, seat in enumerate(order_of(competitors, raced), start=1)
    )


def _score(line: Placing | None) -> Score | None:
    return None if line is None else Score(line.place, line.points, line.bonus, line.retired)

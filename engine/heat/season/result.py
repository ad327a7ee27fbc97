"""What a race brings to its championship: places, points item by item, and the cards that are kept."""

from msgspec import Struct

from engine.heat.game import Heat
from engine.heat.ranking import ranking
from engine.heat.rules import Scoring
from engine.heat.state import State
from engine.kernel.bounds import Few, Number, Pile, Word
from engine.kernel.faults import Broken, Fault


class Placing(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One car of a race that is over. Places count from 1, retired and eliminated cars last."""

    place: Number
    points: Number = 0
    """For the place."""
    bonus: Number = 0
    """More points, by the event."""
    retired: bool = False
    """The car retired or was eliminated; it scores nothing."""
    upgrades: Pile[Word] = ()
    """What the driver owns after the draft of this race."""
    sponsors: Pile[Word] = ()
    """Sponsor cards that were not played."""

    @property
    def total(self) -> int:
        return self.points + self.bonus


class RaceResult(Struct, frozen=True, forbid_unknown_fields=True):
    """A race that is over: why, and a line for each of its seats."""

    ended: Word
    lines: Few[Placing]

    @property
    def ranking(self) -> tuple[int, ...]:
        """The seats of the race from first to last."""
        return tuple(sorted(range(len(self.lines)), key=lambda seat: self.lines[seat].place))


def place_points(scoring: Scoring, place: int, cars: int) -> int:
    """What a place scores among so many cars that started."""
    table = scoring.table[place - 1] if place <= len(scoring.table) else 0
    return table + scoring.per_car * (cars - place + 1)


def result_of(game: Heat, state: State) -> RaceResult:
    """The result of a race. Raises `Broken` while it is on."""
    if not state.ended:
        raise Broken("result", (Fault("ended", "not_over", "this race is not over"),))
    cars = len(state.cars)
    bonus = game.effects(state.setup).points_bonus
    lines: dict[int, Placing] = {}
    for place, seat in enumerate(ranking(game.course, state), start=1):
        car = state.cars[seat]
        retired = car.status == "retired"
        owned = (*car.hand, *car.draw, *car.discard)
        if not car.stock:  # left before the cards were dealt: what it brought is still its own
            owned = state.setup.entrants[seat].sponsors
        lines[seat] = Placing(
            place,
            0 if retired else place_points(game.content.rules.points, place, cars),
            0 if retired or place > len(bonus) else bonus[place - 1],
            retired,
            car.upgrades,
            tuple(sorted(card for card in owned if card in game.sponsors)),
        )
    return RaceResult(state.ended, tuple(lines[seat] for seat in range(cars)))

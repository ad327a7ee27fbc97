"""The turns of each car of a race that is over, as its stored events tell them."""

from collections.abc import Iterable
from functools import lru_cache
from typing import cast

from msgspec import Struct

from engine.heat import Heat, State
from engine.heat import events as e
from engine.heat.ranking import ranking
from races import records
from races.heat.table_game import heat_of
from races.models import Race


class Turn(Struct, frozen=True, kw_only=True):
    """One car in one round. A Legend has neither gear nor Heat, and its speed is the spaces that it went."""

    round: int
    begins: int
    """Where the car stood before, counted from the start line; on the grid that is negative."""
    ends: int
    lanes: tuple[int, int]
    """The lanes in which it stood then."""
    speed: int
    gear: int | None
    """The gear that it drove in, also where a spin-out ended in the first."""
    heat: int | None
    """The Heat in the engine when the round was over."""
    place: int
    """The place when the round was over."""
    spun: bool


Turns = tuple[Turn, ...]


class _Open:
    """What is known of a round that goes on, by seat."""

    def __init__(self, state: State) -> None:
        self.begun = [(car.at, car.lane) for car in state.cars]
        self.gears: dict[int, int] = {}
        self.speeds: dict[int, int] = {}
        self.spun: set[int] = set()

    def note(self, state: State, event: e.Event) -> None:
        if isinstance(event, e.Moved):
            self.gears.setdefault(event.seat, state.cars[event.seat].gear)
        elif isinstance(event, e.SpunOut):
            self.spun.add(event.seat)
        elif isinstance(event, e.Cleared):
            self.speeds.update({seat: state.cars[seat].speed for seat in event.seats})

    def close(self, game: Heat, state: State) -> Iterable[tuple[int, Turn]]:
        """The turns of those who drove in this round."""
        order = ranking(game.course, state)
        for seat, car in enumerate(state.cars):
            drove = seat in self.speeds or car.at != self.begun[seat][0]
            if not drove or (car.status != "racing" and car.left < state.round):
                continue
            yield (
                seat,
                Turn(
                    round=state.round,
                    begins=self.begun[seat][0],
                    ends=car.at,
                    lanes=(self.begun[seat][1], car.lane),
                    speed=max(0, car.at - self.begun[seat][0]) if car.legend else self.speeds.get(seat, 0),
                    gear=None if car.legend else self.gears.get(seat, car.gear),
                    heat=None if car.legend else car.engine,
                    place=order.index(seat) + 1,
                    spun=seat in self.spun,
                ),
            )


def followed(game: Heat, state: State, events: Iterable[e.Event]) -> tuple[Turns, ...]:
    """By seat its turns, while events are folded upon a state."""
    found: list[list[Turn]] = [[] for _ in state.cars]
    now = _Open(state)
    for event in events:
        if isinstance(event, e.RoundBegan | e.Finished) and state.round:
            for seat, turn in now.close(game, state):
                found[seat].append(turn)
            now = _Open(state)
        now.note(state, event)
        state = game.evolve(state, event)
    return tuple(map(tuple, found))


def turns_of(race: Race) -> tuple[Turns, ...]:
    """By seat the turns of a race that is over. It never changes again, so they are counted once a process."""
    assert race.ended is not None, "a race that goes on is not told whole"
    return _turns(race.code, race.version)


@lru_cache(maxsize=64)
def _turns(code: str, version: int) -> tuple[Turns, ...]:
    race = Race.objects.get(code=code)
    game = heat_of(race.content_id).game
    events = [cast("e.Event", event) for entry in records.entries(race) for event in entry.events]
    state = cast("State | None", records.position_of(race))
    if state is None:
        started, *events = events
        state = game.evolve(None, started)
    return followed(game, state, events)

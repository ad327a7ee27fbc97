"""A race in figures, counted while its stored events are folded once.

What is counted, so that it can be checked by hand:

rounds led       rounds at whose end the car was first, up to and with the round in which the first car came home
heat paid        every Heat that went from the engine to the discard pile: for corners (spin-outs too), for gears, for
                 boosts, and for cards (what a card asks for, and the mulligan)
cooled           every Heat that came back to the engine, from the hand or from the discard pile
slipstream       spaces that slipstreams really moved the car, which a full space can make more or fewer than meant
over the limit   corner lines crossed faster than the limit and paid for; a spin-out is counted as a spin-out only
average gear     over the turns in which cards were played; a cluttered hand plays none
top speed        the highest speed of a turn: cards, boost, adrenaline and what else adds to it, but no slipstream
laps             the rounds from one crossing of the line to the next; the first lap counts from the start of the race

Legends pay nothing, draw nothing and have no gear: of them only places, laps and rounds led are told.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from engine.heat import Heat, State
from engine.heat import events as e
from engine.heat.moves.boost import Boosted
from engine.heat.moves.cool import Cooled
from engine.heat.moves.gear import Shifted
from engine.heat.moves.mulligan import Mulliganed
from engine.heat.moves.pay_heat import PaidHeat
from engine.heat.moves.play import Revealed
from engine.heat.moves.super_cool import SuperCooled
from engine.heat.ranking import ranking
from engine.kernel.records import Entry
from races import records
from races.heat.table_game import heat_of
from races.models import Race


class Figures(Struct):
    """What one car did."""

    rounds_led: int = 0
    corners: int = 0
    gears: int = 0
    boosted: int = 0
    cards: int = 0
    cooled: int = 0
    spin_outs: int = 0
    boosts: int = 0
    slipstream: int = 0
    over_limit: int = 0
    turns: int = 0
    geared: int = 0
    """The sum of the gears of those turns."""
    top_speed: int = 0

    @property
    def heat_paid(self) -> int:
        return self.corners + self.gears + self.boosted + self.cards

    @property
    def average_gear(self) -> float:
        return self.geared / self.turns if self.turns else 0.0


class Story(Struct):
    """What is told of a race that is over: by seat its figures, and by round who was where (first the grid)."""

    figures: tuple[Figures, ...]
    places: list[tuple[int, ...]]
    """For each round the seats from first to last when it was over."""


def count(game: Heat, entries: Iterable[Entry[Any, Any]]) -> Story:
    """The story of a race from its first entry on."""
    started, *events = [event for entry in entries for event in entry.events]
    return follow(game, game.evolve(None, started), events)


def follow(game: Heat, state: State, events: Iterable[e.Event]) -> Story:
    """Fold events upon a state, and count on the way."""
    story = Story(tuple(Figures() for _ in state.cars), [])
    for event in events:
        if (counted := COUNTED.get(type(event))) is not None:
            counted(story, game, state, event)
        state = game.evolve(state, event)
    return story


def _round_over(story: Story, game: Heat, state: State, event: e.RoundBegan | e.Finished) -> None:
    """Before the first round the grid is noted, where nobody leads yet."""
    order = ranking(game.course, state)
    story.places.append(order)
    home = [car.left for car in state.cars if car.status == "home"]
    if state.round and order and min(home, default=state.round) >= state.round:
        story.figures[order[0]].rounds_led += 1


def _shifted(story: Story, game: Heat, state: State, event: Shifted) -> None:
    story.figures[event.seat].gears += event.heat


def _mulliganed(story: Story, game: Heat, state: State, event: Mulliganed) -> None:
    story.figures[event.seat].cards += 1


def _paid_heat(story: Story, game: Heat, state: State, event: PaidHeat) -> None:
    story.figures[event.seat].cards += event.heat


def _boosted(story: Story, game: Heat, state: State, event: Boosted) -> None:
    figures = story.figures[event.seat]
    figures.boosts += 1
    figures.boosted += event.heat


def _cooled(story: Story, game: Heat, state: State, event: Cooled | SuperCooled) -> None:
    story.figures[event.seat].cooled += event.heat


def _revealed(story: Story, game: Heat, state: State, event: Revealed) -> None:
    figures = story.figures[event.seat]
    figures.turns += 1
    figures.geared += state.cars[event.seat].gear


def _moved(story: Story, game: Heat, state: State, event: e.Moved) -> None:
    if event.why == "slipstream":
        story.figures[event.seat].slipstream += event.at - state.cars[event.seat].at


def _corner_taken(story: Story, game: Heat, state: State, event: e.CornerTaken) -> None:
    figures = story.figures[event.seat]
    figures.corners += event.heat
    figures.over_limit += event.speed > event.limit


def _spun_out(story: Story, game: Heat, state: State, event: e.SpunOut) -> None:
    figures = story.figures[event.seat]
    figures.corners += event.heat
    figures.spin_outs += 1


def _cleared(story: Story, game: Heat, state: State, event: e.Cleared) -> None:
    """The turn is over: its speed stands in the cards that are about to leave."""
    for seat in event.seats:
        figures = story.figures[seat]
        figures.top_speed = max(figures.top_speed, state.cars[seat].speed)


COUNTED: Mapping[type, Callable[[Story, Heat, State, Any], None]] = {
    e.RoundBegan: _round_over,
    e.Finished: _round_over,
    Shifted: _shifted,
    Mulliganed: _mulliganed,
    PaidHeat: _paid_heat,
    Boosted: _boosted,
    Cooled: _cooled,
    SuperCooled: _cooled,
    Revealed: _revealed,
    e.Moved: _moved,
    e.CornerTaken: _corner_taken,
    e.SpunOut: _spun_out,
    e.Cleared: _cleared,
}
"""What counts; each is asked with the state that the event came upon."""


def story_of(race: Race) -> Story:
    """The story of a race that is over. It never changes again, so it is counted once a process."""
    assert race.ended is not None, "a race that goes on has no story yet"
    return _story(race.code, race.version)


@lru_cache(maxsize=128)
def _story(code: str, version: int) -> Story:
    race = Race.objects.get(code=code)
    return count(heat_of(race.content_id).game, records.entries(race))


def quickest(laps: tuple[int, ...]) -> tuple[int, int] | None:
    """The quickest lap of a car: its rounds, and which lap it was; None for a car that completed none."""
    if not laps:
        return None
    took = [over - begun for begun, over in zip((0, *laps), laps, strict=False)]
    return min((rounds, lap) for lap, rounds in enumerate(took, start=1))

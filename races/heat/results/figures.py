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

Legends pay nothing, draw nothing and have no gear: they have places, laps and rounds led only.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, cast

from msgspec import Struct

from engine.heat import Command, Heat, State
from engine.heat import events as e
from engine.heat.ranking import ranking
from engine.kernel.records import Entry
from races import records
from races.heat.results.counts import Figures
from races.heat.table_game import heat_of
from races.heat.tables import SITE, SiteTables
from races.models import Race


class Story(Struct):
    """A race that is over: by seat its figures, and by round the places of the cars (first the grid)."""

    figures: tuple[Figures, ...]
    places: list[tuple[int, ...]]
    """For each round the seats from first to last when it was over."""


def count(game: Heat, entries: Iterable[Entry[Command, e.Event]], position: State | None = None) -> Story:
    """The story of a race from its first entry on; of one that went on from a position, from there on."""
    events = [event for entry in entries for event in entry.events]
    if position is None:
        started, *events = events
        position = game.evolve(None, started)
    return follow(game, position, events)


def follow(game: Heat, state: State, events: Iterable[e.Event], tables: SiteTables = SITE) -> Story:
    """Fold events upon a state, and count on the way."""
    story = Story(tuple(Figures() for _ in state.cars), [])
    for event in events:
        kind = type(event)
        if isinstance(event, e.CarEvent) and kind in tables.counts:
            tables.counts[kind](story.figures[event.seat], state.cars[event.seat], event)
        elif (counted := COUNTED.get(kind)) is not None:
            counted(story, game, state, event)
        state = game.evolve(state, event)
    return story


def _round_over(story: Story, game: Heat, state: State, event: e.RoundBegan | e.Finished) -> None:
    """Before the first round the grid is noted, where no car leads yet."""
    order = ranking(game.course, state)
    story.places.append(order)
    home = [car.left for car in state.cars if car.status == "home"]
    if state.round and order and min(home, default=state.round) >= state.round:
        story.figures[order[0]].rounds_led += 1


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
    e.Moved: _moved,
    e.CornerTaken: _corner_taken,
    e.SpunOut: _spun_out,
    e.Cleared: _cleared,
}
"""What counts of the events without an action, each with the state that it came upon; actions declare their counts."""


def story_of(race: Race) -> Story:
    """The story of a race that is over. It never changes again, so it is counted once a process."""
    assert race.ended is not None, "a race that goes on has no story yet"
    return _story(race.code, race.version)


@lru_cache(maxsize=128)
def _story(code: str, version: int) -> Story:
    race = Race.objects.get(code=code)
    entries = cast("list[Entry[Command, e.Event]]", records.entries(race))
    return count(heat_of(race.content_id).game, entries, cast("State | None", records.position_of(race)))


def quickest(laps: tuple[int, ...]) -> tuple[int, int] | None:
    """The quickest lap of a car: its rounds, and which lap it was; None for a car that completed none."""
    if not laps:
        return None
    took = [over - begun for begun, over in zip((0, *laps), laps, strict=False)]
    return min((rounds, lap) for lap, rounds in enumerate(took, start=1))

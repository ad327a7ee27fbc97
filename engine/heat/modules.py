"""Weather, road tokens and events, as data: numbers and switches that the phases read."""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct

from engine.kernel.bounds import Cards, Few, Number, Sentence, Word
from engine.kernel.faults import Broken, Fault


class SectorEffect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What holds for a car while it stands in a sector."""

    no_cooldown: bool = False
    no_slipstream: bool = False
    cooldown: Number = 0
    slipstream: Number = 0
    free_boost: bool = False


class Weather(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The weather of a race: what it changes at the start, and in the sectors that it reaches."""

    id: Word
    sector: SectorEffect
    stress: Number = 0
    heat: Number = 0
    heat_to: Literal["deck", "discard"] | None = None
    """Where some of the Heat starts instead of in the engine."""
    heat_count: Number = 0


class Token(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A road token: it lies at a corner, and changes the corner or the sector that begins there."""

    id: Word
    copies: Number
    limit: Number = 0
    overheat: Number = 0
    sector: SectorEffect | None = None
    weather: bool = False
    """Brings the weather's own effect to the sector."""


class Effects(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an event changes in its race."""

    laps: Number = 0
    heat: Number = 0
    stress: Number = 0
    hand_limit: Number = 0
    points_bonus: Few[Number] = ()
    first_lap_sponsor: Number = 0
    """So many cars first to complete a lap earn a sponsor card."""
    speed_sponsor_at: Number = 0
    overtake_sponsor_at: Number = 0
    sponsors_per_gain: Number = 1
    spin_out_eliminates: bool = False
    slipstream_min_gear: Number = 1
    discard_heat: bool = False
    discard_stress: bool = False
    discard_max: Number | None = None
    no_adrenaline: bool = False
    press_only_below_limit: bool = False
    lose_heat_per_lap: bool = False


NO_EFFECTS = Effects()


class EventCard(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An event of a championship race. `press` counts into the track's press order, modulo its length."""

    id: Word
    number: Number
    headline: Sentence
    sponsors: Number
    press: Few[Number]
    expansion: Word = "base"
    effects: Effects = NO_EFFECTS


class Modules(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that can be added to a race beside its cards."""

    weather: Cards[Weather]
    roads: Cards[Token]
    events: Cards[EventCard]


MOST_NUMBER = 40
"""No number on a card is further from 0: cards, Heat, laps, points, a speed."""

ID = re.compile(r"[a-z][a-z0-9_]{0,39}")


def modules_faults(modules: Modules) -> tuple[Fault, ...]:
    """Everything that is wrong with the modules."""
    return tuple(_faults(modules))


def _faults(modules: Modules) -> Iterator[Fault]:
    lists: dict[str, tuple[Any, ...]] = {
        "weather": modules.weather,
        "roads": modules.roads,
        "events": modules.events,
    }
    for name, cards in lists.items():
        seen: set[str] = set()
        for place, one in enumerate(card.id for card in cards):
            if not ID.fullmatch(one):
                yield Fault(f"{name}[{place}].id", "bad_id", "an id is made of small letters, digits and _")
            elif one in seen:
                yield Fault(f"{name}[{place}].id", "bad_id", f"every card needs an id of its own, not “{one}”")
            seen.add(one)
    if not modules.weather:
        yield Fault("weather", "empty", "there is at least one kind of weather")
    for place, token in enumerate(modules.roads):
        if not 1 <= token.copies <= 20:
            yield Fault(f"roads[{place}].copies", "out_of_range", "there are 1 to 20 copies of a token")
        if token.sector is not None:
            yield from _numbers(f"roads[{place}].sector", token.sector)
        if not -5 <= token.limit <= 5 or not 0 <= token.overheat <= 5:
            yield Fault(f"roads[{place}]", "out_of_range", "a token changes a limit by 5 at most")
    for place, event in enumerate(modules.events):
        effects = event.effects
        if not 0 <= event.sponsors <= 5 or any(not 0 <= corner <= 20 for corner in event.press):
            yield Fault(f"events[{place}]", "out_of_range", "sponsor cards are 0 to 5, corners 0 to 20")
        yield from _numbers(f"events[{place}].effects", effects)
        if effects.hand_limit and not 4 <= effects.hand_limit <= 10:
            yield Fault(f"events[{place}].effects.hand_limit", "out_of_range", "a hand has 4 to 10 cards")
        if not 1 <= effects.sponsors_per_gain <= 5:
            yield Fault(f"events[{place}].effects.sponsors_per_gain", "out_of_range", "a gain is 1 to 5 cards")
    for place, weather in enumerate(modules.weather):
        yield from _numbers(f"weather[{place}]", weather)
        yield from _numbers(f"weather[{place}].sector", weather.sector)
        if weather.heat_count < 0 or (weather.heat_count > 0) != (weather.heat_to is not None):
            yield Fault(f"weather[{place}].heat_count", "out_of_range", "Heat that starts elsewhere needs a place")


def _numbers(place: str, part: Struct) -> Iterator[Fault]:
    """Judge every number of a part: cards, Heat, laps, points and speeds alike."""
    for name in part.__struct_fields__:
        value = getattr(part, name)
        numbers = value if isinstance(value, tuple) else (value,)
        if any(isinstance(number, int) and not -MOST_NUMBER <= number <= MOST_NUMBER for number in numbers):
            yield Fault(f"{place}.{name}", "out_of_range", f"a number of a card is -{MOST_NUMBER} to {MOST_NUMBER}")


def _read(name: str, kind: Any) -> Any:
    return msgspec.json.decode(files("engine.heat").joinpath(f"data/{name}.json").read_bytes(), type=kind)


@cache
def base_modules() -> Modules:
    """The modules that ship with the engine."""
    modules = Modules(
        _read("weather", tuple[Weather, ...]), _read("roads", tuple[Token, ...]), _read("events", tuple[EventCard, ...])
    )
    if faults := modules_faults(modules):
        raise Broken("modules", faults)
    return modules

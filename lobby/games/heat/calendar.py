"""The championship that is to be raced in a room: its calendar as the host chooses it, and what it becomes when the
room goes racing.

The calendar holds the seed of the championship, so that what is drawn (circuits and events) stays the same from the
moment it was chosen, and only changes with the settings that it depends on. No page shows it.
"""

import secrets
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from engine.heat import RULESETS
from engine.heat.decks import LegendDeck as EngineDeck
from engine.heat.season import (
    Season,
    SeasonContent,
    SeasonSetup,
    Stop,
    all_seasons,
    begin,
    expansions_of,
    random_calendar,
)
from engine.kernel.bounds import Few, Number, SeedText, Word
from engine.kernel.chance import Seed
from engine.kernel.faults import Broken
from lobby.games.heat import championship_faults, circuits, extras
from lobby.models import Room
from lobby.refused import Refused
from races.heat import boxes, catalogue
from races.heat.championships.running import Plan, competitors_of
from races.models import LegendDeck
from races.start import Start

RANDOM = "random"
OWN = "own"
USUAL_RACES = 3
FEWEST_RACES = 2
MOST_RACES = 10


def _new_seed() -> str:
    return secrets.token_hex(32)


class Calendar(Struct, frozen=True, forbid_unknown_fields=True):
    """What a room stores of it, in its column `calendar`."""

    kind: Word
    """A year of the game's own seasons, `RANDOM` or `OWN`."""
    races: Number = USUAL_RACES
    """How many a random one has."""
    stops: Few[Stop] = ()
    """Those of an own list; a stop without laps has as many as its circuit says."""
    events: bool = True
    seed: SeedText = msgspec.field(default_factory=_new_seed)


def years() -> list[str]:
    return [str(year) for year in all_seasons()]


def of_room(room: Room) -> Calendar | None:
    """What is to be raced in a room; None for single races. Raises `Refused` for a calendar that makes no sense."""
    if not room.calendar:
        return None
    try:
        return msgspec.convert(room.calendar, Calendar, strict=True)
    except msgspec.ValidationError:
        raise Refused("cannot_start") from None


def stops_of(calendar: Calendar, laps: int, content: SeasonContent) -> tuple[Stop, ...]:
    """The races, in their order. `laps` are those that the room says for every race; 0 is as each circuit says."""
    if calendar.kind == OWN:
        return calendar.stops
    if calendar.kind == RANDOM:
        stops = random_calendar(calendar.races, Seed(calendar.seed), content.tracks)
    else:
        stops = all_seasons()[int(calendar.kind)]
    return tuple([msgspec.structs.replace(stop, laps=laps or None) for stop in stops])


def plan_of(room: Room, calendar: Calendar, starters: Sequence[Start]) -> Plan:
    """What the championship of a room is begun with. Raises `Refused`."""
    chosen, rules = extras.of_room(room), RULESETS[room.rules]
    offered = circuits.on_offer()
    try:
        deck = msgspec.json.decode(catalogue.deck(rules.legend_rows).data, type=EngineDeck)
    except LegendDeck.DoesNotExist:
        raise Refused("cannot_start") from None
    content = SeasonContent(
        tracks=tuple([circuit.track for circuit in offered]),
        rules=rules,
        legends=deck,
        cards=boxes.cards(),
        modules=chosen.modules(boxes.modules()),
    )
    try:
        stops = stops_of(calendar, room.laps, content)
    except Broken as fault:
        raise championship_faults.refused(fault) from fault
    kept = rules.championship_draft == "one_kept_each_race"
    extras.must_last(chosen, sum(not starter.legend for starter in starters), len(stops), kept=kept)
    named = expansions_of(stops, content.modules.events) if calendar.events else ()
    setup = SeasonSetup(
        calendar=stops,
        competitors=competitors_of(starters),
        garage=bool(chosen.garage),
        tiers=chosen.tiers or SeasonSetup.__struct_defaults__[0],
        expansions=tuple(sorted({*chosen.expansions, *named})),
        weather=bool(chosen.weather),
        roads=chosen.roads,
        events=calendar.events,
        mulligan=room.mulligan,
    )
    by_track = {circuit.track.id: circuit.pk for circuit in offered}
    if any(stop.track not in by_track for stop in stops):
        raise Refused("no_circuit", championship_faults.REASONS["unknown_track"])
    return Plan(
        content=content,
        setup=setup,
        tracks=[by_track[stop.track] for stop in stops],
        room=room.code,
        watching=room.watching,
        seed=Seed(calendar.seed),
    )


def season_of(plan: Plan) -> Season:
    """The season of a plan before its first race. Raises `Refused` with what is wrong first."""
    try:
        return begin(plan.content, plan.setup, plan.seed)
    except Broken as fault:
        raise championship_faults.refused(fault) from fault

"""Where a championship races, and under which events: seasons by year, random ones, and custom ones."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec
from msgspec import Struct

from engine.heat.content import MOST_LAPS
from engine.heat.modules import EventCard
from engine.heat.tracks import Track
from engine.kernel.bounds import Few, Label, Number, Word
from engine.kernel.chance import TABLE, Seed, derive, shuffle
from engine.kernel.faults import Broken, Fault

PRINTED = "base"
"""The expansion of everything that needs none."""


class Stop(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One race of a calendar."""

    track: Label
    event: Word = ""
    """The event of the race. If none is named, it is drawn, and stays secret until its race."""
    laps: Number | None = None
    """So many laps, before the event changes them; None is as many as the track says."""


class Year(Struct, frozen=True, forbid_unknown_fields=True):
    """A season that comes with the game."""

    year: Number
    races: Few[Stop]


@cache
def all_seasons() -> Mapping[int, tuple[Stop, ...]]:
    """The calendars that come with the game, by year."""
    data = files("engine.heat").joinpath("data/seasons.json").read_bytes()
    return MappingProxyType({one.year: one.races for one in msgspec.json.decode(data, type=tuple[Year, ...])})


def expansions_of(calendar: Sequence[Stop], events: Sequence[EventCard]) -> tuple[str, ...]:
    """The expansions without which a calendar's events cannot be played."""
    named = {stop.event for stop in calendar}
    return tuple(sorted({event.expansion for event in events if event.id in named} - {PRINTED}))


def random_calendar(races: int, seed: Seed, tracks: Sequence[Track]) -> tuple[Stop, ...]:
    """So many different tracks, in an order that the seed tells. The events are drawn by the season itself."""
    if not 1 <= races <= len(tracks):
        text = f"there are {len(tracks)} tracks, so a random season has 1 to {len(tracks)} races, not {races}"
        raise Broken("calendar", (Fault("calendar", "wrong_count", text),))
    names = shuffle(derive(seed, "calendar"), TABLE, 0, sorted(track.id for track in tracks))
    return tuple(Stop(name) for name in names[:races])


def laps_of(stop: Stop, track: Track, event: EventCard | None) -> int:
    """How many laps the race has, its event included."""
    return (track.laps if stop.laps is None else stop.laps) + (event.effects.laps if event else 0)


def can_race(stop: Stop, track: Track, event: EventCard | None) -> bool:
    """Whether the event leaves a race on the track: at least one lap, and not too many."""
    return 1 <= laps_of(stop, track, event) <= MOST_LAPS


def events_in_use(events: Sequence[EventCard], expansions: Sequence[str]) -> tuple[EventCard, ...]:
    """The events that can be drawn."""
    return tuple(event for event in events if event.expansion in (PRINTED, *expansions))


def draw_events(
    calendar: Sequence[Stop], tracks: Mapping[str, Track], events: Sequence[EventCard], seed: Seed
) -> tuple[str, ...]:
    """The event of each race: those that are named, the others drawn. All differ, and each leaves a race.

    Empty for races that find none; `calendar_faults` tells of them.
    """
    named = {stop.event for stop in calendar}
    order = [event for event in events if event.id not in named]
    order = list(shuffle(derive(seed, "events"), TABLE, 0, order))
    taken: dict[str, int] = {}

    def place(number: int, tried: set[str]) -> bool:
        """Give a race the first event that fits; the race that has it already gets another, if there is one."""
        for event in order:
            if event.id in tried or not can_race(calendar[number], tracks[calendar[number].track], event):
                continue
            tried.add(event.id)
            if event.id not in taken or place(taken[event.id], tried):
                taken[event.id] = number
                return True
        return False

    for number, stop in enumerate(calendar):
        if not stop.event:
            place(number, set())
    drawn = {number: event for event, number in taken.items()}
    return tuple(stop.event or drawn.get(number, "") for number, stop in enumerate(calendar))


def calendar_faults(
    calendar: Sequence[Stop],
    tracks: Mapping[str, Track],
    events: Sequence[EventCard],
    expansions: Sequence[str],
    with_events: bool,
) -> Iterator[Fault]:
    """Everything that keeps a calendar from being raced."""
    if not 1 <= len(calendar) <= len(tracks):
        text = f"there are {len(tracks)} tracks, so a season has 1 to {len(tracks)} races, not {len(calendar)}"
        yield Fault("calendar", "wrong_count", text)
    cards = {event.id: event for event in events}
    named = [stop.event for stop in calendar]
    sound = True
    for number, stop in enumerate(calendar):
        place = f"calendar[{number}]"
        track, event = tracks.get(stop.track), cards.get(stop.event) if with_events else None
        if track is None:
            yield Fault(f"{place}.track", "unknown_track", f"there is no track “{stop.track[:40]}”")
            sound = False
        if stop.event and stop.event not in cards:
            yield Fault(f"{place}.event", "unknown_event", f"there is no event “{stop.event[:40]}”")
        if stop.event and stop.event in named[:number]:
            yield Fault(f"{place}.event", "twice", f"“{stop.event[:40]}” is the event of an earlier race already")
        if event is not None and event.expansion not in (PRINTED, *expansions):
            text = f"“{event.id}” belongs to {event.expansion}, which is not in use"
            yield Fault(f"{place}.event", "expansion_off", text)
        if track is not None and not can_race(stop, track, event):
            text = f"this leaves {laps_of(stop, track, event)} laps; a race has 1 to {MOST_LAPS}"
            yield Fault(f"{place}.laps", "no_race", text)
    if sound and with_events:
        found = draw_events(calendar, tracks, events_in_use(events, expansions), Seed("00" * 16))
        for number, name in enumerate(found):
            if not name:
                yield Fault(f"calendar[{number}].event", "no_event", "no event is left that can be drawn for this race")

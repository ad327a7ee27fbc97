"""How long a race takes, about, as its settings are: from a table of measured minutes, which tests/load/lengths.py
makes."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from math import prod
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from engine.heat import RULESETS, Track
from engine.heat.season import SeasonContent, Stop, all_seasons
from engine.heat.season.calendar import laps_of
from engine.kernel.faults import Broken
from lobby.forms import AloneForm, SettingsForm
from lobby.games.heat import calendar, circuits, evenings
from lobby.games.heat.circuits import Circuit
from lobby.models import MOST_PLAYERS, Room
from lobby.refused import Refused
from races.heat import boxes
from races.heat.extras import DRAWN, Extras


class Lengths(Struct, frozen=True, forbid_unknown_fields=True):
    """What was measured."""

    pace: dict[str, tuple[float, ...]]
    """By rule set, for one person, two, three and so on: minutes for a hundred spaces, bots in the other cars."""
    factors: dict[str, dict[str, float]]
    """By rule set and extra: how many times as long a race takes with it alone."""
    evenings: dict[str, dict[str, float]]
    """By rule set and ready-made race: how many times as long it takes with all that it brings."""
    drafts: dict[str, tuple[float, ...]]
    """By the way of drafting, for one person, two and so on: minutes before the first round."""


LAP_DIGITS = 2
"""Longer numbers of laps are nothing that a form offers."""
USUAL_PEOPLE = 4
"""For so many a race is reckoned that more people are still to join."""


class Length(NamedTuple):
    """Minutes: so many for each hundred spaces of road, and so many before the start."""

    pace: float
    before: float

    def minutes(self, spaces: int) -> int:
        """For so many spaces, laps included."""
        return max(1, round(self.pace * spaces / 100 + self.before))

    def beyond(self, other: "Length") -> "Length":
        """What it takes beyond the other one."""
        return Length(self.pace - other.pace, self.before - other.before)

    def more(self, spaces: int) -> int:
        """For what is beyond another length: to the minute."""
        return max(0, round(self.pace * spaces / 100 + self.before))


@cache
def measured() -> Lengths:
    return msgspec.json.decode(Path(__file__).with_name("lengths.json").read_bytes(), type=Lengths)


def length(rules: str, people: int, extras: Extras) -> Length:
    """How long a race takes with so many people."""
    table = measured()
    pace = table.pace[rules]
    at = min(max(people, 1), len(pace)) - 1
    return Length(pace[at] * factor(rules, extras), table.drafts[extras.garage][at] if extras.garage else 0)


def factor(rules: str, extras: Extras) -> float:
    """How many times as long a race takes with these extras: as measured for those of a ready-made race, else each
    extra by itself."""
    table = measured()
    ready = next((one.id for one in evenings.EVENINGS if one.extras == extras), "")
    if ready in table.evenings[rules]:
        return table.evenings[rules][ready]
    return prod(found for name, found in table.factors[rules].items() if getattr(extras, name))


def of_season(stops: Sequence[Stop], offered: Mapping[str, Track], rules: str, people: int, extras: Extras) -> Length:
    """How long a championship takes whose events are named."""
    each = length(rules, people, extras)
    events = {event.id: event for event in boxes.modules().events}
    draft = each.before
    if extras.garage and RULESETS[rules].championship_draft != "full_each_race":
        draft = measured().drafts["one"][min(max(people, 1), MOST_PLAYERS) - 1]
    tracks = [offered[stop.track] for stop in stops]
    spaces = sum(
        track.length * laps_of(stop, track, events.get(stop.event)) for stop, track in zip(stops, tracks, strict=True)
    )
    return Length(0, each.pace * spaces / 100 + draft * len(stops))


def of_room(room: Room, circuit: Circuit | None, people: int, extras: Extras) -> int:
    """The minutes of what a room is set up for; 0 where that cannot be raced."""
    try:
        chosen = calendar.of_room(room)
    except Refused:
        return 0
    if chosen is None:
        laps = room.laps or (circuit.track.laps if circuit else 0)
        return length(room.rules, people, extras).minutes(laps * circuit.track.length) if circuit else 0
    offered = {one.track.id: one.track for one in circuits.on_offer()}
    try:
        stops = calendar.stops_of(chosen, room.laps, SeasonContent(tracks=tuple(offered.values())))
        return of_season(stops, offered, room.rules, people, extras).minutes(0)
    except (Broken, KeyError):
        return 0


def people_of(form: SettingsForm | AloneForm) -> int:
    """For how many people a form is filled in."""
    if not isinstance(form, SettingsForm):
        return 1
    here = form.instance.members.exclude(visitor="").count() if form.instance.pk else 0
    return max(USUAL_PEOPLE, here)


class Told(NamedTuple):
    """A number of minutes, and how a page reckons it anew when track, laps or rules are changed."""

    minutes: int
    data: str
    """By rule set: minutes for a hundred spaces, and minutes before the start."""
    laps: int
    """How many laps it is for; 0: as many as the form says."""


class Evening(NamedTuple):
    """A ready-made race, and how long it takes."""

    of: evenings.Evening
    length: Told


def of_evenings(offered: Sequence[Circuit], circuit: Circuit | None, rules: str, people: int) -> list[Evening]:
    """The ready-made races that can be raced on the circuits on offer."""
    tracks = {one.track.id: one.track for one in offered}
    found = []
    for one in evenings.EVENINGS:
        if not one.season:
            found.append(Evening(one, _told(circuit, rules, people, one.extras, one.laps)))
            continue
        stops = all_seasons()[int(one.season)]
        if all(stop.track in tracks for stop in stops):
            long = {name: of_season(stops, tracks, name, people, one.extras) for name in measured().pace}
            found.append(Evening(one, _as_told(long, rules, one.laps)))
    return found


def of_extras(circuit: Circuit | None, rules: str, people: int, laps: str) -> dict[str, Told]:
    """By extra: how many minutes it adds to a race that has no other."""
    long = int(laps) if laps.isdecimal() and len(laps) <= LAP_DIGITS else 0
    alone = {
        "garage": Extras(garage="rounds"),
        "weather": Extras(weather=DRAWN),
        "roads": Extras(roads=True),
        "sponsors": Extras(sponsors=True),
    }
    return {name: _told(circuit, rules, people, one, long, beyond=Extras()) for name, one in alone.items()}


def _told(
    circuit: Circuit | None, rules: str, people: int, chosen: Extras, laps: int, beyond: Extras | None = None
) -> Told:
    spaces = circuit.track.length * (laps or circuit.track.laps) if circuit else 0
    found = {name: length(name, people, chosen) for name in measured().pace}
    if beyond is not None:
        found = {name: one.beyond(length(name, people, beyond)) for name, one in found.items()}
        return _as_told(found, rules, laps)._replace(minutes=_of(found, rules).more(spaces))
    return _as_told(found, rules, laps, spaces)


def _as_told(found: Mapping[str, Length], rules: str, laps: int, spaces: int = 0) -> Told:
    data = {name: [round(one.pace, 2), round(one.before, 2)] for name, one in found.items()}
    return Told(_of(found, rules).minutes(spaces), json.dumps(data), laps)


def _of(found: Mapping[str, Length], rules: str) -> Length:
    return found.get(rules) or next(iter(found.values()))

"""How long a race takes, about, as its settings are: from a table of measured minutes, which tests/load/lengths.py
makes."""

import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
from msgspec import Struct

from lobby.forms import AloneForm, SettingsForm
from lobby.games.heat import evenings
from lobby.games.heat.circuits import Circuit
from races.heat.extras import DRAWN, Extras


class Lengths(Struct, frozen=True, forbid_unknown_fields=True):
    """What was measured."""

    pace: dict[str, tuple[float, ...]]
    """By rule set, for one person, two, three and so on: minutes for a hundred spaces, bots in the other cars."""
    factors: dict[str, dict[str, float]]
    """By rule set and extra: how many times as long a race takes with it."""
    drafts: dict[str, tuple[float, ...]]
    """By the way of drafting, for one person, two and so on: minutes before the first round."""


USUAL_PEOPLE = 4
"""For so many a race is reckoned that more people are still to join."""


class Length(NamedTuple):
    """Minutes: so many for each hundred spaces of road, and so many before the start."""

    pace: float
    before: float

    def minutes(self, spaces: int) -> int:
        """For so many spaces, laps included; a race of more than a quarter of an hour to five minutes."""
        exact = self.pace * spaces / 100 + self.before
        return round(exact / 5) * 5 if exact > 15 else max(1, round(exact))

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
    long = pace[at]
    for name, factor in table.factors[rules].items():
        if getattr(extras, name):
            long *= factor
    return Length(long, table.drafts[extras.garage][at] if extras.garage else 0)


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


def of_evenings(circuit: Circuit | None, rules: str, people: int) -> list[Evening]:
    return [Evening(one, _told(circuit, rules, people, one.extras, one.laps)) for one in evenings.EVENINGS]


def of_extras(circuit: Circuit | None, rules: str, people: int, laps: str) -> dict[str, Told]:
    """By extra: how many minutes it adds to a race that has no other."""
    long = int(laps) if laps.isdecimal() else 0
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
    now = found.get(rules) or next(iter(found.values()))
    data = {name: [round(one.pace, 2), one.before] for name, one in found.items()}
    return Told(now.minutes(spaces) if beyond is None else now.more(spaces), json.dumps(data), laps)

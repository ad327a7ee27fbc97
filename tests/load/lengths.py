"""How long races take that can be set up in a room: what the site tells hosts, measured as tests.load.evening does.

python -m tests.load.lengths > lobby/games/heat/lengths.json

Races of six cars (of as many as there are people, if these are more) on five circuits give the pace; bots take the
other cars. What an extra adds is measured with each extra alone, and what a ready-made race adds with all of its extras
at once, both with four people.
"""

import os
import statistics
import sys
from typing import Any

import django
import msgspec

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heatsite.settings")
django.setup()

from engine.heat import RULESETS, all_tracks  # noqa: E402
from lobby.games.heat.evenings import EVENINGS  # noqa: E402
from lobby.games.heat.lengths import Lengths  # noqa: E402
from lobby.models import MOST_PLAYERS  # noqa: E402
from races.heat import presets  # noqa: E402
from races.heat.extras import DRAWN, TAKEN, Extras  # noqa: E402
from tests.load.evening import Evening, People, evenings_of  # noqa: E402

CARS = 6
SEEDS = range(4)
TRACKS = ("usa", "italia", "japan", "mexico", "deutschland")
SOME = 4
"""People at the table while an extra is measured."""
PEOPLE = People(plan=True, changes=0.1, presets=list(presets.DEFAULTS))

ALONE = {
    "garage": Extras(garage="random"),
    "weather": Extras(weather=DRAWN),
    "roads": Extras(roads=True),
    "sponsors": Extras(sponsors=True),
}


DRAFTS = (*filter(None, TAKEN), "one")
"""The ways to draft, that of a championship under the Board rules among them."""


def races(rules: str, people: int, extras: Extras, track: str, laps: int) -> list[Evening]:
    cars = max(CARS, people)
    return evenings_of(track, rules, laps, cars, cars - people, extras, SEEDS, PEOPLE)


def pace(rules: str, people: int, extras: Extras) -> float:
    """Minutes for a hundred spaces, without the draft."""
    return statistics.mean(
        (one.seconds - one.draft) / 60 * 100 / (track.laps * track.length)
        for track in map(all_tracks().__getitem__, TRACKS)
        for one in races(rules, people, extras, track.id, track.laps)
    )


def draft(way: Any, people: int) -> float:
    """Minutes before the first round."""
    return statistics.mean(one.draft / 60 for one in races("standard", people, Extras(garage=way), "usa", laps=1))


def measured() -> Lengths:
    plain = {rules: [pace(rules, people, Extras()) for people in range(1, MOST_PLAYERS + 1)] for rules in RULESETS}
    more = {
        rules: {name: pace(rules, SOME, extras) / plain[rules][SOME - 1] for name, extras in ALONE.items()}
        for rules in RULESETS
    }
    ready = {
        rules: {
            one.id: pace(rules, SOME, one.extras) / plain[rules][SOME - 1] for one in EVENINGS if one.extras != Extras()
        }
        for rules in RULESETS
    }
    drafts = {way: [draft(way, people) for people in range(1, MOST_PLAYERS + 1)] for way in DRAFTS}
    return Lengths(
        pace={rules: tuple(round(one, 2) for one in minutes) for rules, minutes in plain.items()},
        factors=rounded(more),
        evenings=rounded(ready),
        drafts={garage: tuple(round(one, 1) for one in minutes) for garage, minutes in drafts.items()},
    )


def rounded(factors: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    return {rules: {name: round(one, 3) for name, one in some.items()} for rules, some in factors.items()}


def main() -> None:
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(measured()), indent=1).decode() + "\n")


if __name__ == "__main__":
    main()

"""The races of a load test, in a database of their own: `python -m tests.load.grid --rooms 20` prints them as JSON.

The clients' process reads that and knows nothing of Django.
"""

import argparse
import os
import sys
from typing import TYPE_CHECKING, Any

import django
import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from races.models import Race

BOTS_A_RACE = 5
"""Champions race in fives."""


class Place(Struct, frozen=True):
    """How a seat is taken: by a program with its token, or by a page with its cookie."""

    token: str
    cookie: str


class Room(Struct, frozen=True):
    """A race, its key and code, and the places of those who are to drive in it."""

    race: int
    code: str
    places: tuple[Place, ...]


def fill(
    rooms: int, drivers: int, laps: int, champions: int, game: str = "heat", everything: bool = False
) -> list[Room]:
    """Races for so many rooms; and beside them so many champions, who start as soon as the server does."""
    from django.core.management import call_command

    from heatsite import visitors
    from lobby.games.heat.evenings import EVENINGS
    from races import tokens
    from races.models import Seat
    from races.start import Start
    from tests.races.factories import COLOURS, make_race

    call_command("migrate", verbosity=0)
    call_command("loaddata", "tracks", "legend_decks", verbosity=0)
    for _ in range(champions // BOTS_A_RACE):
        grid = [
            Start(name=colour.title(), colour=colour, number=number, bot="champion")
            for number, colour in enumerate(COLOURS[:BOTS_A_RACE], start=1)
        ]
        make_race(starters=grid, laps=laps)
    made = []
    evening = next(one for one in EVENINGS if one.id == ("everything" if everything else "plain"))
    terms: dict[str, Any] = {"extras": evening.extras}
    for room in range(rooms):
        names = [f"driver{room}x{seat}" for seat in range(drivers)]
        race = make_race(*names, laps=laps, clock=0, **terms) if game == "heat" else match_of(game, names, laps)
        seats = Seat.objects.filter(race=race).order_by("number")
        places = tuple(Place(tokens.make(seat), f"{visitors.COOKIE}={visitors.sign(seat.visitor)}") for seat in seats)
        made.append(Room(race.pk, race.code, places))
    return made


def match_of(game: str, names: list[str], laps: int) -> "Race":
    """A match of another game: of one round of cards where one lap is to be raced, else to 500 points."""
    from engine import henhur, lastcard
    from races.start import Terms, open_table
    from tests.races.factories import drivers

    terms = Terms(rules="standard" if game == "lastcard" else "", host=names[0], clock=0)
    if game == "lastcard":
        target = 0 if laps == 1 else 500
        return open_table(game, lastcard.Content(), lastcard.Setup(len(names), target=target), drivers(*names), terms)
    return open_table(game, henhur.base_content(), henhur.Setup(len(names)), drivers(*names), terms)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--drivers", type=int, default=6)
    parser.add_argument("--laps", type=int, default=3)
    parser.add_argument("--champions", type=int, default=0)
    parser.add_argument("--game", default="heat", choices=("heat", "lastcard", "henhur"))
    parser.add_argument("--everything", action="store_true", help="with garage, weather, roads and sponsors")
    given = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heatsite.settings")
    django.setup()
    rooms = fill(given.rooms, given.drivers, given.laps, given.champions, given.game, given.everything)
    sys.stdout.buffer.write(msgspec.json.encode(rooms))


if __name__ == "__main__":
    main()

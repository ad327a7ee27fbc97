"""The races of a chaos run, made and afterwards read in a process of its own, which is the only part that knows Django:

python -m tests.chaos.tables make 50 7     races, as JSON: code, game, clock, and who drives by what
python -m tests.chaos.tables read          what the database holds of them, as JSON
"""

import os
import sys
from random import Random
from typing import TYPE_CHECKING, Any

import django
import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from races.models import Race

PAGES = 0.15
"""The share of races that are driven from pages; the others are driven by programs."""
CLOCKED = 0.25
"""The share of races with a clock of a second or two."""
WITH_BOTS = 0.1
ALONE = 0.5
"""The share of races with one person; in the others there are two."""


class Seat(Struct, frozen=True):
    """A seat with what opens it: a cookie for a page, a token for a program."""

    number: int
    cookie: str
    token: str


class Table(Struct, frozen=True):
    """A race, and its people."""

    race: int
    code: str
    game: str
    clock: int
    pages: bool
    seats: tuple[Seat, ...]


class Stored(Struct, frozen=True):
    """An entry of the record as the database has it."""

    race: int
    seq: int
    seat: int
    id: str
    command: str


class Truth(Struct, frozen=True):
    """What is left after a run."""

    entries: tuple[Stored, ...]
    ended: tuple[int, ...]
    """The keys of the races that are over."""
    unreadable: tuple[str, ...]


def make(count: int, seed: str) -> list[Table]:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("loaddata", "tracks", "legend_decks", verbosity=0)
    dice = Random(seed)
    return [make_table(number, dice) for number in range(count)]


def make_table(number: int, dice: Random) -> Table:
    from heatsite import visitors
    from races import tokens
    from races.models import Seat as Row
    from races.start import Start
    from tests.load.grid import match_of
    from tests.races.factories import drivers, make_race

    game = dice.choices(("heat", "henhur", "lastcard"), (8, 1, 1))[0]
    alone = game == "heat" and dice.random() < ALONE
    names = [f"driver{number}x{seat}" for seat in range(1 if alone else 2)]
    clock = dice.choice((1, 2)) if game == "heat" and dice.random() < CLOCKED else 0
    race: Race
    if game == "heat":
        starters = drivers(*names)
        if dice.random() < WITH_BOTS:
            starters.append(Start(name="Bot", colour="white", number=9, bot="cautious"))
        laps = dice.choice((1, 2, 3, 3))
        race = make_race(starters=starters, laps=laps, clock=clock, host=names[0], veiled=True)
    else:
        race = match_of(game, names, 3)
    rows = Row.objects.filter(race=race, kind=Row.Kind.DRIVER).order_by("number")
    pages = game == "heat" and dice.random() < PAGES
    seats = [
        Seat(row.number, f"{visitors.COOKIE}={visitors.sign(row.visitor)}", "" if pages else tokens.make(row))
        for row in rows
    ]
    return Table(race.pk, race.code, game, clock, pages, tuple(seats))


def read() -> Truth:
    from races import scenes
    from races.models import Entry, Race

    rows = Entry.objects.order_by("race", "seq").values_list("race", "seq", "seat", "command_id", "command")
    unreadable = []
    for pk, code in Race.objects.values_list("pk", "code"):
        try:
            scenes.load(pk)
        except scenes.Unreadable:
            unreadable.append(code)
    ended = Race.objects.exclude(ended=None).values_list("pk", flat=True)
    return Truth(tuple(Stored(*row) for row in rows), tuple(ended), tuple(unreadable))


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heatsite.settings")
    django.setup()
    told: Any = make(int(sys.argv[2]), sys.argv[3]) if sys.argv[1] == "make" else read()
    sys.stdout.buffer.write(msgspec.json.encode(told))


if __name__ == "__main__":
    main()

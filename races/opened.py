"""A record that was downloaded here, opened again: a race that is over already, to be looked at like any other.

Everything in it comes from outside. It is read strictly, by the types of its game, and played again before anything is
stored; what this site cannot read or play is refused with a code.
"""

from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

import engine
from engine.kernel.chance import Seed
from engine.kernel.commands import Command
from engine.kernel.faults import Broken
from engine.kernel.records import Entry, Record, encode, verify, verify_events
from races import codes, models, places, registry
from races.games import AnyTableGame
from races.models import Race, Seat, TrackVersion
from races.parts.chips import LIVERIES

LARGEST = 2_500_000
"""Bytes of a record: a long race of twelve has about one million. The server takes no longer request than a little more
(`heatsite.requests`)."""
MOST_ENTRIES = 6_000
LONGEST_NAME = 40


class NotOpened(Exception):
    """Why a file is not opened, by a code: `broken`, `foreign`, `newer`, `unfinished`, `too_large`."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


class _Entry(msgspec.Struct):
    command: msgspec.Raw
    events: msgspec.Raw


class _Seat(msgspec.Struct):
    """Who drove; what of it is missing or unheard of is made up."""

    name: str = ""
    colour: str = ""
    number: int = 0
    kind: str = ""


class _File(msgspec.Struct):
    game: str
    engine: str
    content: msgspec.Raw
    setup: msgspec.Raw
    seed: str
    entries: list[_Entry]
    seats: list[_Seat] = []
    position: msgspec.Raw = msgspec.Raw()


def open_record(data: bytes, visitor: str) -> Race:
    """Store a record as a race that only this visitor may look at. Raises `NotOpened`."""
    if len(data) > LARGEST:
        raise NotOpened("too_large")
    try:
        file = msgspec.json.decode(data, type=_File)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise NotOpened("broken") from None
    if file.game not in registry.GAMES:
        raise NotOpened("foreign")
    if _newer(file.engine):
        raise NotOpened("newer")
    if len(file.entries) > MOST_ENTRIES or len(file.seed) > 128:
        raise NotOpened("too_large")
    try:
        table_game: AnyTableGame = registry.part(file.game, "table_game").bind(bytes(file.content))
        entries = tuple(_entry(table_game, one) for one in file.entries)
        setup, seed = table_game.read_setup(bytes(file.setup).decode()), Seed(file.seed)
        record: Record[Any, Any, Any, Any, Any] = Record(
            game=file.game,
            engine=file.engine,
            content=table_game.game.content,
            setup=setup,
            seed=seed,
            entries=entries,
            position=table_game.read_position(bytes(file.position), setup, seed) if file.position else None,
        )
        state = (verify if file.engine == engine.__version__ else verify_events)(table_game.game, record)
        over = not table_game.game.awaiting(state)
    except (Broken, msgspec.DecodeError, UnicodeError, RecursionError):
        raise NotOpened("broken") from None
    except Exception as fault:  # a file may claim anything: this is the border
        raise NotOpened("broken") from fault
    if not over:
        raise NotOpened("unfinished")
    return _stored(file, table_game, record, state, visitor)


def _newer(version: str) -> bool:
    """Whether another version of the engine is a later one than this; one that is no number is."""
    parts = [version.split("."), engine.__version__.split(".")]
    if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts[0]):
        raise NotOpened("broken")
    return [int(part) for part in parts[0]] > [int(part) for part in parts[1]]


def _entry(table_game: AnyTableGame, one: _Entry) -> Entry[Command[object], object]:
    command = bytes(one.command).decode()
    events = table_game.read_events(bytes(one.events).decode())
    return Entry(None if command == "null" else table_game.read_command(command), events)


def _stored(
    file: _File, table_game: AnyTableGame, record: Record[Any, Any, Any, Any, Any], state: object, visitor: str
) -> Race:
    game = table_game.game
    track = getattr(record.content, "track", None)
    version = TrackVersion.objects.filter(track__slug=track.id, name=track.name).last() if track else None
    if track and version is None:
        raise NotOpened("foreign")
    now = timezone.now()
    with transaction.atomic():
        content, _ = models.Content.objects.get_or_create(
            digest=game.digest, defaults={"game": file.game, "data": encode(record.content).decode()}
        )
        race = Race.objects.create(
            code=codes.unused(Race.objects, 8),
            host=visitor,
            game=file.game,
            track=version,
            content=content,
            engine=file.engine,
            setup=encode(record.setup).decode(),
            seed=record.seed,
            laps=getattr(record.setup, "laps", 0),
            rules=getattr(getattr(record.content, "rules", None), "name", ""),
            watching=Race.Watching.NOBODY,
            version=len(record.entries) - 1,
            revision=len(record.entries) - 1,
            state=game.encode(state).decode(),
            running=False,
            opened=True,
            ended=now,
        )
        if record.position is not None:
            models.Position.objects.create(race=race, state=game.encode(record.position).decode())
        count = len(game.places(game.view(state, None)))
        Seat.objects.bulk_create(_seat(race, number, file.seats, record) for number in range(count))
        models.Entry.objects.bulk_create(
            models.Entry(
                race=race,
                seq=seq,
                seat=getattr(entry.command, "seat", -1),
                command_id=f"{seq}",
                command=encode(entry.command).decode() if entry.command else "",
                events=encode(entry.events).decode(),
                accepted=now,
            )
            for seq, entry in enumerate(record.entries)
        )
        places.keep(race, table_game, state)
    return race


def _seat(race: Race, number: int, told: list[_Seat], record: Record[Any, Any, Any, Any, Any]) -> Seat:
    one = told[number] if number < len(told) else _Seat()
    colours = tuple(LIVERIES)
    entrants = getattr(record.setup, "entrants", ())
    legend = getattr(entrants[number], "legend", None) or "" if number < len(entrants) else ""
    kind = one.kind if one.kind in (Seat.Kind.DRIVER, Seat.Kind.BOT) else Seat.Kind.BOT
    name = "".join(sign for sign in one.name if sign.isprintable())[:LONGEST_NAME].strip()
    return Seat(
        race=race,
        number=number,
        kind=Seat.Kind.LEGEND if legend else kind,
        name=name or f"{number + 1}",
        colour=one.colour if one.colour in LIVERIES else colours[number % len(colours)],
        car_number=one.number if 0 < one.number < 100 else number + 1,
        legend=legend,
    )

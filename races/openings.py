"""Records that visitors open from a file: they wait for their turn, are read in another process, and are stored as
races that are over, each for its visitor alone."""

import secrets
import zlib
from datetime import datetime, timedelta

import msgspec
from django.db import DataError, IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from races import codes, contents, turns
from races.models import Opening, Position, Race, Reel, Seat, TrackVersion
from races.opened import NotOpened, Opened, OpenedSeat
from races.parts.chips import LIVERIES
from races.statements import statements

MOST_WAITING = 40
"""Files that may wait on the whole site: each has up to 2.5 MB."""
MOST_AT_ALL = 120
"""Beyond those, an address of which no file waits may add one: a few addresses cannot fill the queue for all others."""
MOST_WAITING_OF_ADDRESS = 10
"""Files that may wait from one address."""
MOST_WAITING_OF_ONE = 3
"""And so many of them from one visitor."""
FORGOTTEN = timedelta(hours=1)
"""After so long a visitor who has not come back hears no more of what was wrong with a file."""
LONGEST_NAME = 40

_found: "msgspec.json.Decoder[Opened | str]" = msgspec.json.Decoder(Opened | str)


class TooMany(Exception):
    """Too many files wait already."""


def waiting() -> QuerySet[Opening]:
    """Return the files that are still to be read, the one that a process reads among them."""
    return Opening.objects.filter(race=None, failed="")


def ask(data: bytes, visitor: str, address: str = "") -> Opening:
    """Put a file into the queue. `address` is a keyed hash of the network address of the visitor. Raises `TooMany`."""
    queue = waiting()
    from_here = queue.filter(address=address).count() if address else 0
    if (
        queue.filter(visitor=visitor).count() >= MOST_WAITING_OF_ONE
        or from_here >= MOST_WAITING_OF_ADDRESS
        or queue.count() >= (MOST_WAITING if from_here or not address else MOST_AT_ALL)
    ):
        raise TooMany
    # Compressed: a transaction of megabytes holds up all others, and text of this kind shrinks to a tenth.
    packed = zlib.compress(data, level=1)
    return Opening.objects.create(key=secrets.token_urlsafe(16), visitor=visitor, address=address, data=packed)


def before(opening: Opening) -> int:
    """Return how many files came earlier and still wait."""
    return waiting().filter(pk__lt=opening.pk).count()


def claim(now: datetime | None = None) -> Opening | None:
    """Return the file whose turn it is, taken in hand; None where none waits."""
    now = now or timezone.now()
    queue = turns.next_of(waiting().only("pk", "address", "visitor", "lease", "tries"), now)
    mine = next((one for one in queue if turns.take(one, now)), None)
    return None if mine is None else turns.held(mine).first()


def finish(opening: Opening, answer: bytes) -> None:
    """Store what came of a file: a race, or the code of why there is none."""
    found = _found.decode(answer)
    code = found if isinstance(found, str) else _store_for(opening, found)
    if code:
        turns.held(opening).update(failed=code, data=b"", lease=None)


def _store_for(opening: Opening, found: Opened) -> str:
    """Store a record for its visitor, unless its file is gone: then they were forgotten. Return why it cannot be."""
    try:
        with transaction.atomic():
            if turns.held(opening).select_for_update().values_list("pk", flat=True).first() is None:
                return ""
            race = store(found, opening.visitor)
            turns.held(opening).update(race=race, data=b"", lease=None)
    except NotOpened as fault:
        return fault.code
    except (DataError, IntegrityError):  # a file may hold what no column takes: this is the border
        return "broken"
    return ""


def tidy(now: datetime) -> None:
    """Delete what came of files that led to no race, and the addresses that count no more."""
    Opening.objects.filter(race=None, asked__lte=now - FORGOTTEN).delete()
    turns.forget_addresses(Opening, now)


def store(found: Opened, visitor: str) -> Race:
    """Store a record as a race that only this visitor may look at. Raises `NotOpened` for an unknown circuit."""
    track = None
    if found.track is not None:
        slug, name = found.track
        track = TrackVersion.objects.filter(track__slug=slug, name=name).only("pk").last()
        if track is None:
            raise NotOpened("foreign")
    now = timezone.now()
    with transaction.atomic():
        race = Race.objects.create(
            code=codes.unused(Race.objects, 8),
            host=visitor,
            game=found.game,
            track=track,
            content_id=contents.store(found.digest, found.game, found.content),
            engine=found.engine,
            setup=found.setup,
            seed=found.seed,
            laps=found.laps,
            rules=found.rules,
            watching=Race.Watching.NOBODY,
            version=len(found.entries) - 1,
            revision=len(found.entries) - 1,
            state=found.state,
            running=False,
            opened=True,
            ended=now,
        )
        Reel.objects.create(race=race, data=msgspec.json.encode(found.index).decode())
        if found.position:
            Position.objects.create(race=race, state=found.position)
        Seat.objects.bulk_create(
            _seat(race, number, seat, place)
            for number, (seat, place) in enumerate(zip(found.seats, found.places, strict=True))
        )
        statements().insert_record(race, found.entries, now)
    return race


def _seat(race: Race, number: int, told: OpenedSeat, place: int) -> Seat:
    colours = tuple(LIVERIES)
    kind = told.kind if told.kind in (Seat.Kind.DRIVER, Seat.Kind.BOT) else Seat.Kind.BOT
    name = "".join(sign for sign in told.name if sign.isprintable())[:LONGEST_NAME].strip()
    return Seat(
        race=race,
        number=number,
        kind=Seat.Kind.LEGEND if told.legend else kind,
        name=name or f"{number + 1}",
        colour=told.colour if told.colour in LIVERIES else colours[number % len(colours)],
        car_number=told.number if 0 < told.number < 100 else number + 1,
        legend=told.legend,
        place=place,
    )

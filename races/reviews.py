"""Reviews that viewers ask for: at most so many, computed beside the server's work, and stored once for all.

Which games have them is seen by their module `reviews` (`races.registry`); the others do not offer any.
"""

from collections.abc import Collection
from datetime import datetime

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from msgspec import Raw

from races import registry, turns
from races.models import Position, Race, Review
from races.reviewing import Progress
from races.turns import LEASE, LOST, WITHIN

MOST_OF_ONE = 12
"""So many one visitor may ask for within an hour."""
MOST_OF_ADDRESS = 60
"""So many all visitors behind one address may: a new cookie makes a new visitor."""
MOST_WAITING = 40
"""So many may wait on the whole site: more would wait longer than their askers stay."""
MOST_WAITING_OF_ADDRESS = 20
"""And so many of them from one address."""
MOST_DECISIONS = 300
"""A decision takes about a second. A seat has some 35 in an ordinary race, and 190 in three laps of twelve."""
MOST_DECISIONS_OF_FILE = 200
"""The same in a race from a file."""


class TooMany(Exception):
    """Why a review is not begun now, by a code: `too_many_reviews`, `reviews_busy`."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


def offered(game: str) -> bool:
    """Whether a game has reviews."""
    return game in registry.named("reviews")


def waiting() -> QuerySet[Review]:
    """The reviews that are still to be computed, the one at which a process is among them."""
    return Review.objects.filter(data="", failed="")


def ask(race: Race, seat: int, visitor: str, address: str = "", now: datetime | None = None) -> Review:
    """The review of a seat; begun if there is none, or if it was lost. `address` is a keyed hash of the network address
    of who asks. Raises `TooMany`."""
    known = Review.objects.filter(race=race, seat=seat).first()
    if known is not None and known.failed != LOST:
        return known
    _must_not_be_too_many(visitor, address, now or timezone.now())
    if known is not None:
        known.delete()
    try:
        with transaction.atomic():
            return Review.objects.create(race=race, seat=seat, visitor=visitor, address=address)
    except IntegrityError:  # pressed twice
        return Review.objects.get(race=race, seat=seat)


def _must_not_be_too_many(visitor: str, address: str, now: datetime) -> None:
    lately = Review.objects.filter(asked__gt=now - WITHIN)
    if lately.filter(visitor=visitor).count() >= MOST_OF_ONE:
        raise TooMany("too_many_reviews")
    if address and lately.filter(address=address).count() >= MOST_OF_ADDRESS:
        raise TooMany("too_many_reviews")
    if address and waiting().filter(address=address).count() >= MOST_WAITING_OF_ADDRESS:
        raise TooMany("reviews_busy")
    if waiting().count() >= MOST_WAITING:
        raise TooMany("reviews_busy")


def claim(other_than: Collection[str] = (), now: datetime | None = None) -> Review | None:
    """Return the review whose turn it is, taken in hand. None where none waits except of addresses that have one in
    hand already."""
    now = now or timezone.now()
    for review in turns.next_of(waiting().select_related("race"), now):
        if review.address in other_than or not turns.take(review, now, done=0):
            continue
        if offered(review.race.game):
            return review
        turns.held(review).update(failed="no_reviews", lease=None)
    return None


def to_compute(review: Review) -> tuple[str, bytes]:
    """Return the package of the review's game, and the record of its race, put together as it is stored: the process of
    reviews reads it. Reading a long one here would hold up the thread of the database."""
    race = review.race
    rows = race.entries.filter(seq__lte=race.version).order_by("seq").values_list("command", "events")
    record: dict[str, object] = {
        "game": race.game,
        "engine": race.engine,
        "content": Raw(race.content.data.encode()),
        "setup": Raw(race.setup.encode()),
        "seed": race.seed,
        "entries": [
            {"command": Raw((command or "null").encode()), "events": Raw(events.encode())} for command, events in rows
        ],
    }
    position = Position.objects.filter(race=race).values_list("state", flat=True).first()
    if position:
        record["position"] = Raw(position.encode())
    return registry.GAMES[race.game], msgspec.json.encode(record)


def most_decisions(race: Race) -> int:
    """Return how many decisions of a seat are looked at in this race."""
    return MOST_DECISIONS_OF_FILE if race.opened else MOST_DECISIONS


def note(review: Review, progress: Progress) -> bool:
    """Keep how far a review is, or what came of it. Return whether there is more to do: nobody else has taken it."""
    columns = {"done": progress.done, "total": progress.total, "lease": timezone.now() + LEASE}
    if progress.is_last:
        columns |= {"data": progress.data, "failed": progress.failed, "lease": None}
    return bool(turns.held(review).update(**columns)) and not progress.is_last

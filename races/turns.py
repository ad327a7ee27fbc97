"""Turns of what waits for the process that reads records and looks back at races.

Addresses take turns, and so do the visitors of an address: nobody waits behind twenty requests of one visitor.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import F, Q, QuerySet

from races.models.queued import Queued

WITHIN = timedelta(hours=1)
LEASE = timedelta(minutes=1)
"""The time after which another process may take a row. A process renews the leases of the rows in its hands."""
TRIES = 3
"""How often something is begun: what ends its process each time would be begun for ever."""
LOST = "lost"

QueuedT = TypeVar("QueuedT", bound=Queued)


def next_of(waiting: QuerySet[QueuedT], now: datetime) -> Sequence[QueuedT]:
    """Return what no process has in hand, in the order of its turns.

    The address that has had least of late comes first, and of its visitors the one that has had least. Of their
    requests the one that waits longest comes first. Requests that were begun too often are given up.
    """
    free = list(waiting.filter(Q(lease=None) | Q(lease__lt=now)))
    if not free:
        return []
    lost = [one.pk for one in free if one.tries >= TRIES]
    if lost:
        waiting.filter(pk__in=lost).update(failed=LOST)
    taken = waiting.model.objects.filter(asked__gt=now - WITHIN, tries__gt=0)
    taken_by = list(taken.values_list("address", "visitor"))
    addresses, visitors = Counter(address for address, _ in taken_by), Counter(visitor for _, visitor in taken_by)
    left = [one for one in free if one.pk not in lost]
    return sorted(left, key=lambda one: (addresses[one.address], visitors[one.visitor]))


def take(row: Queued, now: datetime, **columns: object) -> bool:
    """Take something in hand, and write these columns; false where another process was first."""
    mine = type(row).objects.filter(pk=row.pk, lease=row.lease, tries=row.tries)
    taken = bool(mine.update(lease=now + LEASE, tries=row.tries + 1, **columns))
    row.tries += taken
    return taken


def held(row: QueuedT) -> QuerySet[QueuedT]:
    """Return the row, unless this process holds it no more: it was deleted, or another process took it since."""
    return type(row).objects.filter(pk=row.pk, tries=row.tries).exclude(lease=None)


def renew(rows: Iterable[Queued], now: datetime) -> None:
    """Hold these for longer."""
    for row in rows:
        held(row).update(lease=now + LEASE)


def give_back(row: Queued, *, at_fault: bool = False) -> None:
    """Let any process take something in hand again. It counts as a try only where the thing itself may be at fault."""
    held(row).update(lease=None, tries=F("tries") if at_fault else F("tries") - 1)


def forget_addresses(model: type[Queued], now: datetime) -> None:
    """Empty the addresses that count no more."""
    model.objects.filter(asked__lte=now - WITHIN).exclude(address="").update(address="")

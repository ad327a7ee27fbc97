"""Quick signals instead of a chat, in races and in their rooms: they are seen for a moment, and kept nowhere."""

from collections.abc import Mapping

from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from redis.exceptions import RedisError

from races.channel_layer import broadcast
from races.models import Seat

SIGNALS: Mapping[str, Promise | str] = {"thumb": _("Nice"), "horn": _("Horn"), "minute": _("One minute")}
"""By name, which is that of the symbol, too: the word."""
PAUSE = 4
"""Seconds between two signals of a driver."""


def group(race_id: int) -> str:
    """The group of the pages of a race; programs have no use for signals."""
    return f"race.{race_id}.signals"


def may_send(seat: int) -> bool:
    """Whether a driver has waited for long enough, whichever process the last signal came to. While Redis is away
    nobody waits."""
    try:
        return cache.add(f"signal:{seat}", 1, PAUSE)
    except RedisError:
        return True


def send(race_id: int, seat: int, signal: str) -> None:
    """A driver waves."""
    async_to_sync(broadcast)(group(race_id), {"type": "race.signal", "seat": seat, "signal": signal})


def fragment(seat: Seat, signal: str) -> str:
    """The signal as a page shows it."""
    return render_to_string("races/shell/signal.html", {"seat": seat, "signal": signal, "text": SIGNALS[signal]})

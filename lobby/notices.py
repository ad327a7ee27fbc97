"""Notices to everybody who looks at a room. They hold a number, as those of a race do; signals are heard and gone."""

from typing import Any

from asgiref.sync import async_to_sync

from races.sockets import tell


def group(room: int) -> str:
    return f"room.{room}"


def announce(room: int, revision: int) -> None:
    """The room has changed; whoever hears it looks for themselves."""
    _tell(room, {"type": "room.moved", "revision": revision})


def close(room: int) -> None:
    """The room is gone."""
    _tell(room, {"type": "room.closed"})


def signal(room: int, position: int, signal: str) -> None:
    """Somebody waves. It is kept nowhere."""
    _tell(room, {"type": "room.signal", "position": position, "signal": signal})


def _tell(room: int, message: dict[str, Any]) -> None:
    async_to_sync(tell)(group(room), message)

"""Notices to the pages of a room. A notice holds a revision, never a state, so a page that missed one loses nothing."""

from typing import Any

from asgiref.sync import async_to_sync

from races.channel_layer import broadcast


def group(room: int) -> str:
    return f"room.{room}"


def announce(room: int, revision: int) -> None:
    """The room has changed. Each socket fetches the revision for itself."""
    _tell(room, {"type": "room.moved", "revision": revision})


def close(room: int) -> None:
    """The room was removed."""
    _tell(room, {"type": "room.closed"})


def signal(room: int, position: int, signal: str) -> None:
    """A quick signal. It is not stored: a page that is not connected now never shows it."""
    _tell(room, {"type": "room.signal", "position": position, "signal": signal})


def _tell(room: int, message: dict[str, Any]) -> None:
    async_to_sync(broadcast)(group(room), message)

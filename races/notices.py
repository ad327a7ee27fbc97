"""Notices that a race has moved on. They hold a number and nothing else, so one that is lost, late or repeated does no
harm: a connection that receives one looks up what its viewer may see, and one that receives none finds out within
seconds (`sockets.catch_up`)."""

from collections.abc import Callable

from races.channel_layer import broadcast

listeners: list[Callable[[int, int], None]] = []
"""Functions of this process that are called with each race that moves on and its revision: the queue of the bots."""


def group(race_id: int) -> str:
    """The group of the channel layer that the sockets of a race are in."""
    return f"race.{race_id}"


async def announce(race_id: int, revision: int) -> None:
    """Send the notice of a revision to the listeners of this process and to the sockets of all processes."""
    for listener in listeners:
        listener(race_id, revision)
    await broadcast(group(race_id), {"type": "race.moved", "revision": revision})

"""Seats: the places in a game, numbered from 0.

What a game has made or judged holds a `Seat`. A number that only claims to be one (in a command, or asked of the
contract) is a plain `int` until the game has compared it with its seats. At run time both are plain ints.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NewType, TypeVar, cast

from engine.kernel.bounds import OwnSeat

Seat = NewType("Seat", OwnSeat)
"""One place in a game."""

T = TypeVar("T")


def all_seats(count: int) -> Sequence[Seat]:
    """The seats of a game that has so many."""
    return cast("Sequence[Seat]", range(count))


def by_seat(values: Iterable[T]) -> Iterator[tuple[Seat, T]]:
    """The values of all seats in their order, each with its seat."""
    return cast("Iterator[tuple[Seat, T]]", enumerate(values))

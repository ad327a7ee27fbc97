"""Chance as numbered outcomes: (seed, stream, n) names one draw, for ever.

Every seat has a stream of its own and the table has one, so that an extra draw of one seat (a mulligan, a
stand-in) changes nobody else's cards. A draw is a keyed hash: outcomes are public in part (flipped cards), and
nobody may compute the rest from them.
"""

import hashlib
from collections.abc import Sequence
from typing import NewType, TypeVar

Seed = NewType("Seed", str)
"""At least 128 secret bits, as hexadecimal text."""

T = TypeVar("T")

TABLE = -1
"""The stream of the table. A seat's stream has the number of the seat."""

_DIGEST = 64
_SEED_DIGITS = range(32, 129)


def is_seed(text: str) -> bool:
    """Whether `text` is usable as a seed: 16 to 64 bytes in lower-case hexadecimal."""
    return len(text) in _SEED_DIGITS and len(text) % 2 == 0 and all(digit in "0123456789abcdef" for digit in text)


def draw(seed: Seed, stream: int, n: int) -> int:
    """The n-th outcome of a stream: a whole number below 2**512, so that taking it modulo is fair."""
    message = b"%d/%d" % (stream, n)
    return int.from_bytes(hashlib.blake2b(message, key=bytes.fromhex(seed), digest_size=_DIGEST).digest(), "big")


def pick(outcome: int, count: int) -> int:
    """One of `count` places, read off an outcome."""
    return outcome % count


def shuffled(outcome: int, items: Sequence[T]) -> tuple[T, ...]:
    """The items in the order that one outcome stands for (Lehmer code; up to 60 items stay fair to 2**-200)."""
    pile = list(items)
    for last in range(len(pile) - 1, 0, -1):
        outcome, place = divmod(outcome, last + 1)
        pile[last], pile[place] = pile[place], pile[last]
    return tuple(pile)


def derive(seed: Seed, purpose: str) -> Seed:
    """Another seed, from which this one cannot be computed: a season's race, a bot's own dice."""
    return Seed(hashlib.blake2b(purpose.encode(), key=bytes.fromhex(seed), digest_size=32).hexdigest())

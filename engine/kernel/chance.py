"""Chance as numbered outcomes: (seed, stream, n) names one draw, for ever.

Every seat has a stream of its own and the table has one, so that an extra draw of one seat (a mulligan, a
stand-in) changes no other seat's cards. A draw is a keyed hash: outcomes are public in part (flipped cards), and
no player may compute the rest from them.
"""

import hashlib
from collections.abc import Sequence
from typing import NewType, TypeVar

from engine.kernel.bounds import SeedText

Seed = NewType("Seed", SeedText)
"""At least 128 secret bits, as hexadecimal text."""

T = TypeVar("T")

TABLE = -1
"""Stands for the table where a seat has its number: for its stream of chance, and for commands that no seat gave."""

BLOCK_ITEMS = 60
"""So many items can be shuffled with one block of an outcome."""

_DIGEST = 64
_SEED_DIGITS = range(32, 129)


def is_seed(text: str) -> bool:
    """Whether `text` is usable as a seed: 16 to 64 bytes in lower-case hexadecimal."""
    return len(text) in _SEED_DIGITS and len(text) % 2 == 0 and all(digit in "0123456789abcdef" for digit in text)


def draw(seed: Seed, stream: int, n: int, blocks: int = 1) -> int:
    """The n-th outcome of a stream: a whole number below 2**(512 * blocks), so that taking it modulo is fair.

    One block is enough for anything but a shuffle of more than `BLOCK_ITEMS` items.
    """
    key = bytes.fromhex(seed)
    outcome = hashlib.blake2b(b"%d/%d" % (stream, n), key=key, digest_size=_DIGEST).digest()
    for block in range(1, blocks):
        outcome += hashlib.blake2b(b"%d/%d/%d" % (stream, n, block), key=key, digest_size=_DIGEST).digest()
    return int.from_bytes(outcome, "big")


def pick(outcome: int, count: int) -> int:
    """One of `count` places, read off an outcome."""
    return outcome % count


def dice(outcome: int, sides: int, count: int) -> tuple[int, ...]:
    """What `count` dice show, each 1 to `sides`, read off one outcome."""
    faces = []
    for _ in range(count):
        outcome, face = divmod(outcome, sides)
        faces.append(face + 1)
    return tuple(faces)


def shuffled(outcome: int, items: Sequence[T], blocks: int = 1) -> tuple[T, ...]:
    """The items in the order that one outcome of so many blocks stands for (Lehmer code).

    60 items have 2**272 orders, so one block is fair to 2**-200. Beyond 98 items a block has fewer values than there
    are orders, and the cards that are placed last would lie as they were sorted; hence the limit.
    """
    assert len(items) <= blocks * BLOCK_ITEMS, f"{len(items)} items need more than {blocks} blocks"
    pile = list(items)
    for last in range(len(pile) - 1, 0, -1):
        outcome, place = divmod(outcome, last + 1)
        pile[last], pile[place] = pile[place], pile[last]
    return tuple(pile)


def shuffle(seed: Seed, stream: int, n: int, items: Sequence[T]) -> tuple[T, ...]:
    """The items in the order of the n-th outcome of a stream, drawn with as many blocks as they need."""
    blocks = max(1, -(-len(items) // BLOCK_ITEMS))
    return shuffled(draw(seed, stream, n, blocks), items, blocks)


def derive(seed: Seed, purpose: str) -> Seed:
    """Another seed, from which this one cannot be computed: a season's race, a bot's own dice."""
    return Seed(hashlib.blake2b(purpose.encode(), key=bytes.fromhex(seed), digest_size=32).hexdigest())

"""What a driver can choose, and the lazy list of it: counted, indexed and searched without being written out.

The kinds of choices are defined with their actions, in `engine.heat.moves`.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import ClassVar, Self, overload

from msgspec.structs import StructConfig

from engine.kernel.commands import Withdrawal


class Choice:
    """One answer to a question: the base of the choice of every action.

    It is no struct itself, so that a state or a command can hold the choice of any list of moves; what reads them
    from bytes is made from the list (`Tables.decoder`).
    """

    __slots__ = ()
    __struct_config__: ClassVar[StructConfig]
    """Every choice is a struct; its tag is its name on the wire."""

    def in_card_order(self) -> Self:
        """The same choice with its cards in card order: copies of a face and their order make no difference."""
        return self


class Ways(Sequence[tuple[int, ...]]):
    """Every way to take `least` to `most` cards from a sorted hand, as places in it; copies of a face count once.

    The ways are counted and found by their number, and none is written out: a hand of forty cards has 2**40.
    """

    def __init__(self, copies: tuple[int, ...], least: int, most: int) -> None:
        self._copies = copies
        self._first = tuple(accumulate(copies, initial=0))
        self._sizes = range(least, most + 1)
        counts = [[1] + [0] * most]
        for held in reversed(copies):
            after = counts[-1]
            counts.append([sum(after[max(0, size - held) : size + 1]) for size in range(most + 1)])
        self._counts = counts[::-1]
        """By the face from which on cards are taken, and by how many are: the ways to do so."""

    def __len__(self) -> int:
        return min(sys.maxsize, sum(self._counts[0][size] for size in self._sizes))

    @overload
    def __getitem__(self, place: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[tuple[int, ...]]: ...
    def __getitem__(self, place: int | slice) -> tuple[int, ...] | Sequence[tuple[int, ...]]:
        if isinstance(place, slice):
            return [self[one] for one in range(*place.indices(len(self)))]
        for size in self._sizes:
            if place < self._counts[0][size]:
                return self._way(place, size)
            place -= self._counts[0][size]
        raise IndexError("there are not so many ways")

    def _way(self, place: int, size: int) -> tuple[int, ...]:
        """The way of this number among those that take so many cards: as many of the first face as possible first."""
        way: list[int] = []
        for face, held in enumerate(self._copies):
            for taken in range(min(held, size), -1, -1):
                ways = self._counts[face + 1][size - taken]
                if place < ways:
                    break
                place -= ways
            way += range(self._first[face], self._first[face] + taken)
            size -= taken
        return tuple(way)


WRITTEN_OUT = 5_000
"""The most ways that are kept as a list, which is quicker. A hand of seven has 128 at most."""


@lru_cache(maxsize=4096)
def _selections(copies: tuple[int, ...], least: int, most: int) -> Sequence[tuple[int, ...]]:
    """The ways to take cards from a hand with so many copies of each face."""
    ways = Ways(copies, least, most)
    return tuple(ways) if len(ways) <= WRITTEN_OUT else ways


class CardSets:
    """Every choice of `least` to `most` of some cards that `make` can make of them, in a fixed order.

    Hands are multisets, so sets that differ only in the copy are one choice.
    """

    __slots__ = ("_ways", "cards", "least", "make", "most")

    def __init__(
        self, make: Callable[[tuple[str, ...]], Choice], cards: tuple[str, ...], least: int, most: int
    ) -> None:
        self.make = make
        self.cards = cards
        self.least = least
        self.most = most
        self._ways: Sequence[tuple[int, ...]] | None = None

    @property
    def ways(self) -> Sequence[tuple[int, ...]]:
        """The places in `cards` of each choice. Who judges one choice does not need them."""
        if self._ways is None:
            cards = self.cards
            copies = tuple([cards.count(face) for face in dict.fromkeys(cards)])
            self._ways = _selections(copies, self.least, self.most)
        return self._ways

    def __iter__(self) -> Iterator[Choice]:
        cards, make = self.cards, self.make
        for way in self.ways:
            yield make(tuple([cards[number] for number in way]))

    def __getitem__(self, place: int) -> Choice:
        cards = self.cards
        return self.make(tuple([cards[number] for number in self.ways[place]]))

    def __contains__(self, choice: object) -> bool:
        """Whether a choice of cards is one of these: asked of its cards, not of the list."""
        cards: tuple[str, ...] = getattr(choice, "cards", ())
        if not self.least <= len(cards) <= self.most or self.make(cards) != choice:
            return False
        left = list(self.cards)
        for card in cards:
            if card not in left:
                return False
            left.remove(card)
        return True


class Choices(Sequence[Choice | Withdrawal]):
    """What a seat may choose, in a fixed order: first the choices of cards, then the others."""

    __slots__ = ("others", "sets")

    def __init__(self, others: tuple[Choice | Withdrawal, ...] = (), sets: tuple[CardSets, ...] = ()) -> None:
        self.others = others
        self.sets = sets

    def __len__(self) -> int:
        return min(sys.maxsize, sum([len(group.ways) for group in self.sets]) + len(self.others))

    @overload
    def __getitem__(self, place: int) -> Choice | Withdrawal: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Choice | Withdrawal]: ...
    def __getitem__(self, place: int | slice) -> Choice | Withdrawal | Sequence[Choice | Withdrawal]:
        if isinstance(place, slice):
            return tuple([self[one] for one in range(*place.indices(len(self)))])
        if place < 0:
            place += len(self)
            if place < 0:
                raise IndexError("there are not so many choices")
        for group in self.sets:
            if place < len(group.ways):
                return group[place]
            place -= len(group.ways)
        return self.others[place]

    def __iter__(self) -> Iterator[Choice | Withdrawal]:
        for group in self.sets:
            yield from group
        yield from self.others

    def __contains__(self, choice: object) -> bool:
        return choice in self.others or any(choice in group for group in self.sets)

    def __repr__(self) -> str:
        return f"Choices({list(self)!r})"


NONE = Choices()
"""For a seat that may not act."""

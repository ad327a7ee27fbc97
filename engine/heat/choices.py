"""What a driver can choose, and the lazy list of it: counted, indexed and searched without being written out.

The kinds of choices are defined with their actions, in `engine.heat.moves`.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
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


@lru_cache(maxsize=4096)
def _selections(copies: tuple[int, ...], least: int, most: int) -> tuple[tuple[int, ...], ...]:
    """Every way to take `least` to `most` cards from a sorted hand, as places in it; copies of a face count once."""
    faces = tuple(face for face, count in enumerate(copies) for _ in range(count))
    first = {face: faces.index(face) for face in set(faces)}
    ways: list[tuple[int, ...]] = []
    for size in range(least, most + 1):
        seen: set[tuple[int, ...]] = set()
        for taken in combinations(faces, size):
            if taken not in seen:
                seen.add(taken)
                ways.append(tuple(first[face] + taken[:place].count(face) for place, face in enumerate(taken)))
    return tuple(ways)


class CardSets:
    """Every choice of `least` to `most` of some cards that `make` can make of them, in a fixed order.

    Hands are multisets, so sets that differ only in the copy are one choice.
    """

    __slots__ = ("cards", "least", "make", "most", "ways")

    def __init__(
        self, make: Callable[[tuple[str, ...]], Choice], cards: tuple[str, ...], least: int, most: int
    ) -> None:
        self.make = make
        self.cards = cards
        self.least = least
        self.most = most
        self.ways = _selections(tuple([cards.count(face) for face in dict.fromkeys(cards)]), least, most)

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
        return sum([len(group.ways) for group in self.sets]) + len(self.others)

    @overload
    def __getitem__(self, place: int) -> Choice | Withdrawal: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Choice | Withdrawal]: ...
    def __getitem__(self, place: int | slice) -> Choice | Withdrawal | Sequence[Choice | Withdrawal]:
        if isinstance(place, slice):
            return tuple(self)[place]
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
            for place in range(len(group.ways)):
                yield group[place]
        yield from self.others

    def __contains__(self, choice: object) -> bool:
        return choice in self.others or any(choice in group for group in self.sets)

    def __repr__(self) -> str:
        return f"Choices({list(self)!r})"


NONE = Choices()
"""For a seat that may not act."""

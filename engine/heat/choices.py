"""What a driver can choose, and the lazy list of it: counted, indexed and searched without being written out."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias, overload

from msgspec import Struct

from engine.kernel.commands import Withdrawal


class Gear(Struct, frozen=True, forbid_unknown_fields=True, tag="gear"):
    """Drive this round in a gear."""

    gear: int


class Mulligan(Struct, frozen=True, forbid_unknown_fields=True, tag="mulligan"):
    """Before the first round: pay 1 Heat for a new hand."""


class LeaveRace(Struct, frozen=True, forbid_unknown_fields=True, tag="leave_race"):
    """Retire from the race."""


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag="play"):
    """Put these cards face down, as many as the gear says."""

    cards: tuple[str, ...]


class Value(Struct, frozen=True, forbid_unknown_fields=True, tag="value"):
    """Which of its values a card in play counts."""

    card: str
    worth: int


class Cool(Struct, frozen=True, forbid_unknown_fields=True, tag="cool"):
    """Move so much Heat from the hand back to the engine."""

    heat: int


class Boost(Struct, frozen=True, forbid_unknown_fields=True, tag="boost"):
    """Pay 1 Heat for a flip that adds to speed and moves the car."""


class Adrenaline(Struct, frozen=True, forbid_unknown_fields=True, tag="adrenaline"):
    """Take the extra speed that adrenaline gives."""


class Slipstream(Struct, frozen=True, forbid_unknown_fields=True, tag="slipstream"):
    """Move so far in the slipstream of another car."""

    distance: int


class Pass(Struct, frozen=True, forbid_unknown_fields=True, tag="pass"):
    """Leave the rest of this phase."""


class Discard(Struct, frozen=True, forbid_unknown_fields=True, tag="discard"):
    """Throw these cards away; none is a choice too."""

    cards: tuple[str, ...]


Choice: TypeAlias = Gear | Mulligan | LeaveRace | Play | Value | Cool | Boost | Adrenaline | Slipstream | Pass | Discard
"""Every kind of answer. How a question is answered in full is the matter of its phase."""


def in_card_order(choice: Choice) -> Choice:
    """The same choice with its cards in card order: which copy was meant, and which came first, is no difference."""
    if isinstance(choice, Play | Discard):
        cards = tuple(sorted(choice.cards))
        return choice if cards == choice.cards else type(choice)(cards)
    return choice


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


class Choices(Sequence[Choice | Withdrawal]):
    """What a seat may choose, in a fixed order: first the choices of cards, then the others.

    A choice of cards is any set of `least` to `most` of `cards`; hands are multisets, so sets that differ only in
    the copy are one choice.
    """

    __slots__ = ("_ways", "cards", "least", "make", "most", "others")

    def __init__(
        self,
        others: tuple[Choice | Withdrawal, ...] = (),
        make: type[Play] | type[Discard] | None = None,
        cards: tuple[str, ...] = (),
        least: int = 0,
        most: int = 0,
    ) -> None:
        self.others = others
        self.make = make
        self.cards = cards
        self.least = least
        self.most = most
        self._ways: tuple[tuple[int, ...], ...] = ()
        if make is not None:
            self._ways = _selections(tuple([cards.count(face) for face in dict.fromkeys(cards)]), least, most)

    def __len__(self) -> int:
        return len(self._ways) + len(self.others)

    @overload
    def __getitem__(self, place: int) -> Choice | Withdrawal: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Choice | Withdrawal]: ...
    def __getitem__(self, place: int | slice) -> Choice | Withdrawal | Sequence[Choice | Withdrawal]:
        if isinstance(place, slice):
            return tuple(self)[place]
        if place < 0:
            place += len(self)
        if 0 <= place < len(self._ways):
            assert self.make is not None
            cards = self.cards
            return self.make(tuple([cards[number] for number in self._ways[place]]))
        if place < 0:
            raise IndexError("there are not so many choices")
        return self.others[place - len(self._ways)]

    def __iter__(self) -> Iterator[Choice | Withdrawal]:
        for place in range(len(self._ways)):
            yield self[place]
        yield from self.others

    def __contains__(self, choice: object) -> bool:
        if self.make is not None and isinstance(choice, self.make):
            if not self.least <= len(choice.cards) <= self.most:
                return False
            left = list(self.cards)
            for card in choice.cards:
                if card not in left:
                    return False
                left.remove(card)
            return True
        return choice in self.others

    def __repr__(self) -> str:
        return f"Choices({list(self)!r})"


NONE = Choices()
"""For a seat that may not act."""

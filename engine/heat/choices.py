"""What a driver can choose, and the lazy list of it: counted, indexed and searched without being written out."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias, overload

from msgspec import Struct
from msgspec.structs import replace

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


class PayHeat(Struct, frozen=True, forbid_unknown_fields=True, tag="pay_heat"):
    """Pay the Heat that a card in play costs."""

    card: str


class Forgo(Struct, frozen=True, forbid_unknown_fields=True, tag="forgo"):
    """Give up on Heat that cannot be found: keep and pay these cards, lose the others and move anew."""

    keep: tuple[str, ...]


class Scrap(Struct, frozen=True, forbid_unknown_fields=True, tag="scrap"):
    """Discard cards from the top of the draw pile, as many as a card in play says."""

    card: str


class ReduceStress(Struct, frozen=True, forbid_unknown_fields=True, tag="reduce_stress"):
    """Throw so much Stress from the hand away."""

    stress: int


class SuperCool(Struct, frozen=True, forbid_unknown_fields=True, tag="super_cool"):
    """Move so much Heat from the discard pile to the engine."""

    heat: int


class Salvage(Struct, frozen=True, forbid_unknown_fields=True, tag="salvage"):
    """Shuffle these cards of the discard pile into the draw pile, by the symbol of a card in play."""

    card: str
    cards: tuple[str, ...]


class DirectPlay(Struct, frozen=True, forbid_unknown_fields=True, tag="direct_play"):
    """Play this card from the hand now."""

    card: str
    worth: int


class Accelerate(Struct, frozen=True, forbid_unknown_fields=True, tag="accelerate"):
    """Add the flips of this turn to speed, by a card in play."""

    card: str


class DraftMove(Struct, frozen=True, forbid_unknown_fields=True, tag="draft_move"):
    """Move up behind the next car: exactly the gap."""

    gap: int


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
    """Throw these cards away; none is a choice too. `refresh` goes back on the draw pile, the last on top."""

    cards: tuple[str, ...]
    refresh: tuple[str, ...] = ()


class Pick(Struct, frozen=True, forbid_unknown_fields=True, tag="pick"):
    """Take this upgrade from the market."""

    card: str


class GiveUp(Struct, frozen=True, forbid_unknown_fields=True, tag="give_up"):
    """Give this upgrade back."""

    card: str


class Swap(Struct, frozen=True, forbid_unknown_fields=True, tag="swap"):
    """Give an owned upgrade for one that nobody took."""

    give: str
    take: str


Choice: TypeAlias = (
    Gear
    | Mulligan
    | LeaveRace
    | Play
    | Value
    | Cool
    | PayHeat
    | Forgo
    | Scrap
    | ReduceStress
    | SuperCool
    | Salvage
    | DirectPlay
    | Accelerate
    | DraftMove
    | Boost
    | Adrenaline
    | Slipstream
    | Pass
    | Discard
    | Pick
    | GiveUp
    | Swap
)
"""Every kind of answer. How a question is answered in full is the matter of its phase."""


def in_card_order(choice: Choice) -> Choice:
    """The same choice with its cards in card order: which copy was meant, and which came first, is no difference."""
    if isinstance(choice, Play | Discard | Salvage):
        cards = tuple(sorted(choice.cards))
        return choice if cards == choice.cards else replace(choice, cards=cards)
    if isinstance(choice, Forgo):
        return Forgo(tuple(sorted(choice.keep)))
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

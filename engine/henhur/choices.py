"""What a seat can choose, and the lazy list of it: counted, indexed and searched without being written out."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias, overload

from msgspec import Struct

from engine.henhur.tokens import Tokens
from engine.kernel.bounds import Number, Word
from engine.kernel.commands import Withdrawal


class Run(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="run"):
    """Run with a card of the hand: burn it or not, and spend tokens; W+ as priority or as spaces."""

    card: Word
    burn: bool = False
    p: Number = 0
    p3: Number = 0
    r: Number = 0
    w_priority: Number = 0
    w_race: Number = 0

    def spent(self) -> tuple[int, int, int, int, int]:
        """P+, P+3, R+, A+ and W+ that it spends."""
        return self.p, self.p3, self.r, 0, self.w_priority + self.w_race

    def amounts(self) -> tuple[int, ...]:
        return self.p, self.p3, self.r, self.w_priority, self.w_race


class Bid(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag="bid"):
    """Bid a card of the hand in an auction: burn it or not, and spend tokens."""

    card: Word
    burn: bool = False
    a: Number = 0
    w: Number = 0

    def spent(self) -> tuple[int, int, int, int, int]:
        return 0, 0, 0, self.a, self.w

    def amounts(self) -> tuple[int, ...]:
        return self.a, self.w


class Pick(Struct, frozen=True, forbid_unknown_fields=True, tag="pick"):
    """Take a card of the pool."""

    card: Word


Choice: TypeAlias = Run | Bid | Pick


@lru_cache(maxsize=1024)
def _pairs(w: int) -> tuple[tuple[int, int], ...]:
    """Every way to split up to so many W+ into priority and spaces."""
    return tuple((first, second) for first in range(w + 1) for second in range(w + 1 - first))


def affords(tokens: Tokens, choice: Run | Bid) -> bool:
    """Whether a pool has the tokens that a choice spends. No amount may be negative, however the sums come out."""
    p, p3, r, a, w = choice.spent()
    return (
        min(choice.amounts()) >= 0
        and p <= tokens.p
        and p3 <= tokens.p3
        and r <= tokens.r
        and a <= tokens.a
        and w <= tokens.w
    )


class Choices(Sequence[Choice | Withdrawal]):
    """What a seat may choose, in a fixed order."""

    __slots__ = ()

    @abstractmethod
    def _at(self, place: int) -> Choice | Withdrawal:
        """The choice at a place that there is."""

    @overload
    def __getitem__(self, place: int) -> Choice | Withdrawal: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Choice | Withdrawal]: ...
    def __getitem__(self, place: int | slice) -> Choice | Withdrawal | Sequence[Choice | Withdrawal]:
        if isinstance(place, slice):
            return tuple(self._at(number) for number in range(*place.indices(len(self))))
        if place < 0:
            place += len(self)
        if not 0 <= place < len(self):
            raise IndexError("there are not so many choices")
        return self._at(place)

    def __iter__(self) -> Iterator[Choice | Withdrawal]:
        return (self._at(place) for place in range(len(self)))


class Few(Choices):
    """Choices that are written out: cards of a pool, taking an answer back, none at all."""

    __slots__ = ("choices",)

    def __init__(self, *choices: Choice | Withdrawal) -> None:
        self.choices = choices

    def __len__(self) -> int:
        return len(self.choices)

    def _at(self, place: int) -> Choice | Withdrawal:
        return self.choices[place]

    def __contains__(self, choice: object) -> bool:
        return choice in self.choices


class Plays(Choices):
    """Each card of a hand, burned or not, with every amount of tokens that a pool has for it."""

    __slots__ = ("cards", "kind", "sizes", "tokens")

    def __init__(self, kind: type[Run] | type[Bid], cards: tuple[tuple[str, bool], ...], tokens: Tokens) -> None:
        self.kind = kind
        self.cards = cards
        self.tokens = tokens
        self.sizes: tuple[int, ...] = (
            (tokens.p + 1, tokens.p3 + 1, tokens.r + 1, (tokens.w + 1) * (tokens.w + 2) // 2)
            if kind is Run
            else (tokens.a + 1, tokens.w + 1)
        )

    def __len__(self) -> int:
        count = len(self.cards)
        for size in self.sizes:
            count *= size
        return count

    def _at(self, place: int) -> Choice:
        amounts = []
        for size in reversed(self.sizes):
            place, amount = divmod(place, size)
            amounts.append(amount)
        card, burn = self.cards[place]
        if self.kind is Bid:
            w, a = amounts
            return Bid(card, burn, a, w)
        split, r, p3, p = amounts
        return Run(card, burn, p, p3, r, *_pairs(self.tokens.w)[split])

    def __contains__(self, choice: object) -> bool:
        return (
            isinstance(choice, Run | Bid)
            and type(choice) is self.kind
            and (choice.card, choice.burn) in self.cards
            and affords(self.tokens, choice)
        )


NONE = Few()
WITHDRAWAL = Few(Withdrawal())

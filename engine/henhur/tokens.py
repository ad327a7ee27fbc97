"""The six kinds of tokens, and the pool of them that each seat has."""

from typing import Literal, get_args

from msgspec import Struct, field

from engine.kernel.bounds import Number

Token = Literal["P+", "P+3", "R+", "A+", "W+", "D"]
"""Priority, three priority, a space, a trick, any of these, damage."""

TOKENS: tuple[Token, ...] = get_args(Token)

P3_WORTH = 3
"""What a P+3 adds to the priority."""


class Tokens(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """So many of each kind. On the wire the kinds have the names that players know."""

    p: Number = field(name="P+", default=0)
    p3: Number = field(name="P+3", default=0)
    r: Number = field(name="R+", default=0)
    a: Number = field(name="A+", default=0)
    w: Number = field(name="W+", default=0)
    d: Number = field(name="D", default=0)

    def count(self) -> int:
        """How many tokens these are in all."""
        return self.p + self.p3 + self.r + self.a + self.w + self.d

    def each(self) -> tuple[tuple[Token, int], ...]:
        """The kinds in their order, each with its number."""
        return tuple(zip(TOKENS, (self.p, self.p3, self.r, self.a, self.w, self.d), strict=True))

    def plus(self, token: Token, n: int) -> "Tokens":
        """The pool with `n` more of one kind; fewer, if `n` is negative."""
        counts = [self.p, self.p3, self.r, self.a, self.w, self.d]
        counts[TOKENS.index(token)] += n
        return Tokens(*counts)

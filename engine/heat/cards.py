"""Cards are data: a kind, the values that they may count, and symbols with numbers on them.

A face is a card's id. Copies of a face are interchangeable, so hands are sorted tuples of faces (multisets) and
piles are sequences of faces. *Card order* is the order of the ids as text.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from engine.kernel.bounds import CARDS, Cards, Few, Number, Table, Word
from engine.kernel.faults import Broken, Fault

HEAT = "heat"
STRESS = "stress"

Kind = Literal["speed", "heat", "stress", "starting", "upgrade", "sponsor"]

MOST_SYMBOL = 9
MOST_WORTH = 20
MOST_COPIES = 20
MOST_OWNED = 50
"""The most upgrades, or sponsor cards, that a driver brings to a race: one for each race of the longest season."""


class Card(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A face: what it is, what it may count (several values: the driver chooses), and its symbols.

    What a symbol does is up to the action that uses it, in `engine.heat.moves`.
    """

    id: Word
    kind: Kind
    worth: Few[Number] = (0,)
    symbols: Table[Word, Number] = {}
    name: Word = ""
    family: Word = ""
    tier: Literal["", "basic", "advanced"] = ""
    """In which drafts an upgrade takes part."""
    expansion: Word = "base"
    copies: Number = 0
    """Copies in the shared pile of upgrades or sponsors."""


class CardSet(Struct, frozen=True, forbid_unknown_fields=True):
    """Every face there is, and what a driver starts with."""

    cards: Cards[Card]
    trio: Few[Word]
    speed_copies: Number
    hand: Number

    def named(self) -> dict[str, Card]:
        return {card.id: card for card in self.cards}

    def deck(self, upgrades: tuple[str, ...], stress: int) -> tuple[str, ...]:
        """The cards that one driver shuffles, in card order: Speed cards, upgrades, Stress.

        An upgrade that is a Heat card is Heat in every way, so it has that face.
        """
        named = self.named()
        own = [card.id for card in self.cards if card.kind == "speed"] * self.speed_copies
        own += [HEAT if named[card].kind == "heat" else card for card in upgrades]
        return tuple(sorted(own + [STRESS] * stress))

    def upgrade_pile(self, tiers: tuple[str, ...], expansions: tuple[str, ...]) -> tuple[str, ...]:
        """The upgrades that can be drafted, in card order."""
        return tuple(
            card.id
            for card in self.cards
            if card.tier in tiers and card.tier and card.expansion in ("base", *expansions)
            for _ in range(card.copies)
        )

    def sponsor_pile(self, expansions: tuple[str, ...]) -> tuple[str, ...]:
        """The sponsor cards that can be earned, in card order."""
        return tuple(
            card.id
            for card in self.cards
            if card.kind == "sponsor" and card.expansion in ("base", *expansions)
            for _ in range(card.copies)
        )


def card_faults(box: CardSet, symbols: Mapping[str, int] | None = None) -> tuple[Fault, ...]:
    """Everything that is wrong with a set of cards.

    `symbols` are those that the actions of the game know, each with its least number; None leaves them unjudged.
    """
    faults: list[Fault] = []
    seen: set[str] = set()
    for number, card in enumerate(box.cards):
        place = f"cards[{number}]"
        if card.id in seen:
            faults.append(Fault(f"{place}.id", "duplicate", f"there is another card called “{card.id}”"))
        seen.add(card.id)
        if not card.id or not card.id.isalnum() or not card.id.isascii() or not card.id.islower() | card.id.isdigit():
            faults.append(Fault(f"{place}.id", "bad_id", "an id is made of small letters and digits"))
        if not card.worth or any(not 0 <= worth <= MOST_WORTH for worth in card.worth):
            faults.append(Fault(f"{place}.worth", "out_of_range", f"a card counts 0 to {MOST_WORTH}"))
        if len(card.worth) > 1 and 0 in card.worth:
            faults.append(Fault(f"{place}.worth", "out_of_range", "a card with a choice of values counts at least 1"))
        if list(card.worth) != sorted(set(card.worth)):
            faults.append(Fault(f"{place}.worth", "unsorted", "values must rise"))
        if (card.kind == "speed") != (card.id in {"1", "2", "3", "4"}):
            faults.append(Fault(f"{place}.kind", "bad_kind", "the Speed cards are 1, 2, 3 and 4"))
        if symbols is not None:
            faults += _symbol_faults(place, card, symbols)
        if not 0 <= card.copies <= MOST_COPIES:
            faults.append(Fault(f"{place}.copies", "out_of_range", f"a shared pile has 0 to {MOST_COPIES} copies"))
    for needed, kind in (*((str(worth), "speed") for worth in range(1, 5)), (HEAT, "heat"), (STRESS, "stress")):
        if not any(card.id == needed and card.kind == kind for card in box.cards):
            faults.append(Fault("cards", "missing", f"the {kind} card “{needed}” is missing"))
    for pile, kind in (("upgrades", "upgrade"), ("sponsor cards", "sponsor")):
        if sum(card.copies for card in box.cards if (card.kind == "sponsor") == (kind == "sponsor")) > CARDS.most:
            faults.append(Fault("cards", "out_of_range", f"there are at most {CARDS.most} {pile} in all"))
    if len(box.trio) > MOST_OWNED:
        faults.append(Fault("trio", "out_of_range", f"a driver starts with at most {MOST_OWNED} upgrades"))
    for number, face in enumerate(box.trio):
        if face not in seen:
            faults.append(Fault(f"trio[{number}]", "unknown_card", f"there is no card “{face}”"))
    if not 1 <= box.speed_copies <= 9:
        faults.append(Fault("speed_copies", "out_of_range", "there are 1 to 9 copies of each Speed card"))
    if not 4 <= box.hand <= 10:
        faults.append(Fault("hand", "out_of_range", "a hand has 4 to 10 cards"))
    return tuple(faults)


def _symbol_faults(place: str, card: Card, symbols: Mapping[str, int]) -> Iterator[Fault]:
    for symbol, amount in card.symbols.items():
        if symbol not in symbols:
            yield Fault(f"{place}.symbols.{symbol}", "unknown_symbol", f"no symbol “{symbol}” is known")
        least = symbols.get(symbol, 1)
        if not least <= amount <= MOST_SYMBOL or not amount:
            text = f"a symbol counts {least} to {MOST_SYMBOL}, and never 0"
            yield Fault(f"{place}.symbols.{symbol}", "out_of_range", text)


@cache
def base_cards() -> CardSet:
    """The cards that ship with the engine."""
    data = files("engine.heat").joinpath("data/cards.json").read_bytes()
    box = msgspec.json.decode(data, type=CardSet)
    if faults := card_faults(box):
        raise Broken("cards", faults)
    return box

"""The cards of the Legends, as data. A card has rows; each Legend car reads its own.

A row holds a number for the straights and a slot for the corners.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Literal

import msgspec
from msgspec import Struct

from engine.kernel.bounds import Cards, Number, Short, Table, Word
from engine.kernel.faults import Broken, Fault

MOST_NUMBER = 40
MOST_SLOT = 9


class LegendRow(Struct, frozen=True, forbid_unknown_fields=True):
    """What one Legend reads off a card."""

    number: Number
    slot: Number


class LegendCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the Legends: a row for each helmet or level."""

    id: Word
    rows: Table[Short, LegendRow]


class LegendDeck(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards that the Legends of a race share."""

    id: Word
    name: Word
    rows_are: Literal["level", "helmet"]
    """Whether a row is a level that any number of Legends drive, or a helmet that one of them wears."""
    cards: Cards[LegendCard]

    @property
    def rows(self) -> tuple[str, ...]:
        """The rows that a Legend can be given."""
        return tuple(self.cards[0].rows)

    def row(self, number: int, level: str) -> str:
        """The row of the race's n-th Legend: the level that was asked for, or the next helmet."""
        return level if self.rows_are == "level" else self.rows[number % len(self.rows)]


def deck_faults(deck: LegendDeck) -> tuple[Fault, ...]:
    """Everything that is wrong with a deck of Legend cards."""
    faults: list[Fault] = []
    if not deck.cards:
        return (Fault("cards", "empty", "a deck has at least one card"),)
    if not deck.rows:
        faults.append(Fault("cards[0].rows", "empty", "a card has at least one row"))
    rows = dict.fromkeys(deck.rows)
    for row in rows:
        if not row.isprintable():
            faults.append(Fault("cards[0].rows", "bad_id", f"the name of a row can be printed, and {row!a} cannot"))
    seen: set[str] = set()
    for place, card in enumerate(deck.cards):
        if card.id in seen or not card.id:
            faults.append(Fault(f"cards[{place}].id", "bad_id", f"every card needs an id of its own, not “{card.id}”"))
        seen.add(card.id)
        for row in rows:
            if row not in card.rows:
                faults.append(Fault(f"cards[{place}].rows.{row}", "missing", f"the row “{row}” is missing"))
        for name, row_values in card.rows.items():
            where = f"cards[{place}].rows.{name}"
            if name not in rows:
                faults.append(Fault(where, "unknown", f"the first card has no row “{name}”"))
            if not 1 <= row_values.number <= MOST_NUMBER:
                faults.append(Fault(f"{where}.number", "out_of_range", f"a number is 1 to {MOST_NUMBER}"))
            if not 0 <= row_values.slot <= MOST_SLOT:
                faults.append(Fault(f"{where}.slot", "out_of_range", f"a slot is 0 to {MOST_SLOT}"))
    return tuple(faults)


@cache
def all_decks() -> Mapping[str, LegendDeck]:
    """The decks that ship with the engine, by id."""
    data = files("engine.heat").joinpath("data/legends.json").read_bytes()
    decks = msgspec.json.decode(data, type=tuple[LegendDeck, ...])
    for deck in decks:
        if faults := deck_faults(deck):
            raise Broken(f"legends {deck.id}", faults)
    return MappingProxyType({deck.id: deck for deck in decks})


def deck_for(rows_are: str) -> LegendDeck:
    """The deck that ships for a rule set's kind of rows."""
    return next(deck for deck in all_decks().values() if deck.rows_are == rows_are)

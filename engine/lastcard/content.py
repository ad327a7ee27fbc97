"""What the game is bound to: the deck, as data; and the rule sets, which are settings of a match under a name."""

from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import Literal

import msgspec
from msgspec import Struct

from engine.kernel.bounds import Cards, Label, Number, Word
from engine.kernel.faults import Broken, Fault
from engine.kernel.records import decode, encode

NAME = "lastcard"
COLOURS = ("r", "y", "g", "b")
NUMBERS = tuple("0123456789")
SKIP, REVERSE, DRAW_TWO, WILD, DRAW_FOUR = "S", "R", "D", "W", "W4"
SYMBOLS = (*NUMBERS, SKIP, REVERSE, DRAW_TWO)
"""The symbols of cards that have a colour."""
MOST_CARDS = 200
MOST_POINTS = 100


class Kind(Struct, frozen=True, forbid_unknown_fields=True):
    """A face of the deck: how many there are, and what one is worth in a hand when the round is over."""

    face: Word
    colour: Word
    symbol: Word
    copies: Number
    points: Number


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    """A rule set: the settings of a match under a name."""

    name: Label
    hand: Number
    target: Number
    draw_four: Literal["restricted", "challenge", "free"]
    calls: Literal["off", "by_hand"]


@cache
def deck() -> tuple[Kind, ...]:
    """The deck that ships."""
    return msgspec.json.decode(files("engine.lastcard").joinpath("data/deck.json").read_bytes(), type=tuple[Kind, ...])


@cache
def rule_sets() -> dict[str, Rules]:
    """The rule sets that ship, by name."""
    data = files("engine.lastcard").joinpath("data/rules.json").read_bytes()
    return {rules.name: rules for rules in msgspec.json.decode(data, type=tuple[Rules, ...])}


class Content(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is not the set-up of one match."""

    game: Literal["lastcard"] = "lastcard"
    deck: Cards[Kind] = msgspec.field(default_factory=deck)

    def digest(self) -> str:
        return blake2b(encode(self), digest_size=8).hexdigest()


_CONTENTS = msgspec.json.Decoder(Content)


def read_content(data: bytes | str) -> Content:
    """Read content strictly. Raises `Broken` with every fault."""
    content = decode(_CONTENTS, data, "content")
    if faults := content_faults(content):
        raise Broken("content", faults)
    return content


def content_faults(content: Content) -> tuple[Fault, ...]:
    """All that is wrong with a deck."""
    faults = []
    seen: set[str] = set()
    for number, kind in enumerate(content.deck):
        place = f"deck[{number}]"
        coloured = kind.colour in COLOURS and kind.symbol in SYMBOLS
        if not coloured and not (kind.colour == "" and kind.symbol in (WILD, DRAW_FOUR)):
            faults.append(Fault(f"{place}.symbol", "unknown", "there is no such card"))
        elif kind.face != kind.colour + kind.symbol:
            faults.append(Fault(f"{place}.face", "misnamed", "a face is the colour and the symbol"))
        if kind.face in seen:
            faults.append(Fault(f"{place}.face", "twice", "this face is there already"))
        seen.add(kind.face)
        if not 1 <= kind.copies <= MOST_CARDS:
            faults.append(Fault(f"{place}.copies", "out_of_range", f"there are 1 to {MOST_CARDS} of a face"))
        if not 0 <= kind.points <= MOST_POINTS:
            faults.append(Fault(f"{place}.points", "out_of_range", f"a card is worth 0 to {MOST_POINTS} points"))
    total = sum(kind.copies for kind in content.deck)
    if not faults and total > MOST_CARDS:
        faults.append(Fault("deck", "out_of_range", f"a deck has at most {MOST_CARDS} cards"))
    return tuple(faults)

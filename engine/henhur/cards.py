"""Cards are data: numbers, a priority, and what the card does when it is run or burned. No code asks for a name.

A face is a card's id. Copies of a face are the same card, so a hand is a sorted tuple of faces, and a pile a sequence
of faces with its top first.
"""

from typing import Literal

from msgspec import Struct

from engine.henhur.tokens import Token
from engine.kernel.bounds import Few, Number, Table, Word
from engine.kernel.faults import Fault

Op = Literal["more", "damage", "back", "repair", "gain", "draw"]

RUN_OPS: tuple[Op, ...] = ("more", "damage", "back", "repair", "gain")
BURN_OPS: tuple[Op, ...] = ("gain", "draw")

NUMBERS = range(1, 8)
"""Race and trick numbers."""
MOST_COPIES = 20
MOST_DICE = 4
MOST_SIDES = 20
MOST_AMOUNT = 10


class Priority(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """So many dice of so many sides, and a number on top; without dice it is the number alone."""

    dice: Number = 0
    sides: Number = 0
    plus: Number = 0

    def least(self) -> int:
        return self.dice + self.plus

    def most(self) -> int:
        return self.dice * self.sides + self.plus


class Effect(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that a card does.

    more: so many spaces further; damage, back: to the opponents within `reach` spaces ahead, or without a reach to the
    target of the rule; repair: up to so many damage tokens are dropped; gain: tokens; draw: cards.
    """

    op: Op
    n: Number = 1
    token: Token | None = None
    reach: tuple[Number, Number] | None = None


class Card(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A face."""

    id: Word
    title: Word
    race: Number
    trick: Number
    priority: Priority
    run: Few[Effect] = ()
    burn: Few[Effect] = ()
    copies: Table[Word, Number] = {}
    """How many of them each list of cards has."""

    def more(self) -> int:
        """The spaces that its effect adds."""
        return sum(effect.n for effect in self.run if effect.op == "more")

    def spaces(self) -> int:
        """How far it runs without tokens."""
        return self.race + self.more()


def card_faults(place: str, card: Card) -> list[Fault]:
    """Everything that is wrong with one card."""
    faults: list[Fault] = []
    if not (card.id.isascii() and card.id.isalnum() and card.id == card.id.lower()):
        faults.append(Fault(f"{place}.id", "bad_id", "an id is made of small letters and digits"))
    if not card.title.strip():
        faults.append(Fault(f"{place}.title", "empty", "a card has a title"))
    for name, number in (("race", card.race), ("trick", card.trick)):
        if number not in NUMBERS:
            text = f"this is {NUMBERS[0]} to {NUMBERS[-1]}, not {number}"
            faults.append(Fault(f"{place}.{name}", "out_of_range", text))
    dice, sides, plus = card.priority.dice, card.priority.sides, card.priority.plus
    if not (0 <= dice <= MOST_DICE and (2 if dice else 0) <= sides <= (MOST_SIDES if dice else 0)):
        text = f"a priority has up to {MOST_DICE} dice of 2 to {MOST_SIDES} sides; without dice there are no sides"
        faults.append(Fault(f"{place}.priority", "bad_dice", text))
    if not 0 <= plus <= MOST_SIDES:
        faults.append(Fault(f"{place}.priority.plus", "out_of_range", f"this is 0 to {MOST_SIDES}"))
    for use, effects, ops in (("run", card.run, RUN_OPS), ("burn", card.burn, BURN_OPS)):
        for number, effect in enumerate(effects):
            faults += _effect_faults(f"{place}.{use}[{number}]", effect, ops)
    for name, copies in card.copies.items():
        if not 0 <= copies <= MOST_COPIES:
            faults.append(Fault(f"{place}.copies.{name}", "out_of_range", f"there are 0 to {MOST_COPIES} copies"))
    return faults


def _effect_faults(place: str, effect: Effect, ops: tuple[Op, ...]) -> list[Fault]:
    faults: list[Fault] = []
    if effect.op not in ops:
        faults.append(Fault(f"{place}.op", "bad_op", f"here a card can {', '.join(ops)}, not {effect.op}"))
    if not 1 <= effect.n <= MOST_AMOUNT:
        faults.append(Fault(f"{place}.n", "out_of_range", f"this is 1 to {MOST_AMOUNT}"))
    if (effect.token is not None) != (effect.op == "gain"):
        faults.append(Fault(f"{place}.token", "bad_token", "a token is named where one is gained, and only there"))
    if effect.reach is not None:
        if effect.op not in {"damage", "back"}:
            faults.append(Fault(f"{place}.reach", "bad_reach", "only damage and back reach other hens"))
        elif not 0 <= effect.reach[0] <= effect.reach[1] <= MOST_AMOUNT:
            text = f"a reach goes up from its first number to its second, within 0 to {MOST_AMOUNT}"
            faults.append(Fault(f"{place}.reach", "bad_reach", text))
    return faults

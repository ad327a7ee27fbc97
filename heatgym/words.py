"""Choices as words of a fixed vocabulary: one word a step, until one choice is left.

A choice is spelled as its kind, then its fields in their order: a card, a number, or cards that an `END` closes. No
spelling begins another, so the words that may come next are those of the choices that begin with what was said.
"""

from typing import cast

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple
from numpy.typing import NDArray

from engine.heat import Choice, Choices, Heat, LeaveRace, Setup
from engine.heat.cards import MOST_WORTH

END = "end"
"""Closes a field of several cards."""

Mask = NDArray[np.int8]


def faces_of(game: Heat, setup: Setup) -> tuple[str, ...]:
    """Every face that can come up in a race of this set-up, in card order."""
    cards = game.content.cards
    if setup.draft or setup.season:
        return tuple(sorted(game.cards))
    owned = {card for entrant in setup.entrants for card in entrant.upgrades or cards.trio}
    plain = {card.id for card in cards.cards if card.kind in {"speed", "heat", "stress"}}
    return tuple(sorted(owned | plain))


def spelling(choice: Choice) -> tuple[str, ...]:
    """The words of a choice."""
    words = [str(choice.__struct_config__.tag)]
    for value in astuple(cast(Struct, choice)):
        if isinstance(value, tuple):
            words += [*(f"card {card}" for card in value), END]
        else:
            words.append(f"card {value}" if isinstance(value, str) else str(value))
    return tuple(words)


class Vocabulary:
    """The words of one game and set-up, numbered. To retire is no word: a race that is left teaches nothing."""

    def __init__(self, game: Heat, setup: Setup) -> None:
        kinds = {str(move.choice.__struct_config__.tag) for move in game.tables.list if move.choice is not LeaveRace}
        cards = [f"card {face}" for face in faces_of(game, setup)]
        self.words = (*sorted(kinds), *map(str, range(MOST_WORTH + 1)), *cards, END)
        self.number = {word: number for number, word in enumerate(self.words)}

    def __len__(self) -> int:
        return len(self.words)


class Spelling:
    """One answer that is being said, word by word."""

    def __init__(self, vocabulary: Vocabulary, choices: Choices) -> None:
        number = vocabulary.number
        self._size = len(vocabulary)
        self._open: list[tuple[tuple[int, ...], Choice]] = [
            (tuple([number[word] for word in spelling(choice)]), choice)
            for choice in choices
            if isinstance(choice, Choice) and not isinstance(choice, LeaveRace)
        ]
        self.said: tuple[int, ...] = ()
        """The numbers of the words so far."""

    @property
    def choice(self) -> Choice | None:
        """The choice, once no other begins with what was said."""
        return self._open[0][1] if len(self._open) == 1 else None

    def mask(self) -> Mask:
        """1 for each word that may come next."""
        mask = np.zeros(self._size, np.int8)
        mask[[words[len(self.said)] for words, _ in self._open]] = 1
        return mask

    @staticmethod
    def nothing(vocabulary: Vocabulary) -> Mask:
        """The mask of a driver who is not asked."""
        return np.zeros(len(vocabulary), np.int8)

    def say(self, word: int) -> bool:
        """Say one more word; False, and nothing is said, if no choice goes on with it."""
        place = len(self.said)
        left = [one for one in self._open if one[0][place] == word]
        if not left:
            return False
        self._open = left
        self.said = (*self.said, word)
        return True

    def next_of(self, choice: Choice) -> int:
        """The word that comes next of a choice that is still open."""
        return next(words for words, other in self._open if other == choice)[len(self.said)]

"""Every corner has a letter, on the board and in every sentence about it."""

from collections.abc import Mapping
from functools import lru_cache

from engine.heat import Heat
from engine.heat.tracks import Track


@lru_cache(maxsize=512)
def letters_of(game: Heat) -> Mapping[int, str]:
    """Those of the track of a game, which updates ask for again and again."""
    return corner_letters(game.content.track)


def corner_letters(track: Track) -> Mapping[int, str]:
    """By corner line, in driving order from A; both lines of a chicane share one letter."""
    letters: dict[int, str] = {}
    for corner in track.corners:
        first = corner.line if corner.chicane_of is None else corner.chicane_of
        letters[corner.line] = letters.get(first) or _letter(len(set(letters.values())))
    return letters


def _letter(number: int) -> str:
    high, low = divmod(number, 26)
    return (_letter(high - 1) if high else "") + chr(ord("A") + low)

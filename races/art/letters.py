"""Every corner has a letter, on the board and in every sentence about it."""

from collections.abc import Mapping

from engine.heat.tracks import Track


def corner_letters(track: Track) -> Mapping[int, str]:
    """By corner line, in driving order from A; both lines of a chicane share one letter."""
    letters: dict[int, str] = {}
    for corner in track.corners:
        known = corner.chicane_of is not None and corner.chicane_of in letters
        letters[corner.line] = letters[corner.chicane_of] if known else _letter(len(set(letters.values())))
    return letters


def _letter(number: int) -> str:
    high, low = divmod(number, 26)
    return (_letter(high - 1) if high else "") + chr(ord("A") + low)

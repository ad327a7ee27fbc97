"""What the pages say, for somebody who reads a language whole, and what of it was never translated."""

import re
from functools import cache

from engine.heat import all_tracks
from tests import pseudo
from tests.gallery import positions

OWN = (
    "Heatsite",
    "Heat",
    "HenHur",
    "Last Card",
    "Heat: Pedal to the Metal",
    "English",
    "Deutsch",
    "Français",
    "HOTLAP",
)
"""Names of the site, of its games and languages."""
KEYS = ("Enter", "Esc", "Space")
CODES = re.compile(r"\b[A-Z]{6}\b|https?://\S+|\b\w+\.(?:json|png|html)\b")
"""Codes of races, addresses, files."""


@cache
def names() -> re.Pattern[str]:
    """What is the same in every language: people, circuits, cards."""
    tracks = [track.name for track in all_tracks().values()]
    found = {*OWN, *KEYS, *positions.NAMES, *tracks}
    longest_first = sorted(found, key=len, reverse=True)
    return re.compile("|".join(rf"\b{re.escape(name)}\b" for name in longest_first))


def is_untranslated(text: str) -> bool:
    """Whether a sentence on a page in the pseudo-language has words, and none that a translation went over."""
    return pseudo.is_plain(CODES.sub("", names().sub("", text)))


class Reader:
    """Reads page after page, and keeps each sentence once."""

    def __init__(self, language: str) -> None:
        self._is_pseudo = language == pseudo.CODE
        self._known: set[str] = set()
        self.text = ""

    def read(self, page: str, sentences: list[str]) -> list[str]:
        """What is wrong with the new sentences of a page."""
        new = [sentence for sentence in sentences if sentence not in self._known]
        self._known.update(new)
        if new:
            self.text += "\n".join([f"## {page}", *new, "", ""])
        return [f"not translated: “{one}”" for one in new if self._is_pseudo and is_untranslated(one)]

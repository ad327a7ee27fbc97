"""Names as people type them: which characters are allowed, and when two names look the same.

Invisible characters and characters that reverse the text around them are refused: with them a player could pass for
another one, or break the layout of lists.
"""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LONGEST = 24
MOST_CODE_POINTS = 40
"""The length of the column; some visible characters consist of several code points."""

JOINERS = "\u200c\u200d"  # between letters of some scripts, and in some emoji
BLANKS = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"  # letters and symbols that show nothing
INVISIBLE = "\u034f\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\U00016fe4"  # marks that show nothing
COLOURED = "\ufe0f"  # the mark that makes an emoji of a sign; of others nothing can be seen
WIDE = frozenset(
    (
        *range(0xFDF0, 0xFE00),  # whole phrases as one character, many times as wide as a letter
        *range(0x2E3A, 0x2E3C),  # dashes of two and three letters
        *range(0x12000, 0x12550),  # cuneiform
    )
)
MOST_MARKS, MOST_OF_SCRIPT = 3, 5
"""Marks on one letter that reach beyond the others, and all of them; with more they reach into the line above. Some
scripts, as Burmese, need five, which have places of their own."""


def cleaned(typed: str) -> str:
    """A name as it is stored: Unicode-composed, with single spaces. Raises ValidationError with a sentence."""
    name = " ".join(unicodedata.normalize("NFC", typed).split())
    shown = [sign for sign in name if unicodedata.category(sign)[0] != "M" and sign not in JOINERS]
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in shown):
        raise ValidationError(_("Tell us what to call you."), "empty")
    if len(shown) > LONGEST or len(name) > MOST_CODE_POINTS:
        raise ValidationError(_("Names can have %(most)s characters at most.") % {"most": LONGEST}, "too_long")
    if any(not _is_fine(sign) for sign in name) or name[0] in JOINERS or name[-1] in JOINERS or _has_tower(name):
        raise ValidationError(_("Some characters in this name cannot be shown. Please spell it another way."), "unseen")
    return name


def key(name: str) -> str:
    """A key that is equal for names that look the same."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(sign for sign in plain if sign not in JOINERS and not _is_variation(sign))


def _is_fine(sign: str) -> bool:
    """Whether a character is allowed: no control, format (which reverses text), private or unassigned ones."""
    if sign in JOINERS or sign in {" ", COLOURED}:
        return True
    shows = sign not in BLANKS + INVISIBLE and not _is_variation(sign)
    return shows and unicodedata.category(sign)[0] not in "CZ" and ord(sign) not in WIDE


def _is_variation(sign: str) -> bool:
    """Whether it only chooses a form of the character before it."""
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"


def _has_tower(name: str) -> bool:
    """Whether too many marks stand on a letter. No script has the same one twice there."""
    marks: list[str] = []
    for sign in unicodedata.normalize("NFD", name):
        marks = [*marks, sign] if unicodedata.category(sign) in {"Mn", "Me"} else []
        reaching = sum(bool(unicodedata.combining(mark)) for mark in marks)
        if reaching > MOST_MARKS or len(marks) > MOST_OF_SCRIPT or len(set(marks)) < len(marks):
            return True
    return False

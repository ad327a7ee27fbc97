"""The names that people type. They are text and stay text; what cannot be seen, or plays tricks, does not get in."""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LONGEST = 24
MOST_CODE_POINTS = 40
"""As many as a seat keeps; some visible characters are made of several."""

JOINERS = "\u200c\u200d"  # between letters of some scripts, and in some emoji
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols that show nothing
MOST_MARKS = 3
"""Marks on one letter; more are a tower that falls over the line above."""


def cleaned(typed: str) -> str:
    """A name as it is kept: composed, its spaces made single. Raises ValidationError with a sentence."""
    name = " ".join(unicodedata.normalize("NFC", typed).split())
    shown = [sign for sign in name if unicodedata.category(sign)[0] != "M" and sign not in JOINERS]
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in shown):
        raise ValidationError(_("Tell us what to call you."), "empty")
    if len(shown) > LONGEST or len(name) > MOST_CODE_POINTS:
        raise ValidationError(_("A name has at most %(most)s characters.") % {"most": LONGEST}, "too_long")
    if any(not _is_fine(sign) for sign in name) or name[0] in JOINERS or name[-1] in JOINERS or _has_tower(name):
        raise ValidationError(_("This name holds characters that cannot be shown. Type it another way."), "unseen")
    return name


def key(name: str) -> str:
    """What two names share that look the same."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(sign for sign in plain if sign not in JOINERS)


def _is_fine(sign: str) -> bool:
    """Control, format (which turns text around), private and unassigned characters are not."""
    return sign in JOINERS or ((unicodedata.category(sign)[0] not in "CZ" or sign == " ") and sign not in BLANKS)


def _has_tower(name: str) -> bool:
    height = 0
    for sign in unicodedata.normalize("NFD", name):
        height = height + 1 if unicodedata.combining(sign) else 0
        if height > MOST_MARKS:
            return True
    return False

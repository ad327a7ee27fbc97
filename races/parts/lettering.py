"""Our own figures and capitals, each drawn as one stroke in a box of 60 × 100.

As they are strokes, weight is a number. Every numeral that a driver has to read (cards, limit signs, gears, car
numbers) and every poster word is set in these, so that nothing depends on a font. Names that people type are text.
"""

import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Literal

GLYPHS: Mapping[str, tuple[int, str]] = {
    "0": (60, "M30 9C44 9 51 17 51 32V68C51 83 44 91 30 91C16 91 9 83 9 68V32C9 17 16 9 30 9Z"),
    "1": (46, "M3 26C16 25 27 18 28 0M28 0V100"),
    "2": (60, "M9 35C9 17 17 9 30 9C43 9 51 17 51 29C51 40 46 47 37 57L12 87V91H55"),
    "3": (
        60,
        (
            "M9 31C9 16 17 9 30 9C43 9 50 16 50 27C50 40 43 47 31 47H22M31 47C44 47 51 55 51 69"
            "C51 83 43 91 30 91C16 91 8 83 8 68"
        ),
    ),
    "4": (62, "M43 100V12L9 71H61"),
    "5": (60, "M52 9H15L12 48C17 42 23 39 30 39C44 39 51 48 51 64C51 82 43 91 29 91C16 91 9 84 8 70"),
    "6": (
        60,
        (
            "M49 28C48 15 41 9 30 9C16 9 9 18 9 35V67C9 83 16 91 30 91C44 91 51 83 51 66"
            "C51 51 44 43 31 43C19 43 10 51 9 64"
        ),
    ),
    "7": (56, "M3 9H48C37 33 25 60 21 100"),
    "8": (
        60,
        (
            "M30 9C42 9 49 16 49 27C49 39 42 46 30 46C18 46 11 39 11 27C11 16 18 9 30 9ZM30 46"
            "C44 46 51 54 51 68C51 83 44 91 30 91C16 91 9 83 9 68C9 54 16 46 30 46Z"
        ),
    ),
    "9": (
        60,
        (
            "M11 72C12 85 19 91 30 91C44 91 51 82 51 65V33C51 17 44 9 30 9C16 9 9 17 9 34"
            "C9 49 16 57 29 57C41 57 50 49 51 36"
        ),
    ),
    "+": (60, "M30 24V76M4 50H56"),
    "-": (52, "M4 50H48"),
    "x": (56, "M8 30L48 70M48 30L8 70"),
    "?": (56, "M8 33C8 17 15 9 28 9C41 9 48 17 48 28C48 44 28 44 28 66M28 82V100"),
    ".": (24, "M12 82V100"),
    "/": (44, "M38 0L6 100"),
    "'": (24, "M12 0V30"),
    " ": (26, ""),
    "–": (52, "M4 50H48"),
    ":": (24, "M12 30V48M12 74V92"),
    "A": (60, "M9 100V34C9 17 16 9 30 9C44 9 51 17 51 34V100M9 66H51"),
    "B": (
        60,
        "M9 0V100M9 9H29C42 9 49 16 49 27C49 39 42 46 29 46H9M29 46C43 46 51 54 51 68C51 83 43 91 29 91H9",
    ),
    "C": (58, "M50 36V32C50 17 43 9 30 9C16 9 9 17 9 32V68C9 83 16 91 30 91C43 91 50 83 50 68V64"),
    "D": (60, "M9 0V100M9 9H26C43 9 51 18 51 35V65C51 82 43 91 26 91H9"),
    "E": (54, "M52 9H9V91H52M9 49H46"),
    "F": (52, "M51 9H9V100M9 51H45"),
    "G": (60, "M51 34V32C51 17 44 9 30 9C16 9 9 17 9 32V68C9 83 16 91 30 91C44 91 51 83 51 68V53H30"),
    "H": (60, "M9 0V100M51 0V100M9 50H51"),
    "I": (18, "M9 0V100"),
    "J": (50, "M41 0V68C41 84 35 91 24 91C13 91 7 84 7 69"),
    "K": (60, "M9 0V100M54 0L14 58M27 42L55 100"),
    "L": (52, "M9 0V91H51"),
    "M": (78, "M9 100V10L39 64L69 10V100"),
    "N": (62, "M9 100V0M53 100V0M9 6L53 94"),
    "O": (60, "M30 9C44 9 51 17 51 32V68C51 83 44 91 30 91C16 91 9 83 9 68V32C9 17 16 9 30 9Z"),
    "P": (58, "M9 100V9H28C43 9 50 17 50 31C50 46 43 54 28 54H9"),
    "Q": (60, "M30 9C44 9 51 17 51 32V68C51 83 44 91 30 91C16 91 9 83 9 68V32C9 17 16 9 30 9ZM34 70L54 100"),
    "R": (60, "M9 100V9H28C43 9 50 16 50 30C50 44 43 52 28 52H9M29 52L52 100"),
    "S": (
        58,
        "M49 31C49 16 42 9 29 9C17 9 10 16 10 27C10 40 18 44 30 48C42 52 50 57 50 71C50 84 42 91 29 91C16 91 8 83 8 69",
    ),
    "T": (56, "M0 9H56M28 9V100"),
    "U": (60, "M9 0V68C9 83 16 91 30 91C44 91 51 83 51 68V0"),
    "V": (60, "M7 0L30 86L53 0"),
    "W": (86, "M7 0L24 88L43 20L62 88L79 0"),
    "X": (58, "M5 0L53 100M53 0L5 100"),
    "Y": (58, "M5 0L29 50L53 0M29 46V100"),
    "Z": (56, "M4 9H46L10 91H54"),
    "Ñ": (62, "M9 100V0M53 100V0M9 6L53 94M14 -14C20 -26 27 -24 31 -20C36 -15 43 -14 48 -26"),
    "É": (54, "M52 9H9V91H52M9 49H46M22 -10L38 -28"),
    "·": (30, "M15 41V59"),
    "&": (60, "M54 100L20 34C12 18 18 9 29 9C40 9 44 20 37 30L17 51C5 63 10 91 30 91C44 91 52 80 53 62"),
}
"""Width and path of each character."""

GAP = 15  # between two characters


def spell(text: str) -> str:
    """The text in the characters that there are: capitals, accents dropped where we have none; it may be empty."""
    out = ""
    for character in unicodedata.normalize("NFC", text.upper()):
        plain = character if character in GLYPHS else unicodedata.normalize("NFKD", character)
        out += "".join(part for part in plain if part in GLYPHS)
    return " ".join(out.split())


def width(text: str, tracking: float = 0) -> float:
    """How wide a word is at a height of 100."""
    return sum(GLYPHS[character][0] + GAP + tracking for character in text) - GAP - tracking if text else 0


@lru_cache(maxsize=1024)
def word(
    text: str,
    x: float,
    y: float,
    height: float,
    anchor: Literal["start", "middle", "end"] = "start",
    cls: str = "",
    *,
    weight: float = 18,
    tracking: float = 0,
    slant: float = 0,
) -> str:
    """An SVG group: the word with its upper edge at y, in the colour of the text around it."""
    scale = height / 100
    left = x - {"start": 0, "middle": 0.5, "end": 1}[anchor] * width(text, tracking) * scale
    if slant:
        left += height * 0.5 * 0.21
    strokes, pen = [], 0.0
    for character in text:
        advance, d = GLYPHS[character]
        if d:
            moved = f' transform="translate({pen:g} 0)"' if pen else ""
            strokes.append(f'<path{moved} d="{d}"/>')
        pen += advance + GAP + tracking
    skew = f" skewX({-slant:g})" if slant else ""
    name = f"lt {cls}".strip()
    return (
        f'<g class="{name}" transform="translate({_short(left)} {_short(y)}){skew} scale({scale:.4g})" fill="none"'
        f' stroke="currentColor" stroke-width="{weight:g}" stroke-miterlimit="3">{"".join(strokes)}</g>'
    )


@lru_cache(maxsize=1024)
def figure(
    text: str, cls: str = "", *, weight: float = 18, pad: float = 0, label: str | None = None, slant: float = 0
) -> str:
    """A word as a picture of its own, as high as its style sheet says."""
    lean = 21 if slant else 0
    role = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    box = f"{-pad - lean / 2:g} {-pad:g} {width(text) + 2 * pad + lean:g} {100 + 2 * pad:g}"
    name = f"fig {cls}".strip()
    return f'<svg class="{name}" viewBox="{box}" {role}>{word(text, 0, 0, 100, weight=weight, slant=slant)}</svg>'


def _short(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")

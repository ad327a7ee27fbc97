"""What is written can be read: the tokens keep their contrast in both themes (WCAG 2.2 AA)."""

import re
from pathlib import Path

import pytest
from django.conf import settings

TEXT = [
    *(("ink", on) for on in ("paper", "panel", "inset")),
    *(("ink-2", on) for on in ("paper", "panel", "inset")),
    *((colour, "panel") for colour in ("red-text", "green", "blue", "warn", "petrol")),
    *((colour, "paper") for colour in ("red-text", "green", "warn")),
    *(("on-red", "red"), ("on-petrol", "petrol"), ("on-oxblood", "oxblood")),
    *((colour, on) for colour in ("dash-ink", "dash-ink-2", "amber", "mint", "ember") for on in ("dash", "dash-2")),
    *(("dash-ink", "dash-3"), ("dash-ink-2", "dash-3")),
]
SHAPES = [
    ("edge", "paper"),
    ("edge", "panel"),
    ("focus", "paper"),
    ("focus", "panel"),
    ("focus-dash", "dash"),
    ("red", "panel"),
]


def tokens(theme: int) -> dict[str, str]:
    text = (Path(settings.BASE_DIR) / "static/css/tokens.css").read_text()
    found: dict[str, str] = {}
    for name, value in re.findall(r"--([\w-]+): ([^;]*);", text):
        both = re.fullmatch(r"light-dark\((#\w+), (#\w+)\)", value)
        colour = both[theme + 1] if both else value
        if re.fullmatch(r"#[0-9A-F]{6}", colour):
            found.setdefault(name, colour)
    return found


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("colour", "on"), TEXT)
def test_text(colour: str, on: str, theme: int) -> None:
    paint = tokens(theme)
    assert contrast(paint[colour], paint[on]) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("colour", "on"), SHAPES)
def test_shapes(colour: str, on: str, theme: int) -> None:
    paint = tokens(theme)
    assert contrast(paint[colour], paint[on]) >= 3

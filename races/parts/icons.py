"""The icons: 24 × 24, strokes of 2 with round joins, in the colour of the text around them."""

from collections.abc import Mapping
from functools import cache

from django.utils.safestring import SafeString

from races.parts.markup import drawn, spoken

ICONS: Mapping[str, str] = {
    # of the game
    "heat": (
        "M12.4 1.6C13.4 6 18.6 8.4 18.6 14.4A6.6 6.9 0 0 1 5.4 14.4C5.4 10.8 7.9 9.6 8.1 6.3"
        "C9.9 7.2 10.8 8.7 10.8 10.5C12.3 8.4 12.9 5 12.4 1.6ZM12 13.2C10.6 15 9.6 15.8 9.6 17.4"
        "A2.5 2.6 0 0 0 14.5 17.4C14.5 15.8 13.2 15.2 12 13.2Z"
    ),
    "cooldown": (
        "M12 2.5V21.5M3.8 7.3L20.2 16.7M20.2 7.3L3.8 16.7M9.3 4.2L12 6.9L14.7 4.2M9.3 19.8L12 17.1L14.7 19.8"
        "M3.6 11L7.2 10L6.2 6.4M20.4 13L16.8 14L17.8 17.6M20.4 11L16.8 10L17.8 6.4M3.6 13L7.2 14L6.2 17.6"
    ),
    "stress": "M2.5 13L6 7L9 17L12.5 5L15.5 19L18.5 9L21.5 13",
    "plus": "M12 4V20M4 12H20",
    "boost": "M13.5 1.5L4.5 13.5H10.5L8.5 22.5L19.5 9.5H13L16 1.5Z",
    "adrenaline": "M2 12.5H6L8.5 6L12 19L15 9.5L16.8 12.5H22",
    "slipstream": (
        "M2.5 8.5H14A3 3 0 1 0 11 5.5M2.5 12.5H18.5A3 3 0 1 1 15.5 15.5M2.5 16.5H9.5A2.4 2.4 0 1 1 7.1 18.9"
    ),
    "accelerate": "M3 5L10 12L3 19M12 5L19 12L12 19",
    "gear": "M6 4V20M18 4V20M12 4V20M6 12H18M12 4V12",
    "flip": "M4 5H12V19H4ZM15 5.5L20.5 8L17 19.5M8 9V15",
    "draw": "M8.5 3.5H19.5V18H8.5ZM4.5 6.5V21.5H15.5",
    "discard": "M4.5 3.5H15.5V14.5M4.5 3.5V18H10M16.5 12.5V21M13 17.5L16.5 21L20 17.5",
    "corner": "M4 20V14A8 8 0 0 1 12 6H20M16 2L20 6L16 10",
    "spin": (
        "M19.5 12A7.5 7.5 0 1 1 12 4.5C15.5 4.5 17 7 17 9.5A4.5 4.5 0 1 1 12.5 7.5M19.5 12L16.8 9.6M19.5 12L22 9.4"
    ),
    "retire": "M12 3.5V11M7 6.2A8 8 0 1 0 17 6.2",
    # the road and the weather
    "limit_up": "M12 19V5M6 11L12 5L18 11",
    "limit_down": "M12 5V19M6 13L12 19L18 13",
    "sun": (
        "M12 7.5A4.5 4.5 0 1 0 12 16.5A4.5 4.5 0 1 0 12 7.5ZM12 2V4M12 20V22M2 12H4M20 12H22M4.9 4.9L6.3 6.3"
        "M17.7 17.7L19.1 19.1M19.1 4.9L17.7 6.3M6.3 17.7L4.9 19.1"
    ),
    "rain": (
        "M7 14A4.5 4.5 0 1 1 8.2 5.2A5.5 5.5 0 0 1 18.4 7.6A3.3 3.3 0 0 1 17.6 14ZM8 17L7 20.5M12.5 17"
        "L11.5 20.5M17 17L16 20.5"
    ),
    "cloud": "M7 17.5A4.5 4.5 0 1 1 8.2 8.7A5.5 5.5 0 0 1 18.4 11.1A3.3 3.3 0 0 1 17.6 17.5Z",
    "fog": "M3 7H13M16.5 7H21M3 12H6.5M10 12H21M3 17H15M18.5 17H21",
    "storm": (
        "M7 12.5A4.5 4.5 0 1 1 8.2 3.7A5.5 5.5 0 0 1 18.4 6.1A3.3 3.3 0 0 1 17.6 12.5ZM13 14.5L10 18.5H13.5L11.5 22.5"
    ),
    "weather": "M12 3V21M12 5H20L17.5 8L20 11H12M7 21H17",
    # the page
    "check": "M4.5 12.5L9.5 17.5L19.5 6.5",
    "close": "M5.5 5.5L18.5 18.5M18.5 5.5L5.5 18.5",
    "lock": "M5.5 10.5H18.5V20.5H5.5ZM8 10.5V7.5A4 4 0 0 1 16 7.5V10.5",
    "eye": (
        "M2 12C5 6.5 8.5 4.5 12 4.5S19 6.5 22 12C19 17.5 15.5 19.5 12 19.5S5 17.5 2 12ZM12 9A3 3 0 1 0 12 15"
        "A3 3 0 1 0 12 9Z"
    ),
    "undo": "M4 9.5H14.5A5.5 5.5 0 0 1 14.5 20.5H8M8.5 5L4 9.5L8.5 14",
    "clock": "M12 3A9 9 0 1 0 12 21A9 9 0 1 0 12 3ZM12 7V12L15.5 14",
    "sound": "M3.5 9.5V14.5H7L12 19V5L7 9.5ZM15.5 9A4.5 4.5 0 0 1 15.5 15M18 6.5A8 8 0 0 1 18 17.5",
    "moon": "M20 14.5A8.5 8.5 0 1 1 10 3.6A7 7 0 0 0 20 14.5Z",
    "help": "M12 3A9 9 0 1 0 12 21A9 9 0 1 0 12 3ZM9.3 9.3A2.8 2.8 0 1 1 12 12.6V13.6M12 17V17.2",
    "menu": "M3.5 6.5H20.5M3.5 12H20.5M3.5 17.5H20.5",
    "zoom_in": "M10.5 3.5A7 7 0 1 0 10.5 17.5A7 7 0 1 0 10.5 3.5ZM15.5 15.5L21 21M10.5 7.5V13.5M7.5 10.5H13.5",
    "zoom_out": "M10.5 3.5A7 7 0 1 0 10.5 17.5A7 7 0 1 0 10.5 3.5ZM15.5 15.5L21 21M7.5 10.5H13.5",
    "follow": "M12 8A4 4 0 1 0 12 16A4 4 0 1 0 12 8ZM12 2V5M12 19V22M2 12H5M19 12H22",
    "turn": "M4 8V4H8M16 4H20V8M20 16V20H16M8 20H4V16M6.5 16C13 16 11 8 17 8M14 5L17 8L14 11",
    "whole": "M3.5 8.5V3.5H8.5M15.5 3.5H20.5V8.5M20.5 15.5V20.5H15.5M8.5 20.5H3.5V15.5",
    "numbers": "M9 3L7 21M17 3L15 21M3.5 8.5H20.5M3 15.5H20",
    "legend": "M3 16V13A9 9 0 0 1 21 13V16H12.5V11.5H20.5",
    "trophy": (
        "M7 3.5H17V9A5 5 0 0 1 7 9ZM7 5H3.5V6.5A4 4 0 0 0 7.4 10.4M17 5H20.5V6.5A4 4 0 0 1 16.6 10.4M12 14V18"
        "M8 20.5H16L15 18H9Z"
    ),
    "flag": "M5 21.5V3M5 4C9 2 12 6.5 19 4V13C12 15.5 9 11 5 13",
    "scales": (
        "M12 3.5V20.5M7.5 20.5H16.5M4.5 6.5H19.5M4.5 6.5L1.8 13.5A3 3 0 0 0 7.2 13.5ZM19.5 6.5L16.8 13.5"
        "A3 3 0 0 0 22.2 13.5Z"
    ),
    "swap": "M4 8H19M15.5 4.5L19 8L15.5 11.5M20 16H5M8.5 12.5L5 16L8.5 19.5",
    "copy": "M8.5 8.5H20.5V20.5H8.5ZM15.5 8.5V3.5H3.5V15.5H8.5",
    "bot": "M5 9H19V19H5ZM12 9V5M12 3.2V3.4M9.5 13V15M14.5 13V15M2.5 12.5V15.5M21.5 12.5V15.5",
    "tv": "M3 6.5H21V18.5H3ZM8.5 21.5H15.5M8 2.5L12 6.5L16 2.5",
    "link": "M10 14L14 10M8.5 11L5.5 14A3.6 3.6 0 0 0 10.5 19L13.5 16M15.5 13L18.5 10A3.6 3.6 0 0 0 13.5 5L10.5 8",
    "share": "M12 15V3M7.5 7L12 2.8L16.5 7M5 12V20.5H19V12",
    "play": "M6 3.5L20 12L6 20.5Z",
    "signal": "M4 20V16M9.3 20V12M14.6 20V8M20 20V4",
    "press": "M3 8H7L9 5H15L17 8H21V19.5H3ZM12 10A3.5 3.5 0 1 0 12 17A3.5 3.5 0 1 0 12 10Z",
    "pause": "M8 4.5V19.5M16 4.5V19.5",
    "step": "M5 4.5L15 12L5 19.5ZM19 4.5V19.5",
    "step_back": "M19 4.5L9 12L19 19.5ZM5 4.5V19.5",
    "left": "M15 4.5L7.5 12L15 19.5",
    "right": "M9 4.5L16.5 12L9 19.5",
    "down": "M4.5 9L12 16.5L19.5 9",
    "up": "M4.5 15L12 7.5L19.5 15",
    "download": "M12 3V15M7.5 11L12 15.2L16.5 11M4.5 17V20.5H19.5V17",
    "edit": "M4 20L5 15.5L16 4.5L19.5 8L8.5 19ZM13.5 7L17 10.5",
    "people": (
        "M9 4.5A3.5 3.5 0 1 0 9 11.5A3.5 3.5 0 1 0 9 4.5ZM2.5 20C2.5 16 5 14 9 14S15.5 16 15.5 20M15.5 4.9"
        "A3.5 3.5 0 0 1 15.5 11.1M18 14.6C20.3 15.4 21.5 17.2 21.5 20"
    ),
    "user": "M12 4A4 4 0 1 0 12 12A4 4 0 1 0 12 4ZM4.5 20.5C4.5 16.5 7.5 14.5 12 14.5S19.5 16.5 19.5 20.5",
    "host": "M3.5 18.5V7L8 11.5L12 5L16 11.5L20.5 7V18.5Z",
    "home": "M3 11.5L12 4L21 11.5M5.5 9.8V20H18.5V9.8M10 20V14.5H14V20",
    "keyboard": "M2.5 6H21.5V18H2.5ZM6 9.8H6.3M9.9 9.8H10.2M13.8 9.8H14.1M17.7 9.8H18M6.5 14H17.5",
    "settings": (
        "M4 7H13M17 7H20M4 17H7M11 17H20M15 4.7A2.3 2.3 0 1 0 15 9.3A2.3 2.3 0 1 0 15 4.7ZM9 14.7"
        "A2.3 2.3 0 1 0 9 19.3A2.3 2.3 0 1 0 9 14.7Z"
    ),
    "phone": "M7 2.5H17V21.5H7ZM11 18.5H13",
    "info": "M12 3A9 9 0 1 0 12 21A9 9 0 1 0 12 3ZM12 11V16.5M12 7.5V7.7",
    "warning": "M12 3.5L21.5 20H2.5ZM12 10V14.5M12 17.2V17.4",
    "bell": "M6 17V11A6 6 0 0 1 18 11V17L20 18.5H4ZM10.2 21.2H13.8",
    "remove": "M4.5 6.5H19.5M9 6.5V3.5H15V6.5M6.5 6.5L7.5 20.5H16.5L17.5 6.5M10.5 10V17M13.5 10V17",
    "block": "M12 3A9 9 0 1 0 12 21A9 9 0 1 0 12 3ZM5.7 5.7L18.3 18.3",
    "away": "M12 4A4 4 0 1 0 12 12A4 4 0 1 0 12 4ZM4.5 20.5C4.5 16.5 7.5 14.5 12 14.5S19.5 16.5 19.5 20.5M3 3L20 20",
    "thumb": (
        "M7.5 11L11.5 3C13.3 3 14.3 4.3 14 6L13.3 9.5H18.5A2 2 0 0 1 20.4 12L18.6 18.6A2 2 0 0 1 16.7 20H7.5Z"
        "M7.5 11V20H3.5V11Z"
    ),
    "horn": "M3 10V14H6.5L15 19V5L6.5 10ZM18 9.2A4 4 0 0 1 18 14.8M20.3 6.2A8.5 8.5 0 0 1 20.3 17.8",
    "minute": "M7 3H17M7 21H17M8 3V7.5L12 12L16 7.5V3M8 21V16.5L12 12L16 16.5V21",
    "stand_in": "M5 9H19V19H5ZM12 9V5M9.5 13V14.5M14.5 13V14.5M2.5 12.5V15.5M21.5 12.5V15.5M9 2.5L12 5L15 2.5",
    "plug": "M9 3V8M15 3V8M6 8H18V12A6 6 0 0 1 6 12ZM12 18V21.5",
    "speed": "M4.5 18.5A9.5 9.5 0 1 1 19.5 18.5M12 14L16.5 8",
    "mute": "M3.5 9.5V14.5H7L12 19V5L7 9.5ZM16 9.5L21 14.5M21 9.5L16 14.5",
}
STAND_IN = "settings"
"""The icon of what has none of its own."""
FILLED = frozenset({"heat", "boost", "play"})

STROKE = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
FILL = 'fill="currentColor" fill-rule="evenodd"'


@cache
def sprite() -> SafeString:
    """Every icon, once a page."""
    return drawn(*(symbol(name, path, filled=name in FILLED) for name, path in ICONS.items()))


def symbol(name: str, path: str, *, filled: bool) -> str:
    """An icon of a sprite."""
    return f'<symbol id="i-{name}" viewBox="0 0 24 24"><path d="{path}" {FILL if filled else STROKE}/></symbol>'


def icon(name: str, cls: str = "", label: str = "") -> SafeString:
    """An icon of the sprite; without a label it is decoration beside words."""
    if name not in ICONS:
        raise KeyError(f"there is no icon “{name}”")
    return use(name, cls, label)


def use(name: str, cls: str = "", label: str = "") -> SafeString:
    """An icon of any sprite that the page has."""
    return drawn(f'<svg class="{f"i {cls}".strip()}" {spoken(label)}><use href="#i-{name}"/></svg>')

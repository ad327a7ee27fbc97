"""The symbols of cards: what each is called, what it does, and its drawing, on the card and on the lever that uses it.

A drawing is a path of 24 × 24. Those that pages show beside words, too, come from the icons of the site.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from races.parts import icons
from races.parts.icons import ICONS
from races.parts.markup import drawn


@dataclass(frozen=True, slots=True)
class CardSymbol:
    """A symbol as players see it."""

    words: str | Promise
    """What a drawn card calls it, with its number."""
    path: str
    filter: str | Promise
    """What a card does that has it, in a few words: a market is filtered by them."""
    does: Callable[[int], str] | None
    """What it does, with its number, as a sentence; None for flips, which are part of what a card counts."""
    filled: bool = False
    """Whether the path is filled; else it is a stroke."""
    costs: bool = False
    """Whether it costs the driver something: its badge is red."""
    one_is_written: bool = True
    """Whether the badge has the number where that is 1."""
    signed: bool = False
    """Whether the number has its sign."""


def _limit(n: int) -> str:
    if n < 0:
        return _("The limit of every corner that you cross this turn is %(n)s lower.") % {"n": -n}
    return _("The limit of every corner that you cross this turn is %(n)s higher.") % {"n": n}


SYMBOLS: Mapping[str, CardSymbol] = {
    "plus": CardSymbol(gettext_lazy("flip %(n)s"), ICONS["plus"], filter=gettext_lazy("Flips cards"), does=None),
    "cooldown": CardSymbol(
        gettext_lazy("cooldown %(n)s"),
        ICONS["cooldown"],
        filter=gettext_lazy("Cools down"),
        does=lambda n: _("Cools up to %(n)s Heat: from your hand to the engine.") % {"n": n},
    ),
    "super_cool": CardSymbol(
        gettext_lazy("super cool %(n)s"),
        "M8 3V15M3 6L13 12M13 6L3 12M16 9.5V20.5M11.2 12.2L20.8 17.8M20.8 12.2L11.2 17.8",
        filter=gettext_lazy("Cools the discard pile"),
        does=lambda n: _("Brings up to %(n)s Heat of your discard pile to the engine.") % {"n": n},
    ),
    "slipstream": CardSymbol(
        gettext_lazy("slipstream %(n)s further"),
        ICONS["slipstream"],
        filter=gettext_lazy("Lengthens the slipstream"),
        does=lambda n: (
            ngettext("Your slipstream may go %(n)s space farther.", "Your slipstream may go %(n)s spaces farther.", n)
            % {"n": n}
        ),
    ),
    "draft": CardSymbol(
        gettext_lazy("draft %(n)s"),
        "M2.5 8H9.5M2.5 12H7M2.5 16H9.5M12 12H21M17.5 8.5L21 12L17.5 15.5",
        filter=gettext_lazy("Drafts behind a car"),
        does=lambda n: (
            ngettext(
                "Closes a gap of %(n)s space to the car ahead. That is not speed.",
                "Closes a gap of up to %(n)s spaces to the car ahead. That is not speed.",
                n,
            )
            % {"n": n}
        ),
    ),
    "direct_play": CardSymbol(
        gettext_lazy("direct play"),
        "M4 3.5H14V20.5H4ZM14 12H21.5M18 8.5L21.5 12L18 15.5",
        filter=gettext_lazy("Can be played in React"),
        does=lambda n: _("Can be played from your hand in React, on top of the cards of your gear."),
        one_is_written=False,
    ),
    "accelerate": CardSymbol(
        gettext_lazy("accelerate"),
        ICONS["accelerate"],
        filter=gettext_lazy("Accelerates"),
        does=lambda n: _("Adds 1 speed for each flip of your turn."),
        one_is_written=False,
    ),
    "adjust_limit": CardSymbol(
        gettext_lazy("corner limits %(n)s"),
        "M12 2.5A9.5 9.5 0 1 0 12 21.5A9.5 9.5 0 1 0 12 2.5ZM12 6.8V12.2M9.3 9.5H14.7M9.3 16H14.7",
        filter=gettext_lazy("Changes corner limits"),
        does=_limit,
        signed=True,
    ),
    "reduce_stress": CardSymbol(
        gettext_lazy("discard %(n)s Stress"),
        "M2.5 10L5.5 5L8.5 13L11.5 4L14 10M18 5V19M14 15L18 19.5L22 15",
        filter=gettext_lazy("Throws Stress away"),
        does=lambda n: _("Throws away up to %(n)s Stress of your hand.") % {"n": n},
    ),
    "salvage": CardSymbol(
        gettext_lazy("salvage %(n)s"),
        "M4.5 12A7.5 7.5 0 0 1 18 7.5M18.5 3V8H13.5M19.5 12A7.5 7.5 0 0 1 6 16.5M5.5 21V16H10.5",
        filter=gettext_lazy("Brings discarded cards back"),
        does=lambda n: (
            ngettext(
                "Shuffles up to %(n)s discarded card back into your draw pile.",
                "Shuffles up to %(n)s discarded cards back into your draw pile.",
                n,
            )
            % {"n": n}
        ),
    ),
    "refresh": CardSymbol(
        gettext_lazy("refresh"),
        "M5 11.5H19V20.5H5ZM12 9V2.5M8.5 6L12 2.5L15.5 6",
        filter=gettext_lazy("Can be drawn again"),
        does=lambda n: _("Goes back on top of your draw pile at the end of the turn, if you want."),
        one_is_written=False,
    ),
    "scrap": CardSymbol(
        gettext_lazy("scrap %(n)s"),
        "M6 3H15V9M6 3V13M10.5 9V20.5M5.5 15.5L10.5 20.5L15.5 15.5M17 9H20",
        filter=gettext_lazy("Scraps cards"),
        does=lambda n: (
            ngettext(
                "A must: the top %(n)s card of your draw pile is discarded.",
                "A must: the top %(n)s cards of your draw pile are discarded.",
                n,
            )
            % {"n": n}
        ),
        costs=True,
    ),
    "heat": CardSymbol(
        gettext_lazy("pay %(n)s Heat"),
        ICONS["heat"],
        filter=gettext_lazy("Costs Heat"),
        does=lambda n: _("Costs %(n)s Heat from the engine, before the rest of it can be used.") % {"n": n},
        filled=True,
        costs=True,
    ),
}
"""By their name in the data, in the order in which a market can be filtered by them: what moves and helps first, what
costs last. A content of its own may have symbols that are not here."""


def words(name: str, amount: int) -> str:
    """A symbol in words; of one that is not here, its name."""
    text = str(SYMBOLS[name].words) if name in SYMBOLS else name.replace("_", " ") + " %(n)s"
    return text % {"n": number(name, amount)}


def does(name: str, amount: int) -> str:
    """What a symbol does, as a sentence; of one that is not here, its name."""
    symbol = SYMBOLS.get(name)
    return words(name, amount) if symbol is None or symbol.does is None else symbol.does(amount)


def number(name: str, amount: int) -> str:
    """The number of a symbol as its card has it."""
    symbol = SYMBOLS.get(name)
    if symbol is not None and symbol.signed:
        return f"{amount:+d}".replace("-", "–")
    return "" if amount == 1 and symbol is not None and not symbol.one_is_written else str(amount)


def costs(name: str) -> bool:
    return name in SYMBOLS and SYMBOLS[name].costs


def is_filled(name: str) -> bool:
    return name in SYMBOLS and SYMBOLS[name].filled


def path(name: str) -> str:
    """The drawing of a symbol; the stand-in for one that is not here."""
    return SYMBOLS[name].path if name in SYMBOLS else ICONS[icons.STAND_IN]


def sprite() -> SafeString:
    """The symbols that the sprite of all pages lacks, as icons."""
    own = {name: symbol for name, symbol in SYMBOLS.items() if name not in ICONS}
    return drawn(*(icons.symbol(name, symbol.path, filled=symbol.filled) for name, symbol in own.items()))


def icon(name: str, cls: str = "", label: str = "") -> SafeString:
    """An icon of the site or of a symbol; the stand-in for any other name, as custom content may have it."""
    return icons.use(name if name in ICONS or name in SYMBOLS else icons.STAND_IN, cls, label)

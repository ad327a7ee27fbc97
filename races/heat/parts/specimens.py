"""What the style guide lays out: one of everything that there is, by name."""

from typing import Any

from engine.heat.cards import base_cards
from races.heat.parts.symbols import SYMBOLS
from races.parts.chips import LIVERIES
from races.parts.icons import ICONS

FREE, STAY = ("", "free"), ("", "stay")
SWATCHES = (
    *("paper", "panel", "inset", "rule", "edge", "ink", "ink-2", "red", "petrol", "ochre", "green", "blue", "warn"),
    *("dash", "dash-2", "dash-3", "amber", "mint", "ember", "needle"),
)


def specimens() -> dict[str, Any]:
    """The context of styleguide.html."""
    cards = base_cards().cards
    return {
        "cards": base_cards().named(),
        "swatches": SWATCHES,
        "states": ("connecting", "connected", "reconnecting", "offline", "disconnected"),
        "hand": ("1", "3", "4", "4", "up13", "stress", "heat"),
        "presets": ("Cool all I can", "No slipstream", "Keep my cards"),
        "symbols": tuple(dict.fromkeys((*ICONS, *SYMBOLS))),
        "liveries": tuple(
            (colour, livery.pattern, number) for number, (colour, livery) in enumerate(LIVERIES.items(), 1)
        ),
        "deck": tuple(card.id for card in cards if card.kind in ("speed", "starting", "heat", "stress")),
        "upgrades": tuple(card.id for card in cards if card.kind == "upgrade"),
        "sponsors": tuple(card.id for card in cards if card.kind == "sponsor"),
        "prices": {1: FREE, 2: STAY, 3: FREE, 4: ("pay", "1 Heat")},
        "refused": {1: FREE, 2: STAY, 3: ("no", "2 cards"), 4: ("no", "no Heat")},
        "phases": ("Shift", "Play cards", "Move", "Adrenaline", "React", "Slipstream", "Corners", "Discard", "Draw"),
    }

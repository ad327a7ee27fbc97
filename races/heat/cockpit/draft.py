"""The screen of a draft: one upgrade of several."""

from dataclasses import dataclass

from races.heat.cockpit.screen import CockpitScreen


@dataclass(frozen=True, kw_only=True)
class DraftScreen(CockpitScreen):
    template = "draft"
    css_class = "is-draft"

    offers: list[tuple[str, str]]
    """What the button of a card chooses, and the card."""
    owned: tuple[str, ...]

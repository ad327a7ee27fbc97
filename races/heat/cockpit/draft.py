"""The screens of a draft: one upgrade of those on the market, or of the driver's own."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from races.heat.ahead import PICKS
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.screen import CockpitScreen
from races.heat.garage.draft import Owned, owned


@dataclass(frozen=True)
class Wish:
    """A card that was chosen ahead."""

    card: Owned
    is_taken: bool
    """Whether another driver has it meanwhile."""


@dataclass(frozen=True, kw_only=True)
class DraftScreen(CockpitScreen):
    template = "draft"
    css_class = "is-draft"

    give: tuple[Owned, ...] = ()
    """Those of the driver's own of which one goes."""
    give_name: str = ""
    """The field of the form that says which one."""
    take: tuple[Owned, ...] = ()
    """Those of the market of which one is taken. The market shows them; the form shows the one that is chosen."""
    take_name: str = ""
    owned: tuple[Owned, ...] = ()
    wishes: tuple[Wish, ...] = ()
    """What was chosen ahead, in the order in which it is tried."""
    go_with: str = ""
    """What the main button says once a card is chosen; # stands for its name."""


def owned_by(cockpit: Cockpit) -> tuple[Owned, ...]:
    return owned(cockpit.game, cockpit.car.upgrades)


def each(cockpit: Cockpit, faces: Iterable[str]) -> tuple[Owned, ...]:
    """Copies of a card are one choice."""
    return owned(cockpit.game, tuple(dict.fromkeys(faces)))


def waiting(cockpit: Cockpit) -> DraftScreen:
    """Others pick; the market can be read meanwhile."""
    return DraftScreen(sentence=until_my_pick(cockpit), state=_("The market lies open."), owned=owned_by(cockpit))


def until_my_pick(cockpit: Cockpit) -> str:
    view = cockpit.view
    if cockpit.scene.race.paused:
        return _("The race is paused.")
    ahead = view.order[view.turn :]
    if view.phase not in PICKS:
        return _("Your upgrades are chosen.")
    if cockpit.seat not in ahead:
        return _("You have picked; others follow.")
    before = ahead.index(cockpit.seat)
    if before == 1:
        return _("You pick next.")
    return ngettext("You pick after %(n)s more.", "You pick after %(n)s more.", before) % {"n": before}

"""React: the levers of all actions, and the button that goes on, unless something here is a must."""

from typing import Any

from django.utils.translation import gettext as _

from engine.heat.choices import Choice
from engine.heat.moves.adrenaline import Adrenaline
from engine.heat.moves.boost import Boost
from engine.heat.moves.cool import Cool
from engine.heat.moves.forgo import Forgo
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.pay_heat import PayHeat
from engine.heat.moves.scrap import Scrap
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.screen import Button
from races.heat.cockpit.turn import TurnScreen, turn_screen
from races.heat.cockpit.way_out import ways_out
from races.heat.moves import SiteMoves
from races.heat.moves.move import SiteMove
from races.heat.moves.pass_ import go_on

FIRST: tuple[type[Choice], ...] = (Forgo, PayHeat, Scrap, Cool, Boost, Adrenaline)
"""The actions whose levers stand first: what is a must, then what gear and place give. The symbols of cards follow, in
the order of the engine's list."""


def _place(move: SiteMove[Any]) -> int:
    return FIRST.index(move.choice) if move.choice in FIRST else len(FIRST)


def react(cockpit: Cockpit, moves: SiteMoves) -> TurnScreen:
    done = Pass() in cockpit.offered
    found = [lever for move in sorted(moves, key=_place) if move.levers is not None for lever in move.levers(cockpit)]
    outlook = cockpit.as_it_stands
    spins = outlook is not None and outlook.is_certain_spin_out
    saved = ways_out(cockpit, found) if spins else ""
    # what nothing here can change needs no second thought
    warning = outlook.warning() if outlook is not None and saved else ()
    go: Button | None = None
    sentence, state = _("Something here is a must."), _("Use it first.")
    if done and any(lever.is_usable() for lever in found):
        sentence, state = _("React in any order, then go on."), _("All optional.")
        go = go_on(_("Done reacting"), warning)
    elif done:
        sentence, state = _("Nothing to use this time."), _("Each choice says why.")
        go = go_on(_("Go on"))
    if spins and outlook is not None:
        sentence = outlook.spin_sum()
        state = _("%(name)s would save you.") % {"name": saved} if saved else _("Nothing here prevents it.")
    if cockpit.goes_off:
        usable = any(lever.is_usable() for lever in found)
        state = _("What is free to cool is cooled for you in a moment.") if usable else _("You go on in a moment.")
    return turn_screen(cockpit, found, label=_("Reactions"), sentence=sentence, state=state, go=go, outlook=outlook)

"""React: the levers of all actions, and the button that goes on, unless something here is a must."""

from django.utils.translation import gettext as _

from engine.heat.moves.pass_ import Pass
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.screen import Button
from races.heat.cockpit.turn import TurnScreen, turn_screen
from races.heat.moves import SiteMoves
from races.heat.moves.pass_ import go_on


def react(cockpit: Cockpit, moves: SiteMoves) -> TurnScreen:
    done = Pass() in cockpit.offered
    found = [lever for move in moves if move.levers is not None for lever in move.levers(cockpit)]
    outlook = cockpit.outlook(Pass()) if done else None
    warning = outlook.warning() if outlook is not None else ()
    if not any(lever.is_way_out() for lever in found):
        warning = ()  # what no lever can change needs no second thought
    go: Button | None = None
    sentence, state = _("Something here is a must."), _("Use that first, then go on.")
    if done and any(lever.is_usable() for lever in found):
        sentence, state = _("React in any order, then go on."), _("Nothing here is a must.")
        go = go_on(_("Done reacting"), warning)
    elif done:
        sentence, state = _("Nothing to use this time."), _("Each lever says why.")
        go = go_on(_("Go on"), warning)
    return turn_screen(cockpit, found, label=_("Reactions"), sentence=sentence, state=state, go=go, outlook=outlook)

"""The drafts before the first round: take an upgrade, give one back, swap one."""

from typing import Any

from django.utils.translation import gettext as _

from engine.heat.moves.give_up import GiveUp
from engine.heat.moves.pick import Pick
from engine.heat.moves.swap import Swap
from races.heat.cockpit.desk import Desk


def pick(desk: Desk) -> dict[str, Any]:
    return _offer(desk, _("Take an upgrade for your deck."), _("Who comes next takes of what is left.")) | {
        "offers": [(f"pick:{choice.card}", choice.card) for choice in desk.of(Pick)],
    }


def give_up(desk: Desk) -> dict[str, Any]:
    return _offer(desk, _("Give one upgrade back."), _("You keep the other three.")) | {
        "offers": [(f"give_up:{choice.card}", choice.card) for choice in desk.of(GiveUp)],
    }


def swap(desk: Desk) -> dict[str, Any]:
    """One of mine for one that nobody took, or none."""
    swaps = desk.of(Swap)
    return _offer(desk, _("Swap an upgrade, or keep yours."), _("Choose one of yours and one of those left over.")) | {
        "template": "swap",
        "gives": list(dict.fromkeys(choice.give for choice in swaps)),
        "takes": list(dict.fromkeys(choice.take for choice in swaps)),
        "keep": _("Keep mine"),
        "go": _("Swap them"),
    }


def _offer(desk: Desk, sentence: str, state: str) -> dict[str, Any]:
    return {
        "template": "draft",
        "kind": "is-draft",
        "sentence": sentence,
        "state": state,
        "owned": desk.car.upgrades,
    }

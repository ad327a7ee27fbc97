"""A certain spin-out in React: what of all that can be used prevents it, and what does not."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import astuple

from engine.heat.choices import Choice
from engine.heat.moves.cool import Cool
from engine.heat.moves.super_cool import SuperCool
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever

HEAT_BACK = (Cool, SuperCool)
"""What brings Heat to the engine."""


def ways_out(cockpit: Cockpit, levers: list[Lever]) -> str:
    """What prevents the spin-out, by its name; empty if nothing does. Every lever is told what it does about it."""
    choices = {_do(choice): choice for choice in cockpit.offered.others if isinstance(choice, Choice)}
    found = [saved for lever in levers if lever.is_usable() for saved in _of_lever(cockpit, lever, choices)]
    return found[0] if found else _together(cockpit, levers, choices)


def _of_lever(cockpit: Cockpit, lever: Lever, choices: dict[str, Choice]) -> Iterator[str]:
    """The least amount with which a lever prevents it."""
    for name, do in _named(lever):
        if do in choices and not _spins_after(cockpit, choices[do]):
            lever.saves = _("%(name)s would save you.") % {"name": name}
            yield name
            return
    if not lever.flips:
        lever.risk = _("Still a spin-out")


def _named(lever: Lever) -> list[tuple[str, str]]:
    """Each choice of a lever with its name, the least first."""
    return [(f"{lever.name} {amount}", do) for amount, do in lever.amounts] or [(lever.name, lever.do)]


def _spins_after(cockpit: Cockpit, choice: Choice) -> bool:
    outlook = cockpit.outlook(choice) or cockpit.outlook_after([choice])
    return bool(outlook.risk)


def _together(cockpit: Cockpit, levers: list[Lever], choices: dict[str, Choice]) -> str:
    """All that brings Heat to the engine, each as much as it can, by its names; empty if that does not prevent it."""
    most = [_named(lever)[-1] for lever in levers if lever.is_usable()]
    used = [(name, choices[do]) for name, do in most if isinstance(choices.get(do), HEAT_BACK)]
    if len(used) < 2 or cockpit.outlook_after([choice for _name, choice in used]).risk:
        return ""
    return " + ".join(name for name, _choice in used)


def _do(choice: Choice) -> str:
    """A choice as the button of a lever sends it."""
    assert isinstance(choice, Struct), "every choice is a struct"
    return ":".join((str(choice.__struct_config__.tag), *map(str, astuple(choice))))

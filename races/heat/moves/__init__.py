"""The actions on the site, one module each: its control, its log line, its playback and its preset.

There is no second list: each action of the engine's list (`engine.heat.moves.MOVES`) has a module here that bears the
name of the action, with its `MOVE` at the foot.
"""

from importlib import import_module
from keyword import iskeyword
from typing import Any, TypeAlias

from engine.heat.choices import Choice
from engine.heat.moves import MOVES as ENGINE_MOVES
from races.heat.moves.move import SiteMove

SiteMoves: TypeAlias = tuple[SiteMove[Any], ...]


def _on_the_site(choice: type[Choice]) -> SiteMove[Any]:
    """What the module of an action declares. A module cannot be called `pass`, so that one is `pass_`."""
    action = str(choice.__struct_config__.tag)
    name = f"{action}_" if iskeyword(action) else action
    move: SiteMove[Any] = import_module(f"{__name__}.{name}").MOVE
    return move


MOVES: SiteMoves = tuple(_on_the_site(move.choice) for move in ENGINE_MOVES)

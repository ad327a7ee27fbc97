"""What a seat can choose, and the commands that carry choices."""

from typing import TypeAlias

from msgspec import Struct

from engine.kernel.bounds import Word
from engine.kernel.commands import Answer, End, Reader, Retire, StandIn, Withdraw


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag="play"):
    """Play a card. A Wild names the colour that follows; `call` says that one card is left."""

    card: Word
    colour: Word = ""
    call: bool = False


class Draw(Struct, frozen=True, forbid_unknown_fields=True, tag="draw"):
    """Draw a card."""


class Pass(Struct, frozen=True, forbid_unknown_fields=True, tag="pass"):
    """Do nothing, where nothing fits and nothing can be drawn."""


class Keep(Struct, frozen=True, forbid_unknown_fields=True, tag="keep"):
    """Keep the card that was just drawn."""


class Accept(Struct, frozen=True, forbid_unknown_fields=True, tag="accept"):
    """Believe the Wild Draw Four, and take four cards."""


class Challenge(Struct, frozen=True, forbid_unknown_fields=True, tag="challenge"):
    """Doubt the Wild Draw Four."""


class LetGo(Struct, frozen=True, forbid_unknown_fields=True, tag="let_go"):
    """Do not catch the player who forgot to call."""


class Catch(Struct, frozen=True, forbid_unknown_fields=True, tag="catch"):
    """Catch the player who forgot to call the last card."""


class Next(Struct, frozen=True, forbid_unknown_fields=True, tag="next"):
    """Go on to the next round."""


Choice: TypeAlias = Play | Draw | Pass | Keep | Accept | Challenge | LetGo | Catch | Next
Command: TypeAlias = Answer[Choice] | Withdraw | StandIn | Retire | End

read_command: Reader[Command] = Reader(Command)
"""Reads a command from the wire: a command, or a refusal that says what is wrong with it."""

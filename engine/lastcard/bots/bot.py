"""What a bot is: it sees its own view and the choices, nothing else, and names one of the choices."""

from collections.abc import Sequence
from typing import Protocol

from engine.kernel.chance import Seed, draw, pick
from engine.lastcard.choices import Choice
from engine.lastcard.game import LastCard
from engine.lastcard.views import View


class Bot(Protocol):
    """A player that is a program. It may be asked about many matches; it keeps nothing of any."""

    name: str

    def choose(self, view: View, choices: Sequence[Choice], dice: Seed) -> Choice:
        """One of the choices. `dice` is the bot's own chance for this decision."""


class RandomBot:
    """Picks any choice."""

    name = "random"

    def __init__(self, game: LastCard) -> None:
        self.game = game

    def choose(self, view: View, choices: Sequence[Choice], dice: Seed) -> Choice:
        return choices[pick(draw(dice, 0, 0), len(choices))]

"""What a bot is: it sees its own view and the choices, nothing else, and names one of the choices."""

from typing import Protocol

from engine.heat.choices import Choice, Choices
from engine.heat.game import Heat
from engine.heat.moves.leave_race import LeaveRace
from engine.heat.views import View
from engine.kernel.chance import Seed, draw, pick


class Bot(Protocol):
    """A driver that is a program. It may be asked about many races; it keeps nothing of any."""

    name: str

    def choose(self, view: View, choices: Choices, dice: Seed) -> Choice:
        """One of the choices. `dice` is the bot's own chance for this decision."""


class RandomBot:
    """Picks any choice, but does not retire."""

    name = "random"

    def __init__(self, game: Heat) -> None:
        self.game = game

    def choose(self, view: View, choices: Choices, dice: Seed) -> Choice:
        n = 0
        while True:
            choice = choices[pick(draw(dice, 0, n), len(choices))]
            n += 1
            if isinstance(choice, Choice) and not isinstance(choice, LeaveRace):
                return choice


def listed(choices: Choices) -> list[Choice]:
    """The choices that are not choices of cards, without taking an answer back."""
    return [choice for choice in choices.others if isinstance(choice, Choice)]


def confirm(choices: Choices) -> Choice:
    """The first choice there is; for a question that leaves none, like a cluttered hand's."""
    choice = choices[0]
    assert isinstance(choice, Choice), "a question that is open has an answer"
    return choice

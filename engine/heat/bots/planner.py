"""A bot that plans: it unpacks its view once, and answers each phase by itself. All planners draft by one table."""

from abc import ABC, abstractmethod

from engine.heat.bots.bot import confirm, listed
from engine.heat.bots.outlook import Outlook
from engine.heat.bots.symbols import draft
from engine.heat.choices import Choice, Choices
from engine.heat.game import Heat
from engine.heat.views import View
from engine.kernel.chance import Seed


class Planner(ABC):
    """One method a question."""

    name: str

    def __init__(self, game: Heat) -> None:
        self.game = game

    def choose(self, view: View, choices: Choices, dice: Seed) -> Choice:
        if taken := draft(listed(choices)):
            return taken
        outlook = Outlook(self.game, view)
        if view.phase == "gears":
            return self.gear(outlook, choices)
        if view.phase == "cards":
            return self.cards(outlook, choices) if choices.sets else confirm(choices)
        if view.phase == "discard":
            return self.discard(outlook, choices)
        return self.react(outlook, choices)

    @abstractmethod
    def gear(self, outlook: Outlook, choices: Choices) -> Choice: ...

    @abstractmethod
    def cards(self, outlook: Outlook, choices: Choices) -> Choice: ...

    @abstractmethod
    def react(self, outlook: Outlook, choices: Choices) -> Choice:
        """React, the choice of a value, or the slipstream: whatever is done step by step."""

    @abstractmethod
    def discard(self, outlook: Outlook, choices: Choices) -> Choice: ...

"""Plays by the simplest of habits, and never looks at anybody else."""

from collections.abc import Sequence

from engine.henhur.bots.habits import cautious
from engine.henhur.choices import Choice
from engine.henhur.game import HenHur
from engine.henhur.imagine import imagine
from engine.henhur.views import View
from engine.kernel.chance import Seed
from engine.kernel.commands import Withdrawal


class Cautious:
    """The card with most spaces, the bid with the best trick less spaces; R+ for the run that finishes."""

    name = "cautious"

    def __init__(self, game: HenHur) -> None:
        self.game = game

    def choose(self, view: View, choices: Sequence[Choice | Withdrawal], dice: Seed) -> Choice:
        assert view.mine is not None, "a bot has a seat"
        state = imagine(view, dice)
        return cautious(self.game.cards, self.game.content.rules, state, state.runners[view.mine.seat])

"""Drivers to compare with. Each is a bot as the engine has them, and sees a view and the choices alone."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from engine.heat import Choice, Choices, Gear, Heat, LeaveRace, Pass, View
from engine.heat.bots import Bot
from engine.heat.bots.bot import RandomBot
from engine.kernel import Seed
from heatgym.network import Network
from heatgym.races import Contest
from heatgym.words import Spelling

LEARNED = Path(__file__).parent / "data" / "learned.npz"
"""The trained network that ships; `python -m heatgym train` makes it anew."""


class Greedy:
    """Goes as far as it can this turn: the highest gear, and then what leaves the car furthest ahead on average,
    spin-outs included. Of equal choices it takes the first, and passes last."""

    name = "greedy"

    def __init__(self, game: Heat) -> None:
        self.game = game

    def choose(self, view: View, choices: Choices, dice: Seed) -> Choice:
        offered = [one for one in choices if isinstance(one, Choice) and not isinstance(one, LeaveRace)]
        return max(offered, key=lambda choice: self._worth(view, choice))

    def _worth(self, view: View, choice: Choice) -> tuple[float, bool]:
        if isinstance(choice, Gear):
            return float(choice.gear), True
        outcomes = self.game.explain(view, choice).outcomes
        weights = sum(outcome.weight for outcome in outcomes)
        far = sum(outcome.weight * outcome.at for outcome in outcomes) / weights if weights else 0.0
        return far, not isinstance(choice, Pass)


class Learned:
    """Says the words that a trained network weighs most. It knows races of one vocabulary and number of cars."""

    name = "learned"

    def __init__(self, contest: Contest, network: Network) -> None:
        self.contest = contest
        self.network = network

    def choose(self, view: View, choices: Choices, dice: Seed) -> Choice:
        spelling = Spelling(self.contest.vocabulary, choices)
        while (choice := spelling.choice) is None:
            row = self.contest.flatten(view, spelling.said)
            spelling.say(self.network.best(row, spelling.mask()))
        return choice


@cache
def shipped() -> Network:
    return Network.read(LEARNED)


BASELINES: dict[str, Callable[[Contest], Bot]] = {
    "random": lambda contest: RandomBot(contest.game),
    "greedy": lambda contest: Greedy(contest.game),
    "learned": lambda contest: Learned(contest, shipped()),
}
"""Every baseline, from the weakest to the strongest."""

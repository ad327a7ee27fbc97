"""What a bot is: it sees its own view and the choices, nothing else, and names one of the choices."""

from collections.abc import Sequence
from typing import Protocol

from engine.henhur.choices import Bid, Choice, Pick, Run
from engine.henhur.game import HenHur
from engine.henhur.views import View
from engine.kernel.chance import Seed, draw
from engine.kernel.commands import Withdrawal


class Bot(Protocol):
    """A player that is a program. It may be asked about many matches; it keeps nothing of any."""

    name: str

    def choose(self, view: View, choices: Sequence[Choice | Withdrawal], dice: Seed) -> Choice:
        """One of the choices. `dice` is the bot's own chance for this decision."""


class RandomBot:
    """Plays any card, burns at a coin's toss, and spends tokens at random."""

    name = "random"

    def __init__(self, game: HenHur) -> None:
        self.game = game

    def choose(self, view: View, choices: Sequence[Choice | Withdrawal], dice: Seed) -> Choice:
        assert view.mine is not None, "a bot has a seat"
        outcome = draw(dice, 0, 0)

        def toss(count: int) -> int:
            nonlocal outcome
            outcome, place = divmod(outcome, count)
            return place

        if view.phase == "draft":
            return Pick(view.pool[toss(len(view.pool))])
        runner = view.runners[view.mine.seat]
        card = view.mine.hand[toss(len(view.mine.hand))]
        room = len(runner.slots) < self.game.content.rules.slots
        burn = bool(toss(2)) and room and bool(self.game.cards[card].burn)
        tokens = runner.tokens
        w = toss(tokens.w + 1)
        if view.phase == "bid":
            return Bid(card, burn, toss(tokens.a + 1), w)
        to_priority = toss(w + 1)
        amounts = toss(tokens.p + 1), toss(tokens.p3 + 1), toss(tokens.r + 1)
        return Run(card, burn, *amounts, to_priority, w - to_priority)

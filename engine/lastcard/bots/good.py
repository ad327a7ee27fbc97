"""A player who counts: it deals what it cannot see anew, many times, and plays each choice to the end of the round.

The points of one round differ by a hundred from deal to deal, and two choices by a few. So it does not take the best
mean of few deals, which would be luck: it plays as a cautious player does, unless another choice is better than that by
more than the deals could show by chance. Choices that fall behind are dropped, so that the others get more deals.
"""

import math
from collections.abc import Sequence

from engine.kernel.chance import Seed, derive
from engine.lastcard.bots.cautious import Cautious
from engine.lastcard.bots.rollout import Deck, Round
from engine.lastcard.choices import Choice, Draw, LetGo, Play
from engine.lastcard.content import COLOURS
from engine.lastcard.game import LastCard
from engine.lastcard.views import View

DEALS = 60
FIRST_LOOK = 20
"""After so many deals, and then after every `AGAIN`, choices that are behind are dropped."""
AGAIN = 10
SURE = 1.0
"""By so many standard errors of its mean a choice must be better than the cautious one, or worse to be dropped."""


class Lead:
    """By how much a choice was better than the cautious one, over the deals so far."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.sum = 0.0
        self.squares = 0.0

    def add(self, difference: float) -> None:
        self.sum += difference
        self.squares += difference * difference

    def in_errors(self, deals: int) -> float:
        """The mean, in standard errors of it."""
        mean = self.sum / deals
        return mean / math.sqrt(max(1.0, self.squares / deals - mean * mean) / deals)


class Good:
    """Points won less points lost in the round, in the mean of many deals, with cautious players on every seat."""

    name = "good"

    def __init__(self, game: LastCard, deals: int = DEALS) -> None:
        self.game = game
        self.deals = deals
        self.cautious = Cautious(game)
        self.deck = Deck(game.fit)

    def choose(self, view: View, choices: Sequence[Choice], dice: Seed) -> Choice:
        if view.phase == "challenge":
            return choices[self._guilty(view, dice)]
        usual = self.cautious.choose(view, choices, dice)
        others = [choice for choice in worth_a_look(choices) if choice != usual]
        if not others:
            return usual
        assert view.seat is not None
        head = Round(self.deck, view)
        leads = [Lead(choice) for choice in others]
        deals = 0
        while leads and deals < self.deals:
            head.deal(derive(dice, str(deals)))
            by_usual = self._outcome(head, view.seat, usual)
            for lead in leads:
                lead.add(self._outcome(head, view.seat, lead.choice) - by_usual)
            deals += 1
            if deals >= FIRST_LOOK and deals % AGAIN == 0:
                leads = [lead for lead in leads if lead.in_errors(deals) > -SURE]
        better = [lead for lead in leads if lead.in_errors(deals) > SURE]
        return max(better, key=lambda lead: lead.sum).choice if better else usual

    def _guilty(self, view: View, dice: Seed) -> bool:
        """Whether the Wild Draw Four was more likely played with a card of the colour in hand than without."""
        guilty = 0
        for number in range(self.deals):
            state = self.game.imagine(view, derive(dice, str(number)))
            guilty += self.game.fit.has(state.hands[view.turn], view.before)
        return 2 * guilty > self.deals

    def _outcome(self, head: Round, seat: int, choice: Choice) -> int:
        if isinstance(choice, Play):
            colour = COLOURS.index(choice.colour) if choice.colour else -1
            return head.outcome(seat, self.deck.number[choice.card], colour)
        return head.outcome(seat, -1, -1)


def worth_a_look(choices: Sequence[Choice]) -> list[Choice]:
    """Without those that are hardly ever better: to draw with a card that fits, to forget a call, or to let another who
    forgot get away."""
    called = {(choice.card, choice.colour) for choice in choices if isinstance(choice, Play) and choice.call}
    return [
        choice
        for choice in choices
        if not isinstance(choice, Draw | LetGo)
        and not (isinstance(choice, Play) and not choice.call and (choice.card, choice.colour) in called)
    ]

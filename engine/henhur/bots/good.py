"""Builds a quick deck by habit; in the last lap it plays imagined matches to their end for each of its likely choices.

Before that, imagined matches are so long that chance hides what a choice is worth.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.henhur.bots.habits import SLOW, thrifty, worth
from engine.henhur.choices import Bid, Choice, Pick, Run
from engine.henhur.game import HenHur
from engine.henhur.imagine import imagine
from engine.henhur.ranking import places
from engine.henhur.state import Runner, State
from engine.henhur.turns import Turns
from engine.henhur.views import View
from engine.kernel.chance import Seed, derive
from engine.kernel.commands import Withdrawal
from engine.kernel.seats import Seat

MOST_CHOICES = 6
SAMPLES = 30
"""So many imagined matches for each choice between two; with more hens a match takes longer, and there are fewer."""
MARGIN = 0.02
"""What a space of distance at the end is worth beside a win."""
HABIT = 0.04
"""How much better another choice must look than the habit: a few imagined matches tell no more."""


class Good:
    """Burns slow cards, saves tokens for where they matter, and compares choices by how imagined matches end."""

    name = "good"

    def __init__(self, game: HenHur) -> None:
        self.game = game
        self.rules = game.content.rules
        self.cards = game.cards

    def choose(self, view: View, choices: Sequence[Choice | Withdrawal], dice: Seed) -> Choice:
        assert view.mine is not None, "a bot has a seat"
        seat = view.mine.seat
        first = imagine(view, derive(dice, "0"))
        if max(runner.at for runner in view.runners) < self.rules.lap * (self.rules.laps - 1):
            return thrifty(self.cards, self.rules, first, first.runners[seat])
        likely = [one for one in dict.fromkeys(self.likely(first, first.runners[seat])) if one in choices]
        likely = likely[:MOST_CHOICES]
        if len(likely) == 1:
            return likely[0]
        samples = max(3, 2 * SAMPLES // len(view.runners))
        scores = [HABIT * samples] + [0.0] * (len(likely) - 1)
        for number in range(samples):
            state = self._undecided(imagine(view, derive(dice, str(number))), seat)
            for place, choice in enumerate(likely):
                scores[place] += self._outcome(state, seat, choice)
        return likely[max(range(len(likely)), key=scores.__getitem__)]

    @staticmethod
    def _undecided(state: State, seat: int) -> State:
        """The match before any rival has chosen, so that each is played by its habit."""
        runners = [
            runner if other == seat or runner.choice is None else replace(runner, choice=None)
            for other, runner in enumerate(state.runners)
        ]
        return replace(state, runners=tuple(runners))

    def _outcome(self, state: State, seat: Seat, choice: Choice) -> float:
        """How an imagined match ends for a seat: whether it wins, and by how much."""
        turns = Turns(self.game.content, self.cards, state)
        turns.choose(seat, choice)
        while not turns.state.ended:
            now = turns.state
            for other in now.order[:1] or [one for one in now.racing() if now.runners[one].choice is None]:
                turns.choose(other, thrifty(self.cards, self.rules, turns.state, turns.state.runners[other]))
        runners = turns.state.runners
        rivals = max([runner.at for other, runner in enumerate(runners) if other != seat and not runner.left])
        won = 1 / places(runners).count(1) if places(runners)[seat] == 1 else 0
        return won + MARGIN * max(-15, min(15, runners[seat].at - rivals))

    def likely(self, state: State, runner: Runner) -> Iterator[Choice]:
        """Choices worth a closer look, the likeliest first."""
        yield thrifty(self.cards, self.rules, state, runner)
        if state.phase == "draft":
            yield from map(Pick, sorted(state.pool, key=lambda face: -worth(self.cards[face])))
        elif state.phase == "bid":
            yield from self._bids(state, runner)
        else:
            yield from self._runs(runner)

    def _burns(self, runner: Runner, face: str) -> bool:
        room = len(runner.slots) < self.rules.slots
        return room and bool(self.cards[face].burn) and self.cards[face].spaces() <= SLOW

    def _bids(self, state: State, runner: Runner) -> Iterator[Choice]:
        tokens = runner.tokens
        best = sorted(runner.hand, key=lambda face: 1.5 * self.cards[face].spaces() - self.cards[face].trick)
        offered = sorted(worth(self.cards[face]) for face in state.pool)
        eager = offered[-1] >= offered[len(offered) // 2] + 3
        for face in dict.fromkeys(best):
            if eager and tokens.a:
                yield Bid(face, self._burns(runner, face), tokens.a)
            yield Bid(face, self._burns(runner, face))

    def _runs(self, runner: Runner) -> Iterator[Choice]:
        tokens = runner.tokens
        best = sorted(runner.hand, key=lambda face: -self.cards[face].spaces())
        for face in dict.fromkeys(best):
            burn = self._burns(runner, face)
            yield Run(face, burn)
            if tokens.p or tokens.p3:
                yield Run(face, burn, tokens.p, tokens.p3)
            if tokens.r or tokens.w:
                yield Run(face, burn, r=tokens.r, w_race=tokens.w)

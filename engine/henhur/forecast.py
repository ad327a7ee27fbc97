"""What may come of a choice, from the view alone: who works before it at which chance, where the hen lands, who is hit.

Rivals are taken to play each card that they may hold with equal chance, without tokens: which they spend nobody knows.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import product

from msgspec import Struct

from engine.henhur.cards import Card, Priority
from engine.henhur.imagine import hidden
from engine.henhur.views import RunnerView, View
from engine.kernel.seats import Seat

Odds = Mapping[int, float]
"""By number: its chance."""


class Rival(Struct, frozen=True):
    """The chances that an opponent's card works before mine, or in the same moment."""

    seat: Seat
    before: float
    together: float


@lru_cache(maxsize=256)
def rolled(priority: Priority) -> Odds:
    """The chances of what a card's priority comes to."""
    sums: Counter[int] = Counter(map(sum, product(range(1, priority.sides + 1), repeat=priority.dice)))
    ways = sum(sums.values())
    return {one + priority.plus: count / ways for one, count in sums.items()}


def held(runner: RunnerView) -> dict[str, float]:
    """By face: the chance that a seat plays it, as far as everybody knows its hand."""
    if not runner.hand:
        return {}
    unseen = hidden(runner)
    chances: dict[str, float] = {}
    for card in runner.seen:
        chances[card] = chances.get(card, 0.0) + 1 / runner.hand
    share = (runner.hand - len(runner.seen)) / runner.hand
    for card in unseen:
        chances[card] = chances.get(card, 0.0) + share / len(unseen)
    return chances


def race_odds(cards: Mapping[str, Card], runner: RunnerView) -> Odds:
    """The chances of a seat's priority in this race turn."""
    odds: dict[int, float] = {}
    for card, chance in held(runner).items():
        for number, share in rolled(cards[card].priority).items():
            number -= runner.tokens.d
            odds[number] = odds.get(number, 0.0) + chance * share
    return odds


def bid_odds(cards: Mapping[str, Card], runner: RunnerView) -> Odds:
    """The chances of a seat's trick in this auction."""
    odds: dict[int, float] = {}
    for card, chance in held(runner).items():
        odds[cards[card].trick] = odds.get(cards[card].trick, 0.0) + chance
    return odds


def against(mine: Odds, theirs: Odds, seat: Seat) -> Rival:
    """How often a rival's number is above mine, and how often it is the same."""
    before = sum(chance * share for one, chance in theirs.items() for other, share in mine.items() if one > other)
    together = sum(chance * mine.get(one, 0.0) for one, chance in theirs.items())
    return Rival(seat, round(before, 4), round(together, 4))


def rivals(cards: Mapping[str, Card], view: View, card: str, priority: int) -> tuple[Rival, ...]:
    """For each opponent, whether it runs before my card with so much beside its own priority."""
    assert view.mine is not None
    mine = {number + priority: chance for number, chance in rolled(cards[card].priority).items()}
    return tuple(
        against(mine, race_odds(cards, runner), runner.seat)
        for runner in view.runners
        if runner.seat != view.mine.seat and not runner.left
    )


def bidders(cards: Mapping[str, Card], view: View, trick: int) -> tuple[Rival, ...]:
    """For each opponent, whether it picks before a trick of mine."""
    assert view.mine is not None
    return tuple(
        against({trick: 1.0}, bid_odds(cards, runner), runner.seat)
        for runner in view.runners
        if runner.seat != view.mine.seat and not runner.left
    )

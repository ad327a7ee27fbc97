"""Two ways to play by rule of thumb. They look at one runner's own cards, so that a bot can also play a whole match of
them in its head."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from engine.henhur.cards import Card
from engine.henhur.choices import Bid, Choice, Pick, Run
from engine.henhur.content import Rules
from engine.henhur.state import Runner, State

Cards: TypeAlias = Mapping[str, Card]
Habit: TypeAlias = Callable[[Cards, Rules, State, Runner], Choice]

SLOW = 2
"""Cards that run no farther than this are worth burning."""


def to_go(rules: Rules, runner: Runner) -> int:
    return rules.goal - runner.at


def cautious(cards: Cards, rules: Rules, state: State, runner: Runner) -> Choice:
    """The most spaces in a race and from a pool; the best trick less spaces in an auction; R+ only to finish."""
    if state.phase == "draft":
        return Pick(max(state.pool, key=lambda face: (cards[face].spaces(), cards[face].trick)))
    if state.phase == "bid":
        return Bid(max(runner.hand, key=lambda face: cards[face].trick - cards[face].spaces()))
    card = max(runner.hand, key=lambda face: cards[face].spaces())
    missing = to_go(rules, runner) - cards[card].spaces()
    return Run(card, r=missing if 0 < missing <= runner.tokens.r else 0)


def worth(card: Card) -> float:
    """What a card is worth in a deck: the spaces that it runs, a little of its trick, and what it does to others."""
    return card.spaces() + 0.2 * card.trick + 0.6 * sum(effect.op in {"damage", "back"} for effect in card.run)


def thrifty(cards: Cards, rules: Rules, state: State, runner: Runner) -> Choice:
    """Burns its slow cards early, saves its tokens for the last run, and picks what is worth most."""
    if state.phase == "draft":
        return Pick(max(state.pool, key=lambda face: worth(cards[face])))
    tokens = runner.tokens
    room = len(runner.slots) < rules.slots
    if state.phase == "bid":
        face = max(runner.hand, key=lambda face: cards[face].trick - 1.5 * cards[face].spaces())
        return Bid(face, room and bool(cards[face].burn) and cards[face].spaces() <= SLOW)
    face = max(runner.hand, key=lambda face: cards[face].spaces())
    burn = room and bool(cards[face].burn) and cards[face].spaces() <= SLOW
    missing = to_go(rules, runner) - cards[face].spaces()
    if missing > tokens.r + tokens.w:
        return Run(face, burn)
    spaces = max(0, missing)
    w_race = max(0, spaces - tokens.r)
    return Run(face, burn, tokens.p, tokens.p3, spaces - w_race, tokens.w - w_race, w_race)

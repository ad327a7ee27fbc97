"""A whole match that fits a view, with everything that its viewer cannot know drawn anew."""

from collections import Counter

from engine.henhur.choices import Bid, Run
from engine.henhur.state import Runner, State
from engine.henhur.views import RunnerView, View
from engine.kernel.chance import TABLE, Seed, derive, draw, pick, shuffle


def hidden(runner: RunnerView) -> tuple[str, ...]:
    """The cards of a seat that lie where others cannot see them, in its hand or its deck, in card order."""
    unseen = Counter(runner.stock)
    unseen.subtract((*runner.discard, *runner.slots, *runner.seen, *runner.top))
    if runner.play:
        unseen[runner.play] -= 1
    return tuple(sorted(unseen.elements()))


def imagine(view: View, chance: Seed) -> State:
    """Deal what is hidden by `chance`: hands, decks, the market, choices that are not open yet, the seed."""
    return State(
        content=view.content,
        setup=view.setup,
        seed=derive(chance, "imagined"),
        runners=tuple([_runner(view, runner, chance) for runner in view.runners]),
        turn=view.round,
        phase=view.phase,
        furthest=view.furthest,
        own=view.round,
        market=view.market,
        pile=shuffle(chance, TABLE, 0, view.market_left),
        passed=view.passed,
        pool=view.pool,
        order=view.order,
        runs=view.runs,
        bids=view.bids,
        ended=view.ended,
    )


def _runner(view: View, runner: RunnerView, chance: Seed) -> Runner:
    mine = view.mine if view.mine is not None and view.mine.seat == runner.seat else None
    if mine is not None:
        rest = Counter(mine.deck)
        rest.subtract(runner.top)
        hand, deck = mine.hand, shuffle(chance, runner.seat, 0, sorted(rest.elements()))
        choice = mine.choice
    else:
        cards = shuffle(chance, runner.seat, 0, hidden(runner))
        unseen = runner.hand - len(runner.seen)
        hand, deck = tuple(sorted((*runner.seen, *cards[:unseen]))), cards[unseen:]
        choice = _choice(view, runner, hand, chance)
    return Runner(
        at=runner.at,
        hand=hand,
        seen=runner.seen,
        deck=(*runner.top, *deck),
        known=len(runner.top),
        discard=runner.discard,
        slots=runner.slots,
        play=runner.play,
        stock=runner.stock,
        tokens=runner.tokens,
        choice=choice,
        n=runner.n,
        left=runner.left,
    )


def _choice(view: View, runner: RunnerView, hand: tuple[str, ...], chance: Seed) -> Run | Bid | None:
    """A card that the seat may have laid down, if it has; as if without tokens."""
    if not runner.chosen:
        return None
    card = hand[pick(draw(chance, runner.seat, 1), len(hand))]
    return Run(card) if view.phase == "run" else Bid(card)

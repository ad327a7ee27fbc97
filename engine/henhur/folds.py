"""What each event changes. Pure, and it draws nothing; an event is trusted, for only `decide` judges."""

from bisect import insort
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.henhur import events as e
from engine.henhur.choices import Bid, Run
from engine.henhur.state import Runner, State
from engine.henhur.tokens import Tokens
from engine.kernel.seats import Seat


def put(state: State, seat: int, runner: Runner) -> State:
    """The state with this runner in its seat."""
    runners = state.runners
    return replace(state, runners=(*runners[:seat], runner, *runners[seat + 1 :]))


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards without one copy of a face."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def _dealt(state: State, event: e.Dealt) -> State:
    hand = tuple(sorted(event.pile[: event.drawn]))
    stock = tuple(sorted(event.pile))
    return put(state, event.seat, Runner(hand=hand, deck=event.pile[event.drawn :], stock=stock, drawn=1))


def _turn_began(state: State, event: e.TurnBegan) -> State:
    return replace(state, turn=event.turn, phase="run" if event.turn % 2 else "bid")


def _market_opened(state: State, event: e.MarketOpened) -> State:
    rest = state.pile if event.again else ()
    return replace(state, market=event.market, pile=rest + event.pile, passed=(), drawn=state.drawn + 1)


def _pool_laid(state: State, event: e.PoolLaid) -> State:
    return replace(state, pool=event.cards, pile=state.pile[len(event.cards) :])


def _stood_in(state: State, event: e.StoodIn) -> State:
    return state


def _chosen(state: State, event: e.Chosen) -> State:
    runner = replace(state.runners[event.seat], choice=event.choice)
    if event.own:
        state = replace(state, own=state.turn)
    return put(state, event.seat, runner)


def _withdrew(state: State, event: e.Withdrew) -> State:
    runner = state.runners[event.seat]
    return put(state, event.seat, replace(runner, choice=None, n=runner.n + 1))


def _laid_down(runner: Runner, choice: Run | Bid) -> Runner:
    """A runner whose card was turned over: it is in play, and its tokens are spent."""
    card, tokens = choice.card, runner.tokens
    p, p3, r, a, w = choice.spent()
    if p or p3 or r or a or w:
        tokens = Tokens(tokens.p - p, tokens.p3 - p3, tokens.r - r, tokens.a - a, tokens.w - w, tokens.d)
    return replace(
        runner,
        hand=without(runner.hand, card),
        seen=without(runner.seen, card) if card in runner.seen else runner.seen,
        play=card,
        tokens=tokens,
        choice=None,
        n=runner.n + 1,
        drawn=runner.drawn + 1,
    )


def _cards_shown(state: State, event: e.CardsShown) -> State:
    runners = list(state.runners)
    for shown in event.cards:
        runners[shown.seat] = _laid_down(runners[shown.seat], shown.choice)
    return replace(state, runners=tuple(runners), runs=event.cards)


def _bids_shown(state: State, event: e.BidsShown) -> State:
    runners = list(state.runners)
    for shown in event.bids:
        runners[shown.seat] = _laid_down(runners[shown.seat], shown.choice)
    order = tuple([shown.seat for shown in event.bids])
    return replace(state, runners=tuple(runners), bids=event.bids, order=order, phase="draft", drawn=state.drawn + 1)


def _ran(state: State, event: e.Ran) -> State:
    state = put(state, event.seat, replace(state.runners[event.seat], at=event.to))
    return replace(state, furthest=event.to) if event.to > state.furthest else state


def _hit(state: State, event: e.Hit) -> State:
    runner = state.runners[event.seat]
    if event.what == "back":
        return put(state, event.seat, replace(runner, at=runner.at - event.n))
    return put(state, event.seat, replace(runner, tokens=runner.tokens.plus("D", event.n)))


def _tokens_gained(state: State, event: e.TokensGained) -> State:
    runner = state.runners[event.seat]
    return put(state, event.seat, replace(runner, tokens=runner.tokens.plus(event.token, event.n)))


def _repaired(state: State, event: e.Repaired) -> State:
    runner = state.runners[event.seat]
    return put(state, event.seat, replace(runner, tokens=runner.tokens.plus("D", -event.n)))


def _burned(state: State, event: e.Burned) -> State:
    runner = state.runners[event.seat]
    return put(state, event.seat, replace(runner, play="", slots=(*runner.slots, event.card)))


def _discarded(state: State, event: e.Discarded) -> State:
    runner = state.runners[event.seat]
    return put(state, event.seat, replace(runner, play="", discard=(*runner.discard, event.card)))


def _drew(state: State, event: e.Drew) -> State:
    runner = state.runners[event.seat]
    count = len(event.cards)
    hand = list(runner.hand)
    for card in event.cards:
        insort(hand, card)
    known = runner.known
    seen = tuple(sorted(runner.seen + event.cards[:known])) if known else runner.seen
    left = max(0, known - count)
    return put(state, event.seat, replace(runner, hand=tuple(hand), seen=seen, deck=runner.deck[count:], known=left))


def _reshuffled(state: State, event: e.Reshuffled) -> State:
    runner = state.runners[event.seat]
    return put(state, event.seat, replace(runner, deck=event.pile, discard=(), drawn=runner.drawn + 1))


def _picked(state: State, event: e.Picked) -> State:
    runner = state.runners[event.seat]
    runner = replace(
        runner,
        deck=(event.card, *runner.deck),
        known=runner.known + 1,
        stock=tuple(sorted((*runner.stock, event.card))),
        n=runner.n + 1,
    )
    own = state.turn if event.own else state.own
    return replace(put(state, event.seat, runner), pool=without(state.pool, event.card), order=state.order[1:], own=own)


def _pool_cleared(state: State, event: e.PoolCleared) -> State:
    return replace(state, pool=(), passed=state.passed + event.cards)


def _retired(state: State, event: e.Retired) -> State:
    runner = replace(state.runners[event.seat], choice=None, left=True)
    order = tuple([Seat(seat) for seat in state.order if seat != event.seat])
    return replace(put(state, event.seat, runner), order=order)


def _finished(state: State, event: e.Finished) -> State:
    runners = tuple([replace(runner, choice=None) if runner.choice else runner for runner in state.runners])
    return replace(state, runners=runners, phase="", order=(), ended=event.reason)


FOLDS: dict[type, Callable[[State, Any], State]] = {
    e.Dealt: _dealt,
    e.TurnBegan: _turn_began,
    e.MarketOpened: _market_opened,
    e.PoolLaid: _pool_laid,
    e.StoodIn: _stood_in,
    e.Chosen: _chosen,
    e.Withdrew: _withdrew,
    e.CardsShown: _cards_shown,
    e.BidsShown: _bids_shown,
    e.Ran: _ran,
    e.Hit: _hit,
    e.TokensGained: _tokens_gained,
    e.Repaired: _repaired,
    e.Burned: _burned,
    e.Discarded: _discarded,
    e.Drew: _drew,
    e.Reshuffled: _reshuffled,
    e.Picked: _picked,
    e.PoolCleared: _pool_cleared,
    e.Retired: _retired,
    e.Finished: _finished,
}


def started(event: e.Started) -> State:
    """The first state, before any deck is dealt."""
    runners = tuple([Runner() for _ in range(event.setup.seats)])
    return State(content=event.content, setup=event.setup, seed=event.seed, runners=runners)

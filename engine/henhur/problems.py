"""The invariants of a match, by name; a healthy match breaks none."""

from collections import Counter
from collections.abc import Iterator
from typing import Protocol

from engine.henhur.cards import Card
from engine.henhur.choices import affords
from engine.henhur.content import Content
from engine.henhur.state import Runner, State


class Bound(Protocol):
    """The numbers of a content, counted once."""

    content: Content
    cards: dict[str, Card]
    deck: Counter[str]
    """The cards that each seat starts with."""
    markets: list[Counter[str]]


def problems(bound: Bound, state: State, before: State | None = None) -> tuple[str, ...]:
    """Return the broken invariants. Of a runner that is the same as `before` only the choice is judged."""
    known = before.runners if before is not None else ()
    if not len(state.runners) == state.setup.seats <= bound.content.rules.most_seats:
        return ("wrong_seats",)
    found: list[str] = []
    for seat, runner in enumerate(state.runners):
        if runner.stock:
            if seat >= len(known) or runner is not known[seat]:
                found += _runner(bound, runner)
            found += _choice(state, runner)
    market = bound.markets[state.market] if state.market >= 0 else Counter()
    if not Counter(state.pile) <= market + market or not Counter(state.passed) <= market + market:
        found.append("market_cards")
    if state.turn and state.phase and (state.phase == "run") != (state.turn % 2 == 1):
        found.append("phase_of_turn")
    if not 0 <= max(runner.at for runner in state.runners) <= state.furthest:
        found.append("furthest")
    if len(state.pool) < len(state.order) or len(state.order) != len(set(state.order)):
        found.append("order_of_picking")
    return tuple(dict.fromkeys(found))


def _runner(bound: Bound, runner: Runner) -> Iterator[str]:
    rules, cards, tokens = bound.content.rules, bound.cards, runner.tokens
    owned = (*runner.hand, *runner.deck, *runner.discard, *runner.slots, *([runner.play] if runner.play else []))
    if tuple(sorted(owned)) != runner.stock:
        yield "card_lost"
    if bound.deck - Counter(runner.stock):
        yield "deck_incomplete"
    if list(runner.hand) != sorted(runner.hand):
        yield "hand_unsorted"
    if Counter(runner.seen) - Counter(runner.hand) or not 0 <= runner.known <= len(runner.deck):
        yield "seen_elsewhere"
    if len(runner.slots) > rules.slots:
        yield "too_many_slots"
    if min(n for _, n in tokens.each()) < 0 or tokens.count() > rules.tokens:
        yield "tokens"
    if runner.at < 0:
        yield "behind_the_start"
    drawn = sum(effect.n for face in runner.slots for effect in cards[face].burn if effect.op == "draw")
    if len(runner.hand) > rules.hand + drawn:
        yield "hand_too_big"


def _choice(state: State, runner: Runner) -> Iterator[str]:
    choice, tokens = runner.choice, runner.tokens
    if choice is not None and (
        choice.card not in runner.hand
        or not affords(tokens, choice)
        or runner.left
        or state.phase not in {"run", "bid"}
    ):
        yield "choice"

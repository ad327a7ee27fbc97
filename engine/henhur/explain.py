"""A choice explained, or why it is refused: from the view alone, never the state."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.henhur.cards import Card, Effect
from engine.henhur.choices import Bid, Choice, Pick, Run, affords
from engine.henhur.content import Rules
from engine.henhur.forecast import Rival, bidders, rivals
from engine.henhur.targets import targets
from engine.henhur.tokens import P3_WORTH, Tokens
from engine.henhur.views import View
from engine.kernel.refusals import Refusal, refusal
from engine.kernel.seats import Seat

SENTENCES: Mapping[str, str] = {
    "not_in_hand": "You do not hold that card.",
    "no_burn_effect": "That card has no burn effect, so it cannot fill a slot.",
    "slots_full": "All your slots are filled; nothing more can be burned.",
    "too_few_tokens": "You do not have that many tokens.",
    "not_in_pool": "That card is not in the pool.",
    "not_racing": "That hen has left the race already.",
}
"""The refusals of this game; the others are the kernel's."""


def refuse(code: str, seat: int) -> Refusal:
    return Refusal(code, SENTENCES[code], seat)


class Target(Struct, frozen=True):
    """What an effect would do to an opponent, if nobody else moved before it."""

    seat: Seat
    what: Literal["damage", "back"]
    n: int


class Explanation(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a choice comes to, or why it cannot be made."""

    refused: Refusal | None = None
    least: int = 0
    most: int = 0
    """The priority of a run, or the trick of a bid, at the least and at the most."""
    terms: tuple[tuple[str, int], ...] = ()
    """The spaces of a run, or the trick of a bid, item by item."""
    to: int = 0
    hits: tuple[Target, ...] = ()
    burned: tuple[Effect, ...] = ()
    before: tuple[Rival, ...] = ()
    """The chances of each opponent to work, or to pick, before."""


def why_not(cards: Mapping[str, Card], rules: Rules, view: View, choice: Choice) -> Refusal | None:
    """Why the seat of a view cannot choose this; None if it can."""
    mine = view.mine
    if mine is None or mine.question is None:
        return refusal("not_asked", mine.seat if mine else None)
    runner = view.runners[mine.seat]
    return judged(cards, rules, view.phase, mine.seat, (mine.hand, runner.slots, runner.tokens, view.pool), choice)


def judged(
    cards: Mapping[str, Card],
    rules: Rules,
    phase: str,
    seat: Seat,
    owned: tuple[Sequence[str], Sequence[str], Tokens, Sequence[str]],
    choice: Choice,
) -> Refusal | None:
    """Why a choice is refused to a seat that is asked; `owned` are its hand, slots and tokens, and the pool."""
    hand, slots, tokens, pool = owned
    if choice.__struct_config__.tag != {"draft": "pick"}.get(phase, phase):
        return refusal("not_an_answer", seat)
    if isinstance(choice, Pick):
        return None if choice.card in pool else refuse("not_in_pool", seat)
    if choice.card not in hand:
        return refuse("not_in_hand", seat)
    if choice.burn and not cards[choice.card].burn:
        return refuse("no_burn_effect", seat)
    if choice.burn and len(slots) >= rules.slots:
        return refuse("slots_full", seat)
    if not affords(tokens, choice):
        return refuse("too_few_tokens", seat)
    return None


def explain(cards: Mapping[str, Card], rules: Rules, view: View, choice: Choice) -> Explanation:
    """Explain a choice that answers the viewer's open question, or say why it does not."""
    if refused := why_not(cards, rules, view, choice):
        return Explanation(refused=refused)
    assert view.mine is not None
    card, seat = cards[choice.card], view.mine.seat
    if isinstance(choice, Pick):
        return Explanation(terms=(("race", card.race), ("more", card.more())), to=view.runners[seat].at)
    burned = card.burn if choice.burn else ()
    if isinstance(choice, Bid):
        trick = card.trick + choice.a + choice.w
        terms = _terms(("trick", card.trick), ("A+", choice.a), ("W+", choice.w))
        return Explanation(least=trick, most=trick, terms=terms, burned=burned, before=bidders(cards, view, trick))
    return _run(cards, view, card, choice, burned)


def _terms(*terms: tuple[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((why, n) for why, n in terms if n)


def _run(cards: Mapping[str, Card], view: View, card: Card, choice: Run, burned: tuple[Effect, ...]) -> Explanation:
    assert view.mine is not None
    seat = view.mine.seat
    runner = view.runners[seat]
    beside = choice.p + choice.w_priority + P3_WORTH * choice.p3 - runner.tokens.d
    terms = _terms(("race", card.race), ("R+", choice.r), ("W+", choice.w_race), ("more", card.more()))
    hits: list[Target] = []
    runners = list(view.runners)
    at = runner.at + card.race + choice.r + choice.w_race
    for effect in card.run:
        if effect.op == "more":
            at += effect.n
        runners[seat] = replace(runner, at=at)
        if effect.op in {"damage", "back"}:
            what: Literal["damage", "back"] = "damage" if effect.op == "damage" else "back"
            hits += [Target(other, what, effect.n) for other in targets(runners, seat, effect)]
    return Explanation(
        least=card.priority.least() + beside,
        most=card.priority.most() + beside,
        terms=terms,
        to=at,
        hits=tuple(hits),
        burned=burned,
        before=rivals(cards, view, choice.card, beside),
    )

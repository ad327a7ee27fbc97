"""What a seat or a spectator may know of a match, what a choice would come to, and a whole match that fits a view."""

from collections import Counter

from msgspec import Struct

from engine.kernel.bounds import Few, Number, Pile, Word
from engine.kernel.chance import TABLE, Seed, derive, draw, pick, shuffle
from engine.kernel.refusals import Refusal
from engine.lastcard.content import DRAW_FOUR, DRAW_TWO, REVERSE, SKIP
from engine.lastcard.judging import Fit, Moment
from engine.lastcard.playing import after
from engine.lastcard.state import Hand, PhaseName, Setup, State


class View(Struct, frozen=True, forbid_unknown_fields=True):
    """What one seat may know; a spectator has no seat, no hand and no drawn card."""

    content: Word
    setup: Setup
    seat: Number | None
    round: Number
    phase: PhaseName
    ended: Word
    hand: Hand
    drawn: Word
    hands: Few[Hand]
    """All hands, after a round; empty before."""
    cards: Few[Number]
    """How many cards each seat holds."""
    pile: Number
    discard: Pile[Word]
    colour: Word
    before: Word
    direction: Number
    turn: Number
    passed: Number
    asked: Few[Number]
    n: Few[Number]
    scores: Few[Number]
    left: Few[Number]
    called: bool
    passes: Number
    absent: Number
    shuffles: Number


class Explanation(Struct, frozen=True, forbid_unknown_fields=True):
    """What a choice comes to, as far as its seat can know, or why it is refused."""

    refused: Refusal | None = None
    fits: Word = ""
    """Why a card fits: its colour, its symbol, because it is wild, or because any card does."""
    points: Number = 0
    """The points that are left in hand."""
    hits: Number | None = None
    """The seat that is passed over or draws."""
    cards: Number = 0
    """How many cards that seat draws."""


def view(state: State, seat: int | None) -> View:
    return View(
        content=state.content,
        setup=state.setup,
        seat=seat,
        round=state.round,
        phase=state.phase,
        ended=state.ended,
        hand=() if seat is None else state.hands[seat],
        drawn=state.drawn if seat == state.turn else "",
        hands=state.hands if state.open else (),
        cards=tuple([len(hand) for hand in state.hands]),
        pile=len(state.pile),
        discard=state.discard,
        colour=state.colour,
        before=state.before,
        direction=state.direction,
        turn=state.turn,
        passed=state.passed,
        asked=state.asked,
        n=state.n,
        scores=state.scores,
        left=state.left,
        called=state.called,
        passes=state.passes,
        absent=state.absent,
        shuffles=state.shuffles,
    )


def moment_of(view: View) -> Moment:
    """What the viewer's own choice is judged by."""
    return Moment(
        view.setup,
        view.phase,
        view.hand,
        view.drawn,
        view.discard[0],
        view.colour,
        bool(view.pile or len(view.discard) > 1),
    )


def play_explained(fit: Fit, view: View, card: str) -> Explanation:
    """What playing a card of the viewer's comes to, now or on the next turn."""
    assert view.seat is not None, "a spectator has no cards"
    kind = fit.kinds[card]
    hand = list(view.hand)
    hand.remove(card)
    hits, cards = None, 0
    playing = len(view.cards) - len(view.left)
    if kind.symbol in (SKIP, DRAW_TWO, DRAW_FOUR) or (kind.symbol == REVERSE and playing == 2):
        hits = after(len(view.cards), view.left, view.direction, view.seat)
        cards = {DRAW_TWO: 2, DRAW_FOUR: 4}.get(kind.symbol, 0)
    if not kind.colour:
        fits = "wild"
    elif not view.colour:
        fits = "any"
    else:
        fits = "colour" if kind.colour == view.colour else "symbol"
    return Explanation(fits=fits, points=fit.worth(tuple(hand)), hits=hits, cards=cards)


def places(fit: Fit, view: View) -> tuple[int, ...]:
    """By score; of equal scores fewer points in hand, once the hands are open; seats that have left come last."""
    worth = [fit.worth(hand) for hand in view.hands] or [0] * len(view.scores)
    scores = [
        (seat not in view.left, score, -points)
        for seat, (score, points) in enumerate(zip(view.scores, worth, strict=True))
    ]
    return tuple([1 + sum([other > score for other in scores]) for score in scores])


def _dealt(cards: tuple[str, ...], view: View, chance: Seed) -> tuple[tuple[Hand, ...], tuple[str, ...]]:
    """Hands and a pile that fit a view."""
    seen = Counter(face for hand in view.hands or (view.hand,) for face in hand)
    unseen = shuffle(chance, TABLE, 0, sorted((Counter(cards) - seen - Counter(view.discard)).elements()))
    if view.hands:
        return view.hands, unseen
    hands: list[Hand] = []
    for seat, count in enumerate(view.cards):
        if seat == view.seat:
            hands.append(view.hand)
        else:
            hands.append(tuple(sorted(unseen[:count])))
            unseen = unseen[count:]
    return tuple(hands), unseen


def imagine(cards: tuple[str, ...], view: View, chance: Seed) -> State:
    """A match that fits the view, with hands, pile and seed drawn by chance."""
    hands, pile = _dealt(cards, view, chance)
    drawn = view.drawn
    if view.phase == "drawn" and view.seat != view.turn:
        hand = hands[view.turn]
        drawn = hand[pick(draw(chance, TABLE, 1), len(hand))]
    return State(
        seed=derive(chance, "imagined"),
        content=view.content,
        setup=view.setup,
        hands=hands,
        n=view.n,
        scores=view.scores,
        pile=pile,
        discard=view.discard,
        colour=view.colour,
        before=view.before,
        direction=view.direction,
        turn=view.turn,
        passed=view.passed,
        phase=view.phase,
        asked=view.asked,
        drawn=drawn,
        left=view.left,
        called=view.called,
        passes=view.passes,
        absent=view.absent,
        shuffles=view.shuffles,
        round=view.round,
        open=bool(view.hands),
        ended=view.ended,
    )

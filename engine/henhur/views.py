"""What a viewer may know of a match and of its events. Views are built from an allow-list: what is not named here is
not in them."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.henhur import events as e
from engine.henhur.choices import Bid, Run
from engine.henhur.content import Rules, Setup
from engine.henhur.state import Ending, Phase, Runner, ShownBid, ShownRun, State
from engine.henhur.tokens import Tokens
from engine.kernel.bounds import Few, Number, Pile, Word
from engine.kernel.commands import Question
from engine.kernel.seats import Seat


class RunnerView(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The public facts of a seat: of hand and deck only how many cards they have, and those that all saw go there."""

    seat: Seat
    at: Number
    lap: Number
    space: Number
    hand: Number = 0
    seen: Pile[Word] = ()
    deck: Number = 0
    top: Pile[Word] = ()
    discard: Pile[Word] = ()
    slots: Pile[Word] = ()
    play: Word = ""
    stock: Pile[Word] = ()
    tokens: Tokens = Tokens()
    chosen: bool = False
    n: Number = 1
    left: bool = False


class Mine(Struct, frozen=True, omit_defaults=True):
    """What only a seat itself knows: its hand, what its deck still holds (in card order), its choice."""

    seat: Seat
    hand: Pile[Word]
    deck: Pile[Word]
    choice: Run | Bid | None = None
    question: Question | None = None


class View(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A match as one viewer may know it. `mine` is missing for a spectator."""

    content: Word
    setup: Setup
    round: Number
    phase: Phase = ""
    ended: Ending = ""
    runners: Few[RunnerView]
    furthest: Number = 0
    market: Number = -1
    market_left: Pile[Word] = ()
    """What the market's pile still holds, in card order: all that came out of it was seen."""
    passed: Pile[Word] = ()
    pool: Pile[Word] = ()
    order: Few[Seat] = ()
    runs: Few[ShownRun] = ()
    bids: Few[ShownBid] = ()
    mine: Mine | None = None


def lap_and_space(rules: Rules, at: int) -> tuple[int, int]:
    """A distance as lap and space; beyond the line the spaces of the last lap are counted on."""
    lap = min(at // rules.lap + 1, rules.laps)
    return lap, at % rules.lap if at < rules.goal else at - (lap - 1) * rules.lap


def is_asked(state: State, seat: Seat) -> bool:
    """Whether a seat must act: it follows from who has chosen, and from the order of the bids."""
    if state.phase == "draft":
        return state.order[:1] == (seat,)
    runner = state.runners[seat]
    return state.phase != "" and not runner.left and runner.choice is None


def question_of(state: State, seat: Seat) -> Question:
    """The question of a seat that is asked, or whose answer stands."""
    return Question(state.turn, state.phase, seat, state.runners[seat].n)


def runner_view(rules: Rules, seat: Seat, runner: Runner) -> RunnerView:
    lap, space = lap_and_space(rules, runner.at)
    return RunnerView(
        seat=seat,
        at=runner.at,
        lap=lap,
        space=space,
        hand=len(runner.hand),
        seen=runner.seen,
        deck=len(runner.deck),
        top=runner.deck[: runner.known],
        discard=runner.discard,
        slots=runner.slots,
        play=runner.play,
        stock=runner.stock,
        tokens=runner.tokens,
        chosen=runner.choice is not None,
        n=runner.n,
        left=runner.left,
    )


def view(rules: Rules, state: State, seat: int | None) -> View:
    """The state as a seat may know it; `None` is a spectator, and so is a number that is no seat."""
    mine = None
    if seat is not None and 0 <= seat < len(state.runners):
        own, runner = Seat(seat), state.runners[seat]
        question = question_of(state, own) if is_asked(state, own) else None
        mine = Mine(own, runner.hand, tuple(sorted(runner.deck)), runner.choice, question)
    return View(
        content=state.content,
        setup=state.setup,
        round=state.turn,
        phase=state.phase,
        ended=state.ended,
        runners=tuple([runner_view(rules, Seat(other), runner) for other, runner in enumerate(state.runners)]),
        furthest=state.furthest,
        market=state.market,
        market_left=tuple(sorted(state.pile)),
        passed=state.passed,
        pool=state.pool,
        order=state.order,
        runs=state.runs,
        bids=state.bids,
        mine=mine,
    )


# Events that hold a secret, without it


class StartedSeen(Struct, frozen=True, tag="started"):
    """The match is set up."""

    content: Word
    setup: Setup


class DealtSeen(Struct, frozen=True, omit_defaults=True, tag="dealt"):
    """A deck of so many cards was shuffled, and a hand drawn, which only its seat sees."""

    seat: Seat
    cards: Number
    drawn: Number
    hand: Pile[Word] | None = None


class MarketOpenedSeen(Struct, frozen=True, omit_defaults=True, tag="market_opened"):
    """A market of so many cards opened, or was shuffled anew."""

    market: Number
    cards: Number
    again: bool = False


class DrewSeen(Struct, frozen=True, omit_defaults=True, tag="drew"):
    """A seat drew so many cards; which, only it sees. Cards that lay on top for all to see are in the views."""

    seat: Seat
    count: Number
    cards: Pile[Word] | None = None


class ReshuffledSeen(Struct, frozen=True, tag="reshuffled"):
    """A discard pile of so many cards became a deck."""

    seat: Seat
    cards: Number


class ChosenSeen(Struct, frozen=True, omit_defaults=True, tag="chosen"):
    """A seat has chosen; what, only it sees."""

    seat: Seat
    choice: Run | Bid | None = None
    own: bool = True


def _drew(event: e.Drew, seat: int | None) -> DrewSeen:
    return DrewSeen(event.seat, len(event.cards), tuple(sorted(event.cards)) if seat == event.seat else None)


def _dealt(event: e.Dealt, seat: int | None) -> DealtSeen:
    hand = tuple(sorted(event.pile[: event.drawn])) if seat == event.seat else None
    return DealtSeen(event.seat, len(event.pile), event.drawn, hand)


def _chosen(event: e.Chosen, seat: int | None) -> ChosenSeen:
    return ChosenSeen(event.seat, event.choice if seat == event.seat else None, event.own)


_MASKS: dict[type, Callable[[Any, int | None], Struct]] = {
    e.Started: lambda event, seat: StartedSeen(event.content, event.setup),
    e.Dealt: _dealt,
    e.MarketOpened: lambda event, seat: MarketOpenedSeen(event.market, len(event.pile), event.again),
    e.Drew: _drew,
    e.Reshuffled: lambda event, seat: ReshuffledSeen(event.seat, len(event.pile)),
    e.Chosen: _chosen,
}

PUBLIC: frozenset[type] = frozenset(
    {
        *(e.TurnBegan, e.PoolLaid, e.StoodIn, e.Withdrew, e.CardsShown, e.BidsShown, e.Ran, e.Hit, e.TokensGained),
        *(e.Repaired, e.Burned, e.Discarded, e.Picked, e.PoolCleared, e.Retired, e.Finished),
    }
)
"""Events that hold nothing secret."""


def see(event: e.AnyEvent, seat: int | None) -> Struct:
    """The event as a seat may know it; `None` is a spectator."""
    mask = _MASKS.get(type(event))
    if mask is None:
        assert type(event) in PUBLIC, "an event is public, or it has a mask"
        return event
    return mask(event, seat)

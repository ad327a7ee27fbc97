"""What happens in a match: facts, each with how it changes the state and what of it a viewer may know."""

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.kernel.bounds import Digest, Few, Number, Pile, Word
from engine.kernel.chance import Seed
from engine.lastcard.state import Hand, PhaseName, Setup, State

Why: TypeAlias = Literal["draw", "first", "two", "four", "wrong", "guilty", "caught"]
"""Why cards are drawn: a turn; the first card or a played one; a wrong or a right challenge; a call that was missed."""


class Started(Struct, frozen=True, tag="started"):
    """The match begins."""

    seed: Seed
    content: Digest
    setup: Setup


class RoundBegan(Struct, frozen=True, tag="round"):
    """A fresh deck is dealt: the hands, the pile that is left, and the card that was turned."""

    round: Number
    starter: Number
    hands: Few[Hand]
    pile: Pile[Word]
    top: Word
    count: Number
    """How many cards the pile has."""


class TurnedAgain(Struct, frozen=True, tag="again"):
    """A Wild Draw Four was turned: it went back, and of the shuffled pile another card was turned."""

    pile: Pile[Word]
    top: Word


class Asked(Struct, frozen=True, tag="asked"):
    """These seats are asked. A turn makes the seat the one whose turn it is."""

    phase: PhaseName
    seats: Few[Number]


class Played(Struct, frozen=True, tag="played"):
    """A card is played; the colour that is active now; whether the last card was called."""

    seat: Number
    card: Word
    colour: Word
    call: bool = False


class Drew(Struct, frozen=True, tag="drew"):
    """A seat draws cards."""

    seat: Number
    why: Why
    count: Number
    cards: Pile[Word]


class Reshuffled(Struct, frozen=True, tag="reshuffled"):
    """All but the top of the discard pile is the new pile."""

    count: Number
    pile: Pile[Word]


class PassedOver(Struct, frozen=True, tag="passed_over"):
    """A seat has no turn this time."""

    seat: Number


class DirectionTurned(Struct, frozen=True, tag="turned"):
    """Turns go the other way round."""

    direction: Number


class Kept(Struct, frozen=True, tag="kept"):
    """The drawn card stays in the hand."""

    seat: Number


class Passed(Struct, frozen=True, tag="passed"):
    """Nothing fitted, and nothing could be drawn."""

    seat: Number


class Accepted(Struct, frozen=True, tag="accepted"):
    """A Wild Draw Four was believed."""

    seat: Number


class Challenged(Struct, frozen=True, tag="challenged"):
    """A Wild Draw Four was doubted, and what the hand said."""

    seat: Number
    player: Number
    guilty: bool


class HandShown(Struct, frozen=True, tag="hand_shown"):
    """The hand that the challenger is shown."""

    seat: Number
    to: Number
    hand: Hand


class Caught(Struct, frozen=True, tag="caught"):
    """A seat caught another that had not called its last card."""

    seat: Number
    player: Number


class Ready(Struct, frozen=True, tag="ready"):
    """A seat lets go, or is ready for the next round."""

    seat: Number


class RoundWon(Struct, frozen=True, tag="won"):
    """A round is over: who won it (-1 for nobody), with how many points, and all hands."""

    seat: Number
    points: Number
    hands: Few[Hand]
    blocked: bool = False


class StoodIn(Struct, frozen=True, tag="stood_in"):
    """What follows was chosen by a stand-in."""

    seat: Number
    reason: Word


class Attended(Struct, frozen=True, tag="attended"):
    """A player answers again, after stand-ins alone did."""

    seat: Number


class Retired(Struct, frozen=True, tag="retired"):
    """A seat leaves the match."""

    seat: Number


class Finished(Struct, frozen=True, tag="finished"):
    """The match is over; all hands are open."""

    reason: Literal["target", "alone", "unattended", "ended"]
    hands: Few[Hand]


Event: TypeAlias = (
    Started
    | RoundBegan
    | TurnedAgain
    | Asked
    | Played
    | Drew
    | Reshuffled
    | PassedOver
    | DirectionTurned
    | Kept
    | Passed
    | Accepted
    | Challenged
    | HandShown
    | Caught
    | Ready
    | RoundWon
    | StoodIn
    | Attended
    | Retired
    | Finished
)

T = TypeVar("T")


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    """The values with another one at a seat."""
    assert 0 <= seat < len(values), "there is no such seat"
    return (*values[:seat], value, *values[seat + 1 :])


def without(hand: Hand, card: str) -> Hand:
    """A hand without one card of a face."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def start(event: Started) -> State:
    none = (0,) * event.setup.seats
    return State(event.seed, event.content, event.setup, ((),) * event.setup.seats, none, none)


def _round(state: State, event: RoundBegan) -> State:
    return State(
        state.seed,
        state.content,
        state.setup,
        event.hands,
        state.n,
        state.scores,
        event.pile,
        (event.top,),
        colour=_colour(event.top),
        turn=event.starter,
        left=state.left,
        absent=state.absent,
        shuffles=state.shuffles + 1,
        round=event.round,
    )


def _colour(face: str) -> str:
    return "" if face[0] == "W" else face[0]


def _again(state: State, event: TurnedAgain) -> State:
    return replace(state, pile=event.pile, discard=(event.top,), colour=_colour(event.top), shuffles=state.shuffles + 1)


def _asked(state: State, event: Asked) -> State:
    seats = event.seats
    if event.phase == "turn":
        seat = seats[0]
        n = put(state.n, seat, state.n[seat] + 1)
        return replace(state, phase="turn", asked=seats, n=n, turn=seat, passed=-1, drawn="")
    n = tuple([n + (seat in seats) for seat, n in enumerate(state.n)])
    return replace(state, phase=event.phase, asked=seats, n=n, drawn=state.drawn if event.phase == "drawn" else "")


def _played(state: State, event: Played) -> State:
    seat = event.seat
    return replace(
        state,
        hands=put(state.hands, seat, without(state.hands[seat], event.card)),
        discard=(event.card, *state.discard),
        before=state.colour,
        colour=event.colour,
        drawn="",
        called=event.call,
        passes=0,
    )


def _drew(state: State, event: Drew) -> State:
    seat, cards = event.seat, event.cards
    assert state.pile[: len(cards)] == cards, "cards are drawn from the top"
    return replace(
        state,
        hands=put(state.hands, seat, tuple(sorted(state.hands[seat] + cards))),
        pile=state.pile[len(cards) :],
        drawn=cards[0] if event.why == "draw" else "",
        passes=0,
    )


def _reshuffled(state: State, event: Reshuffled) -> State:
    return replace(state, pile=event.pile, discard=state.discard[:1], shuffles=state.shuffles + 1)


def _won(state: State, event: RoundWon) -> State:
    scores = state.scores
    if event.seat >= 0:
        scores = put(scores, event.seat, scores[event.seat] + event.points)
    return replace(state, scores=scores, open=True, drawn="")


def _retired(state: State, event: Retired) -> State:
    seat = event.seat
    asked = tuple(one for one in state.asked if one != seat)
    return replace(state, left=(*state.left, seat), asked=asked, drawn="" if seat == state.turn else state.drawn)


def _same(state: State, event: object) -> State:
    return state


FOLDS: dict[type, Callable[[State, Any], State]] = {
    RoundBegan: _round,
    TurnedAgain: _again,
    Asked: _asked,
    Played: _played,
    Drew: _drew,
    Reshuffled: _reshuffled,
    PassedOver: lambda state, event: replace(state, passed=event.seat),
    DirectionTurned: lambda state, event: replace(state, direction=event.direction),
    Kept: lambda state, event: replace(state, drawn=""),
    Passed: lambda state, event: replace(state, passes=state.passes + 1),
    Ready: lambda state, event: replace(state, asked=tuple(seat for seat in state.asked if seat != event.seat)),
    RoundWon: _won,
    StoodIn: lambda state, event: replace(state, absent=state.absent + (state.phase == "turn")),
    Attended: lambda state, event: replace(state, absent=0),
    Retired: _retired,
    Finished: lambda state, event: replace(state, phase="", asked=(), drawn="", open=True, ended=event.reason),
    Accepted: _same,
    Challenged: _same,
    HandShown: _same,
    Caught: _same,
}
"""How each event changes the state. That of the start makes it."""


def see(event: Event, seat: int | None) -> Event:
    """An event as a viewer may know it: without the seed, other hands, and the order of the pile."""
    match event:
        case Started():
            return replace(event, seed=Seed(""))
        case RoundBegan():
            hands = tuple(hand if other == seat else () for other, hand in enumerate(event.hands))
            return replace(event, hands=hands, pile=())
        case TurnedAgain() | Reshuffled():
            return replace(event, pile=())
        case Drew() if event.seat != seat:
            return replace(event, cards=())
        case HandShown() if seat not in (event.seat, event.to):
            return replace(event, hand=())
    return event

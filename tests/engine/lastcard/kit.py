"""Matches of Last Card for tests: under the laws of the contract, and as a position that a test lays out."""

from collections import Counter
from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from msgspec.structs import replace

from engine.kernel import Answer, Command, Question, Refusal, Seat, Seed, StandIn, Step, derive, fold
from engine.lastcard import (
    Accept,
    Catch,
    Challenge,
    Choice,
    Draw,
    Keep,
    LastCard,
    LetGo,
    Next,
    Pass,
    Play,
    Setup,
    State,
    View,
    read_command,
)
from engine.lastcard.events import Event, put
from tests.engine.random_play import Subject

SEED = Seed("1a57" * 8)
GAME = LastCard()

_VIEWS = msgspec.json.Decoder(View)
_EVENTS = msgspec.json.Decoder(tuple[Event, ...])

PROBES: tuple[Choice, ...] = (
    *(Draw(), Pass(), Keep(), Accept(), Challenge(), LetGo(), Catch(), Next()),
    *(Play("r5"), Play("bS"), Play("g0", call=True), Play("yD", "r"), Play("x9"), Play(""), Play("r" * 500)),
    *(Play("W"), Play("W", "g"), Play("W", "👑"), Play("W4"), Play("W4", "b"), Play("W4", "r", True)),
)


class LastCardSubject(Subject[Setup, State, Event, Choice, View]):
    def __init__(self, setup: Setup, dice: int) -> None:
        self.game: LastCard = GAME
        self.setup = setup
        self.seed = derive(SEED, str(dice))
        self.seats = setup.seats
        self.dice = dice
        self.probes = PROBES

    def another(self) -> LastCard:
        return LastCard(self.game.content)

    def redealt(self, state: State, viewer: int | None, dice: Random) -> State:
        """Another pile and, until they are open, other hands; of the card that was drawn the seat knows the face."""
        known = Counter(state.discard)
        hidden = [] if state.open else [seat for seat in range(self.seats) if seat != viewer]
        known.update(face for seat, hand in enumerate(state.hands) if seat not in hidden for face in hand)
        unseen = list((Counter(self.game.cards) - known).elements())
        dice.shuffle(unseen)
        hands, drawn = state.hands, state.drawn
        for seat in hidden:
            hand = tuple(sorted(unseen.pop() for _ in hands[seat]))
            hands = put(hands, seat, hand)
            if seat == state.turn and drawn:
                drawn = dice.choice(hand)
        seed = derive(state.seed, str(dice.random()))
        return replace(state, seed=seed, hands=hands, drawn=drawn, pile=tuple(unseen))

    def read_command(self, data: bytes) -> Command[Choice] | Refusal:
        return read_command(data)

    def read_events(self, data: bytes) -> tuple[Event, ...]:
        return _EVENTS.decode(data)

    def read_view(self, data: bytes) -> View:
        return _VIEWS.decode(data)


@st.composite
def setups(draw: DrawFn) -> Setup:
    seats = draw(st.integers(2, 10))
    return Setup(
        seats,
        draw(st.integers(1, min(20, 100 // seats))),
        draw(st.sampled_from((0, 200, 500))),
        draw(st.sampled_from(("restricted", "challenge", "free"))),
        draw(st.sampled_from(("off", "by_hand"))),
    )


@st.composite
def subjects(draw: DrawFn) -> LastCardSubject:
    return LastCardSubject(draw(setups()), draw(st.integers(0, 2**32)))


# Positions


def started(seed: Seed = SEED, **setup: Any) -> State:
    """A match that has just begun, between four unless the test says otherwise."""
    return fold(GAME, GAME.start(Setup(**{"seats": 4, **setup}), seed))


def laid(hands: str, top: str, colour: str = "", turn: int = 0, pile: str = "", **setup: Any) -> State:
    """A position with a turn open. Hands stand between bars; cards that are named nowhere lie under the pile, but
    for `pile="none"` under the top of the discard pile."""
    held = [tuple(sorted(hand.split())) for hand in hands.split("|")]
    named = [] if pile == "none" else pile.split()
    rest = list((Counter(GAME.cards) - Counter([*[face for hand in held for face in hand], *named, top])).elements())
    state = started(**{"seats": len(held), **setup})
    return replace(
        state,
        hands=tuple(held),
        pile=() if pile == "none" else (*named, *rest),
        discard=(top, *(rest if pile == "none" else ())),
        colour=colour or ("" if top[0] == "W" else top[0]),
        turn=turn,
        phase="turn",
        asked=(turn,),
        n=(1,) * len(held),
        direction=1,
        passed=-1,
        round=1,
    )


def question(state: State, seat: int) -> Question:
    return GAME.question(state, seat)


def told(state: State, choice: Choice, seat: int | None = None) -> tuple[tuple[Event, ...], State]:
    """The events of an answer, and the state after it. Without a seat, the first that is asked answers."""
    asked = state.asked[0] if seat is None else seat
    step = GAME.decide(state, Answer(asked, question(state, asked), choice))
    assert isinstance(step, Step), step
    assert fold(GAME, step.events, state) == step.state
    assert GAME.problems(step.state) == ()
    return step.events, step.state


def after(state: State, *choices: Choice) -> State:
    """The state after these answers, each of the first seat that is asked."""
    for choice in choices:
        _, state = told(state, choice)
    return state


def refused(state: State, choice: Choice) -> str:
    """The code with which an answer of the first seat that is asked is refused."""
    seat = state.asked[0]
    step = GAME.decide(state, Answer(seat, question(state, seat), choice))
    assert isinstance(step, Refusal), step
    return step.code


def stand_in(state: State, seat: int | None = None) -> State:
    asked = state.asked[0] if seat is None else seat
    step = GAME.decide(state, StandIn(GAME.question(state, Seat(asked)), "clock"))
    assert isinstance(step, Step)
    return step.state


def turned(top: str, **setup: Any) -> tuple[tuple[Event, ...], State]:
    """A match whose first card is this one, found by trying seeds."""
    for number in range(4000):
        events = GAME.start(Setup(**{"seats": 4, **setup}), derive(SEED, f"first {number}"))
        if getattr(events[1], "top", "") == top:
            return events, fold(GAME, events)
    raise AssertionError(f"no seed turns {top}")

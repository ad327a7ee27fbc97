"""Matches for tests: driven at random under the laws of the contract, or set up by hand to the moment that matters."""

from random import Random
from typing import Any

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from msgspec.structs import replace

from engine.henhur import Bid, Choice, Command, HenHur, Pick, Run, Runner, Setup, State, Tokens, View, read_command
from engine.henhur.events import AnyEvent
from engine.henhur.folds import put
from engine.kernel import Answer, Refusal, Seed, StandIn, Step, derive, fold
from tests.engine.random_play import Subject

SEED = Seed("4e4" * 16)
GAME = HenHur()
CARDS = GAME.cards

_VIEWS = msgspec.json.Decoder(View)
_EVENTS = msgspec.json.Decoder(tuple[AnyEvent, ...])

PROBES: tuple[Choice, ...] = (
    *(Run("stride"), Run("pitstop"), Run("punch", True), Run("rush", True), Run("lowbid", r=1), Run("nothing")),
    *(Run("lowbid", p=-1), Run("lowbid", w_priority=-1, w_race=1), Run("stride", p=2**70), Run("highbid", p3=1)),
    *(Bid("highbid"), Bid("lowbid", True), Bid("stride", True), Bid("lowbid", a=1, w=1), Bid("lowbid", a=-1)),
    *(Pick("stride"), Pick("dash"), Pick("turboboost"), Pick("pitstop"), Pick("")),
)


class HenHurSubject(Subject[Setup, State, AnyEvent, Choice, View]):
    def __init__(self, seats: int, dice: int) -> None:
        self.game: HenHur = GAME
        self.setup = Setup(seats)
        self.seed = derive(SEED, str(dice))
        self.seats = seats
        self.dice = dice
        self.probes = PROBES

    def another(self) -> HenHur:
        return HenHur(self.game.content)

    def redealt(self, state: State, viewer: int | None, dice: Random) -> State:
        """Everybody's cards that nobody else saw are dealt anew, and so is what lies face down."""
        runners = [self._redealt(state, seat, viewer, dice) for seat in range(self.seats)]
        pile = list(state.pile)
        dice.shuffle(pile)
        seed = derive(state.seed, str(dice.random()))
        return replace(state, seed=seed, runners=tuple(runners), pile=tuple(pile))

    @staticmethod
    def _redealt(state: State, seat: int, viewer: int | None, dice: Random) -> Runner:
        runner = state.runners[seat]
        top, rest = runner.deck[: runner.known], list(runner.deck[runner.known :])
        if seat == viewer:
            dice.shuffle(rest)
            return replace(runner, deck=(*top, *rest))
        unseen = list(runner.hand)
        for card in runner.seen:
            unseen.remove(card)
        cards = unseen + rest
        dice.shuffle(cards)
        hand = tuple(sorted((*runner.seen, *cards[: len(unseen)])))
        deck = (*top, *cards[len(unseen) :])
        choice = runner.choice
        if isinstance(choice, Run):
            choice = Run(dice.choice(hand), p=dice.randint(0, runner.tokens.p), w_race=dice.randint(0, runner.tokens.w))
        elif isinstance(choice, Bid):
            choice = Bid(dice.choice(hand), a=dice.randint(0, runner.tokens.a))
        return replace(runner, hand=hand, deck=deck, choice=choice)

    def read_command(self, data: bytes) -> Command | Refusal:
        return read_command(data)

    def read_events(self, data: bytes) -> tuple[AnyEvent, ...]:
        return _EVENTS.decode(data)

    def read_view(self, data: bytes) -> View:
        return _VIEWS.decode(data)


@st.composite
def subjects(draw: DrawFn) -> HenHurSubject:
    return HenHurSubject(draw(st.integers(2, 8)), draw(st.integers(0, 2**32)))


# Matches set up by hand


def begun(seats: int = 2, seed: Seed = SEED) -> State:
    """A match at its first question."""
    return fold(GAME, GAME.start(Setup(seats), seed))


def dealt(state: State, seat: int, *hand: str, **fields: Any) -> State:
    """The match with this hand in a seat, and other fields of its runner; what the seat owns follows."""
    runner = replace(state.runners[seat], hand=tuple(sorted(hand)), seen=(), **fields)
    owned = (*runner.hand, *runner.deck, *runner.discard, *runner.slots)
    runner = replace(runner, stock=tuple(sorted(owned)))
    furthest = max(state.furthest, runner.at)
    return replace(put(state, seat, runner), furthest=furthest)


def at(state: State, *places: int) -> State:
    """The match with the hens at these places."""
    runners = tuple(replace(runner, at=place) for runner, place in zip(state.runners, places, strict=True))
    return replace(state, runners=runners, furthest=max(state.furthest, *places))


def with_tokens(state: State, seat: int, **counts: int) -> State:
    return put(state, seat, replace(state.runners[seat], tokens=Tokens(**counts)))


def answer(state: State, seat: int, choice: Choice) -> Step[State, AnyEvent]:
    step = GAME.decide(state, Answer(seat, GAME.question(state, seat), choice))
    assert isinstance(step, Step), step
    return step


def refused(state: State, seat: int, choice: Choice) -> str:
    """The code of the refusal of a choice; the explanation says the same."""
    step = GAME.decide(state, Answer(seat, GAME.question(state, seat), choice))
    assert isinstance(step, Refusal), "it was accepted"
    assert GAME.explain(GAME.view(state, seat), choice).refused == step
    return step.code


def play(state: State, *choices: Choice) -> Step[State, AnyEvent]:
    """All hens choose, in the order of their seats. The events are those of the last of them."""
    step = None
    for seat, choice in enumerate(choices):
        step = answer(state if step is None else step.state, seat, choice)
    assert step is not None
    return step


def stand_ins(state: State, until: int, game: HenHur = GAME) -> State:
    """Played on by stand-ins to the beginning of a turn, or to the end."""
    while (asked := game.awaiting(state)) and state.turn < until:
        step = game.decide(state, StandIn(asked[0]))
        assert isinstance(step, Step)
        state = step.state
    return state


def of(kind: Any, step: Step[State, AnyEvent]) -> list[Any]:
    """The events of a kind."""
    return [event for event in step.events if isinstance(event, kind)]

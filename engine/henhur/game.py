"""HenHur, as the kernel's contract has it."""

from collections import Counter
from typing import TypeAlias

import msgspec

from engine.henhur import events as e
from engine.henhur.ahead import coming, has_picked
from engine.henhur.choices import NONE, WITHDRAWAL, Bid, Choice, Choices, Few, Pick, Plays, Run
from engine.henhur.content import Content, Setup, base_content, setup_faults
from engine.henhur.explain import Explanation, explain, judged, refuse
from engine.henhur.folds import FOLDS, started
from engine.henhur.imagine import imagine
from engine.henhur.problems import problems
from engine.henhur.ranking import places
from engine.henhur.state import State
from engine.henhur.turns import Turns
from engine.henhur.views import View, is_asked, question_of, see, view
from engine.kernel.chance import Seed, is_seed, shuffle
from engine.kernel.commands import Answer, End, Question, Reader, Retire, StandIn, Withdraw
from engine.kernel.faults import Broken, Fault
from engine.kernel.game import Step
from engine.kernel.records import Record, decode, encode
from engine.kernel.refusals import Refusal, refusal
from engine.kernel.seats import Seat, all_seats

Command: TypeAlias = Answer[Choice] | Withdraw | StandIn | Retire | End
MatchRecord: TypeAlias = Record[Content, Setup, Command, e.AnyEvent, State]

read_command: Reader[Command] = Reader(Command)
"""Reads a command from the wire: a command, or a refusal that says what is wrong with it."""

_STATES: "msgspec.json.Decoder[State]" = msgspec.json.Decoder(State)


class HenHur:
    """The game on one content."""

    name = "henhur"

    def __init__(self, content: Content | None = None) -> None:
        self.content = content or base_content()
        self.digest = self.content.digest()
        self.cards = {card.id: card for card in self.content.cards}
        self.deck = Counter(self.content.listed((self.content.deck,)))
        self.markets = [Counter(self.content.listed(market.lists)) for market in self.content.markets]

    def start(self, setup: Setup, seed: Seed) -> tuple[e.AnyEvent, ...]:
        """Shuffle the decks and draw the hands; the first race turn begins."""
        faults = setup_faults(self.content, setup)
        if not is_seed(seed):
            faults += (Fault("seed", "bad_seed", "a seed is 32 to 128 hexadecimal digits"),)
        if faults:
            raise Broken("setup", faults)
        opening = e.Started(seed, self.digest, setup)
        turns = Turns(self.content, self.cards, started(opening))
        deck = self.content.listed((self.content.deck,))
        for seat in all_seats(setup.seats):
            turns.emit(e.Dealt(seat, shuffle(seed, seat, 0, deck), self.content.rules.hand))
        turns.begin_turn(1)
        return (opening, *turns.events)

    def evolve(self, state: State | None, event: e.AnyEvent) -> State:
        if state is None:
            assert isinstance(event, e.Started), "the first event starts the match"
            return started(event)
        return FOLDS[type(event)](state, event)

    def decide(self, state: State, command: Command) -> Step[State, e.AnyEvent] | Refusal:
        """Carry a command out, with everything that follows from it, or say why not."""
        if state.ended:
            return refusal("over")
        turns = Turns(self.content, self.cards, state)
        refused: Refusal | None = None
        match command:
            case Answer():
                refused = self._answer(turns, command)
            case Withdraw():
                refused = self._withdraw(turns, command)
            case StandIn():
                refused = self._stand_in(turns, command)
            case Retire():
                refused = self._retire(turns, command.seat)
            case End():
                turns.finish("ended")
        return refused or Step(tuple(turns.events), turns.state)

    def _answer(self, turns: Turns, command: Answer[Choice]) -> Refusal | None:
        state, seat, choice = turns.state, command.question.seat, command.choice
        if command.seat != seat:
            return refusal("other_seat", command.seat)
        if refused := self._closed(state, command.question):
            return refused
        runner = state.runners[seat]
        owned = runner.hand, runner.slots, runner.tokens, state.pool
        if refused := judged(self.cards, self.content.rules, state.phase, seat, owned, choice):
            return refused
        turns.choose(seat, choice)
        return None

    def _closed(self, state: State, question: Question) -> Refusal | None:
        """Why a question cannot be answered now; None when it is open."""
        seat = question.seat
        if not 0 <= seat < len(state.runners):
            return refusal("no_such_seat", seat, seat=seat)
        if is_asked(state, seat) and question == question_of(state, seat):
            return None
        late = question.n <= state.runners[seat].n and question.round <= state.turn
        return refusal("stale" if late else "not_asked", seat)

    def _withdraw(self, turns: Turns, command: Withdraw) -> Refusal | None:
        state, seat = turns.state, command.question.seat
        if command.seat != seat:
            return refusal("other_seat", command.seat)
        if not 0 <= seat < len(state.runners):
            return refusal("no_such_seat", seat, seat=seat)
        if command.question != question_of(state, seat):
            return refusal("stale" if command.question.n <= state.runners[seat].n else "not_asked", seat)
        if state.runners[seat].choice is None:
            return refusal("nothing_to_withdraw", seat)
        turns.emit(e.Withdrew(seat))
        return None

    def _stand_in(self, turns: Turns, command: StandIn) -> Refusal | None:
        """The table answers: the most spaces in a race, the highest trick in an auction, no burn and no tokens."""
        state, seat = turns.state, command.question.seat
        if refused := self._closed(state, command.question):
            return refused
        cards, hand = self.cards, state.runners[seat].hand
        turns.emit(e.StoodIn(seat, command.reason))
        choice: Choice
        if state.phase == "run":
            choice = Run(max(hand, key=lambda face: cards[face].spaces()))
        elif state.phase == "bid":
            choice = Bid(max(hand, key=lambda face: cards[face].trick))
        else:
            choice = Pick(max(state.pool, key=lambda face: (cards[face].spaces(), cards[face].trick)))
        turns.choose(seat, choice, own=False)
        return None

    def _retire(self, turns: Turns, claimed: int) -> Refusal | None:
        if not 0 <= claimed < len(turns.state.runners):
            return refusal("no_such_seat", claimed, seat=claimed)
        if turns.state.runners[claimed].left:
            return refuse("not_racing", claimed)
        turns.emit(e.Retired(Seat(claimed)))
        turns.go_on()
        return None

    # Questions about a state

    def awaiting(self, state: State) -> tuple[Question, ...]:
        return tuple([question_of(state, seat) for seat in all_seats(len(state.runners)) if is_asked(state, seat)])

    def question(self, state: State, seat: int) -> Question:
        return question_of(state, Seat(seat))

    def legal(self, state: State, seat: int) -> Choices:
        """What the seat may choose now; where a choice of it stands, to take that back."""
        if not 0 <= seat < len(state.runners):
            return NONE
        runner = state.runners[seat]
        if not is_asked(state, Seat(seat)):
            return NONE if runner.choice is None else WITHDRAWAL
        if state.phase == "draft":
            return Few(*[Pick(face) for face in dict.fromkeys(state.pool)])
        room = len(runner.slots) < self.content.rules.slots
        plays = [
            (face, burn)
            for face in dict.fromkeys(runner.hand)
            for burn in ((False, True) if room and self.cards[face].burn else (False,))
        ]
        return Plays(Run if state.phase == "run" else Bid, tuple(plays), runner.tokens)

    def view(self, state: State, seat: int | None) -> View:
        return view(self.content.rules, state, seat)

    def see(self, event: e.AnyEvent, seat: int | None) -> msgspec.Struct:
        return see(event, seat)

    def explain(self, view: View, choice: Choice) -> Explanation:
        return explain(self.cards, self.content.rules, view, choice)

    def places(self, view: View) -> tuple[int, ...]:
        return places(view.runners)

    def has_picked(self, view: View) -> bool:
        return has_picked(view)

    def coming(self, view: View) -> View:
        """The race turn after this auction, as far as its viewer, who has picked, knows it."""
        return coming(self.content.rules, view)

    def imagine(self, view: View, chance: Seed) -> State:
        return imagine(view, chance)

    def problems(self, state: State, before: State | None = None) -> tuple[str, ...]:
        return problems(self, state, before)

    # Bytes

    def encode(self, state: State) -> bytes:
        return encode(state)

    def decode(self, data: bytes | str) -> State:
        """Read a state that `encode` wrote. Raises `Broken` for bytes that are no state of this content."""
        state = decode(_STATES, data, "state")
        if state.content != self.digest:
            raise Broken("state", (Fault("content", "other_content", "this state belongs to other content"),))
        return state

"""Last Card, as the kernel's contract has it: the one place where all parts of the game meet."""

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from engine.kernel.chance import Seed, is_seed
from engine.kernel.commands import Answer, End, Question, Retire, StandIn, Withdraw
from engine.kernel.commands import Command as KernelCommand
from engine.kernel.faults import Broken, Fault
from engine.kernel.game import Step
from engine.kernel.records import Record, decode, encode
from engine.kernel.refusals import Refusal, refusal
from engine.kernel.seats import Seat
from engine.lastcard.choices import Choice, Command, Play
from engine.lastcard.content import NAME, Content, content_faults
from engine.lastcard.events import FOLDS, Attended, Event, Retired, Started, StoodIn, see, start
from engine.lastcard.judging import Fit, Moment, refuse
from engine.lastcard.playing import Playing
from engine.lastcard.problems import problems, unanswerable
from engine.lastcard.state import Setup, State, setup_faults
from engine.lastcard.views import Explanation, View, imagine, moment_of, places, play_explained, view

MatchRecord: TypeAlias = Record[Content, Setup, Command, Event, State]

_STATES = msgspec.json.Decoder(State)
_RECORDS: "msgspec.json.Decoder[MatchRecord]" = msgspec.json.Decoder(MatchRecord)
_BAD_SEED = Fault("seed", "bad_seed", "a seed is 32 to 128 hexadecimal digits")


class LastCard:
    """The game on one deck."""

    name = NAME

    def __init__(self, content: Content | None = None) -> None:
        self.content = content or Content()
        if faults := content_faults(self.content):
            raise Broken("content", faults)
        self.digest = self.content.digest()
        self.fit = Fit(self.content)
        self.cards = tuple(kind.face for kind in self.content.deck for _ in range(kind.copies))
        self._counted = Counter(self.cards)

    # The match

    def start(self, setup: Setup, seed: Seed) -> tuple[Event, ...]:
        """The first round is dealt."""
        faults = setup_faults(self.content, setup)
        if not is_seed(seed):
            faults += (_BAD_SEED,)
        if faults:
            raise Broken("setup", faults)
        opening = Started(seed, self.digest, setup)
        playing = Playing(self.fit, self.cards, start(opening), opening)
        playing.begin_round()
        return tuple(playing.events)

    def evolve(self, state: State | None, event: Event) -> State:
        if state is None:
            assert isinstance(event, Started), "the first event starts the match"
            return start(event)
        return FOLDS[type(event)](state, event)

    def decide(self, state: State, command: KernelCommand[Choice]) -> Step[State, Event] | Refusal:
        if state.ended:
            return refusal("over")
        playing = Playing(self.fit, self.cards, state)
        refused = self._carried_out(state, command, playing)
        return refused or Step(tuple(playing.events), playing.state)

    def _carried_out(self, state: State, command: KernelCommand[Choice], playing: Playing) -> Refusal | None:
        match command:
            case Answer(seat, question, choice):
                if seat != question.seat:
                    return refusal("other_seat", seat)
                if refused := self._closed(state, question):
                    return refused
                if code := self.fit.why_not(moment(state, seat), choice):
                    return refuse(code, seat)
                if state.absent:
                    playing.add(Attended(seat))
                playing.choose(seat, choice)
            case StandIn(question, reason):
                if refused := self._closed(state, question):
                    return refused
                choice = self.fit.stand_in(moment(state, question.seat))
                playing.add(StoodIn(question.seat, reason))
                playing.choose(question.seat, choice)
            case Retire(seat):
                if not 0 <= seat < state.setup.seats:
                    return refusal("no_such_seat", seat, seat=seat)
                if seat in state.left:
                    return refuse("retired", seat)
                playing.add(Retired(seat))
                playing.go_on_without(seat, seat in state.asked)
            case Withdraw(seat, question):
                return self._not_withdrawn(state, seat, question)
            case End():
                playing.finish("ended")
        return None

    def _closed(self, state: State, question: Question) -> Refusal | None:
        seat = question.seat
        if not 0 <= seat < state.setup.seats:
            return refusal("no_such_seat", seat, seat=seat)
        n = state.n[seat]
        if seat not in state.asked:
            return refusal("stale" if question.n <= n else "not_asked", seat)
        if question.n == n and question.round == state.round and question.phase == state.phase:
            return None
        return refusal("stale" if question.n <= n else "not_asked", seat)

    def _not_withdrawn(self, state: State, seat: int, question: Question) -> Refusal:
        """Answers given together say nothing that anybody would take back, and stand."""
        if seat != question.seat:
            return refusal("other_seat", seat)
        if not 0 <= seat < state.setup.seats:
            return refusal("no_such_seat", seat, seat=seat)
        if question != self.question(state, seat):
            return refusal("stale" if question.n <= state.n[seat] else "not_asked", seat)
        return refusal("nothing_to_withdraw", seat)

    # What a table asks

    def awaiting(self, state: State) -> tuple[Question, ...]:
        return tuple([self.question(state, seat) for seat in state.asked])

    def question(self, state: State, seat: int) -> Question:
        return Question(state.round, state.phase, Seat(seat), state.n[seat])

    def legal(self, state: State, seat: int) -> Sequence[Choice]:
        return self.fit.legal(moment(state, seat)) if seat in state.asked else ()

    def view(self, state: State, seat: int | None) -> View:
        return view(state, seat)

    def see(self, event: Event, seat: int | None) -> Event:
        return see(event, seat)

    def explain(self, view: View, choice: Choice) -> Explanation:
        if view.seat is None or view.seat not in view.asked:
            return Explanation(refusal("over") if view.ended else refusal("not_asked", view.seat))
        if code := self.fit.why_not(moment_of(view), choice):
            return Explanation(refuse(code, view.seat))
        if isinstance(choice, Play):
            return play_explained(self.fit, view, choice.card)
        return Explanation(points=self.fit.worth(view.hand))

    def places(self, view: View) -> tuple[int, ...]:
        return places(self.fit, view)

    def imagine(self, view: View, chance: Seed) -> State:
        return imagine(self.cards, view, chance)

    def problems(self, state: State, before: State | None = None) -> tuple[str, ...]:
        return problems(self.fit, self._counted, state)

    # Bytes

    def encode(self, state: State) -> bytes:
        return encode(state)

    def decode(self, data: bytes | str) -> State:
        state = decode(_STATES, data, "state")
        if state.content != self.digest:
            raise Broken("state", (Fault("content", "other_content", "this state belongs to other content"),))
        if names := self.problems(state) or unanswerable(state):
            raise Broken("state", tuple(Fault("", name, f"this state is not sound: {name}") for name in names))
        return state


def moment(state: State, seat: int) -> Moment:
    """What a choice of a seat that is asked is judged by."""
    return Moment(
        state.setup,
        state.phase,
        state.hands[seat],
        state.drawn,
        state.discard[0],
        state.colour,
        bool(state.pile or len(state.discard) > 1),
    )


def read_record(data: bytes | str) -> MatchRecord:
    """Read the record of a match strictly. Raises `Broken` with every fault; play it again with `verify`."""
    record = decode(_RECORDS, data, "record")
    faults = tuple(replace(fault, place=f"content.{fault.place}") for fault in content_faults(record.content))
    if not faults:
        inside = setup_faults(record.content, record.setup)
        faults = tuple(replace(fault, place=f"setup.{fault.place}") for fault in inside)
    if record.game != NAME:
        faults += (Fault("game", "other_game", f"this is a record of “{record.game}”"),)
    if not is_seed(record.seed):
        faults += (_BAD_SEED,)
    if faults:
        raise Broken("record", faults)
    return record

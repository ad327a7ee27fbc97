"""Heat, as the kernel's contract has it: the one place where all parts of the game meet."""

from collections import Counter
from typing import TypeAlias

from engine.heat.bound import Bound
from engine.heat.choices import NONE, Choice, Choices
from engine.heat.content import Content, setup_faults
from engine.heat.events import Event, Started, Withdrew
from engine.heat.explain import explain
from engine.heat.finish import finish
from engine.heat.folds import started
from engine.heat.forecast import Explanation
from engine.heat.imagine import imagine
from engine.heat.masking import Seen
from engine.heat.moves import MOVES
from engine.heat.opening import before_draft
from engine.heat.phases import phases_of
from engine.heat.problems import problems
from engine.heat.refusals import refuse
from engine.heat.state import Car, Setup, State
from engine.heat.tables import SHIPPED, Moves, tables_of
from engine.heat.transaction import Transaction
from engine.heat.views import View, question_of, view
from engine.heat.walk import Walk
from engine.heat.why_not import why_not
from engine.kernel.chance import TABLE, Seed, is_seed, shuffle
from engine.kernel.commands import Answer, End, Question, Reader, Retire, StandIn, Withdraw, Withdrawal
from engine.kernel.faults import Broken, Fault
from engine.kernel.game import Step
from engine.kernel.records import decode, encode
from engine.kernel.refusals import Refusal, refusal
from engine.kernel.seats import Seat, all_seats, by_seat

Command: TypeAlias = Answer[Choice] | Withdraw | StandIn | Retire | End

read_command: Reader[Command] = SHIPPED.read_command
"""Reads a command from the wire: a command, or a refusal that says what is wrong with it."""

_ANY_CHANCE = Seed("00" * 16)


class Heat(Bound):
    """The game on one content: the contract of `engine.kernel`, and nothing else."""

    name = "heat"

    def __init__(self, content: Content, moves: Moves = MOVES) -> None:
        self.tables = tables_of(moves)
        super().__init__(content, self.tables.vocabulary, self.tables.folds)
        self.phases = phases_of(moves)
        self.walk = Walk(self.phases)
        self._states = self.tables.decoder(State)

    # The race

    def start(self, setup: Setup, seed: Seed) -> tuple[Event, ...]:
        """Draw the grid, shuffle the decks, draw the hands; the first round begins."""
        faults = setup_faults(self.content, setup)
        if not is_seed(seed):
            faults += (Fault("seed", "bad_seed", "a seed is 32 to 128 hexadecimal digits"),)
        if faults:
            raise Broken("setup", faults)
        box = self.content.cards
        seats = all_seats(len(setup.entrants))
        grid = shuffle(seed, TABLE, 0, seats) if setup.grid is None else tuple([Seat(seat) for seat in setup.grid])
        owned = Counter(card for entrant in setup.entrants for card in entrant.upgrades or ())
        upgrades = sorted((Counter(box.upgrade_pile(setup.tiers, setup.expansions)) - owned).elements())
        kept = Counter(card for entrant in setup.entrants for card in entrant.sponsors)
        sponsors = sorted((Counter(box.sponsor_pile(setup.expansions)) - kept).elements())
        opening = Started(
            seed=seed,
            content=self.digest,
            setup=setup,
            grid=grid,
            legend_pile=shuffle(seed, TABLE, 1, sorted(self.legend_cards)),
            upgrade_pile=shuffle(seed, TABLE, 2, upgrades) if setup.draft else (),
            sponsor_pile=shuffle(seed, TABLE, 3, sponsors) if setup.season else (),
        )
        transaction = Transaction(self, self.evolve(None, opening))
        before_draft(transaction)
        self.walk.walk(transaction)
        return (opening, *transaction.events)

    def evolve(self, state: State | None, event: Event) -> State:
        if state is None:
            assert isinstance(event, Started), "the first event starts the race"
            return started(self.content, self.course, event)
        return self.folds[type(event)](self.course, state, event)

    def decide(self, state: State, command: Command) -> Step[State, Event] | Refusal:
        """Carry a command out, with everything that follows from it, or say why not."""
        if isinstance(command, Answer):
            return self._answer(state, command)
        if state.ended:
            return refusal("over")
        transaction = Transaction(self, state)
        if isinstance(command, End):
            finish(transaction, "ended")
        elif isinstance(command, Retire):
            if refused := self._retire(transaction, command.seat):
                return refused
        elif isinstance(command, StandIn):
            if refused := self._closed(state, command.question):
                return refused
            self.walk.stand_in(transaction, command.question.seat, command.reason)
        else:
            if refused := self._withdraw(transaction, command):
                return refused
        return Step(tuple(transaction.events), transaction.state)

    def _answer(self, state: State, command: Answer[Choice]) -> Step[State, Event] | Refusal:
        seat = command.question.seat
        if command.seat != seat:
            return refusal("other_seat", command.seat)
        if refused := self._closed(state, command.question):
            return refused
        choice = command.choice.in_card_order()
        if choice not in self.phases[state.phase].choices(self, state, seat):
            return why_not(self, self.tables, self.view(state, seat), choice)
        transaction = Transaction(self, state)
        self.walk.answer(transaction, seat, choice)
        return Step(tuple(transaction.events), transaction.state)

    def _closed(self, state: State, question: Question) -> Refusal | None:
        """Why a question cannot be answered now; None when it is open."""
        seat = question.seat
        if state.ended:
            return refusal("over", seat)
        if not 0 <= seat < len(state.cars):
            return refusal("no_such_seat", seat, seat=seat)
        car = state.cars[seat]
        if car.asked and question == question_of(state, seat):
            return None
        return refusal("stale" if question.n <= car.n and question.round <= state.round else "not_asked", seat)

    def _withdraw(self, transaction: Transaction, command: Withdraw) -> Refusal | None:
        state, seat = transaction.state, command.question.seat
        if command.seat != seat:
            return refusal("other_seat", command.seat)
        if not 0 <= seat < len(state.cars):
            return refusal("no_such_seat", seat, seat=seat)
        car = state.cars[seat]
        if command.question != question_of(state, seat):
            return refusal("stale" if command.question.n <= car.n else "not_asked", seat)
        if not self._may_withdraw(state, car):
            return refusal("nothing_to_withdraw", seat)
        transaction.emit(Withdrew(seat))
        self.walk.ask_again(transaction, seat)
        return None

    def _may_withdraw(self, state: State, car: Car) -> bool:
        """An answer stands, and its phase is open: others are still asked."""
        return car.choice is not None and not car.asked and self.schedule(state)[state.stage].together

    def _retire(self, transaction: Transaction, claimed: int) -> Refusal | None:
        if not 0 <= claimed < len(transaction.state.cars):
            return refusal("no_such_seat", claimed, seat=claimed)
        seat = Seat(claimed)
        if transaction.car(seat).status != "racing":
            return refuse("not_racing", seat)
        self.walk.retire(transaction, seat)
        return None

    # Questions about a state

    def awaiting(self, state: State) -> tuple[Question, ...]:
        return tuple([question_of(state, seat) for seat, car in by_seat(state.cars) if car.asked])

    def legal(self, state: State, seat: int) -> Choices:
        """What the seat may choose now; where an answer of it stands that can be taken back, a `Withdrawal`."""
        if not 0 <= seat < len(state.cars):
            return NONE
        car = state.cars[seat]
        if car.asked:
            return self.phases[state.phase].choices(self, state, Seat(seat))
        if self._may_withdraw(state, car):
            return Choices((Withdrawal(),))
        return NONE

    def question(self, state: State, seat: int) -> Question:
        """The question of a seat that is asked, or whose answer stands."""
        return question_of(state, Seat(seat))

    def view(self, state: State, seat: int | None) -> View:
        return view(self, state, seat)

    def see(self, event: Event, seat: int | None) -> Seen:
        return self.tables.see(event, seat)

    def explain(self, view: View, choice: Choice) -> Explanation:
        return explain(self, self.tables, view, choice, lambda: self._offered(view))

    def _offered(self, view: View) -> Choices:
        """What the viewer's open question offers, by any race that fits the view."""
        assert view.mine is not None, "only drivers are asked"
        return self.legal(self.imagine(view, _ANY_CHANCE), view.mine.seat)

    def places(self, view: View) -> tuple[int, ...]:
        return tuple([view.ranking.index(seat) + 1 for seat in range(len(view.cars))])

    def imagine(self, view: View, chance: Seed) -> State:
        return imagine(self, self.phases, view, chance)

    def problems(self, state: State, before: State | None = None) -> tuple[str, ...]:
        return problems(self, state, before)

    # Bytes

    def encode(self, state: State) -> bytes:
        return encode(state)

    def decode(self, data: bytes | str) -> State:
        """Read a state that `encode` wrote. Raises `Broken` for bytes that are no state of this content."""
        state = decode(self._states, data, "state")
        if state.content != self.digest:
            raise Broken("state", (Fault("content", "other_content", "this state belongs to other content"),))
        return state

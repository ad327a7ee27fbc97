"""The walk: one loop through the nine phases, grouped by the rule set's schedule, until a driver must answer.

No phase calls another. The order of the phases is fixed; the schedule only groups them into stages (see `Stage`).
"""

from engine.heat.choices import Choice
from engine.heat.events import Asked, StoodIn
from engine.heat.finish import end_round
from engine.heat.moves.leave_race import Retired
from engine.heat.opening import after_draft
from engine.heat.phases.phase import Phases
from engine.heat.press import spend_sponsors
from engine.heat.rules import PhaseName
from engine.heat.state import State
from engine.heat.transaction import Transaction
from engine.kernel.seats import Seat


class Walk:
    """The loop, on the phases of a game."""

    def __init__(self, phases: Phases) -> None:
        self._phases = phases

    def walk(self, transaction: Transaction, stage: int = 0, turn: int = 0, step: int = 0) -> None:
        """Go on from a place in the schedule until a driver is asked or the race is over."""
        stages = transaction.schedule
        while True:
            if stage == len(stages):
                if not self._next_round(transaction):
                    return
                stages = transaction.schedule
                stage = turn = step = 0
                continue
            phases = stages[stage].phases
            if turn == step == 0:
                transaction.opening_stage = stage
                self._phases[phases[0]].open(transaction)
            if stages[stage].together:
                if self._ask_together(transaction, stage):
                    return
            else:
                order = transaction.state.order
                while turn < len(order):
                    while step < len(phases):
                        if self._ask_one(transaction, phases[step], order[turn], stage, turn, step):
                            return
                        step += 1
                    turn, step = turn + 1, 0
            stage, turn, step = stage + 1, 0, 0

    def _next_round(self, transaction: Transaction) -> bool:
        """Close the round, or the draft. False when the race is over."""
        if transaction.state.round:
            return end_round(transaction)
        after_draft(transaction)
        return True

    def _ask_together(self, transaction: Transaction, stage: int) -> bool:
        """Ask all drivers that a stage asks. False when it asks none; then it is settled."""
        (name,) = transaction.schedule[stage].phases
        phase = self._phases[name]
        seats = [seat for seat in transaction.racing() if phase.includes(transaction.car(seat))]
        asked = tuple([seat for seat in seats if phase.asks(transaction.bound, transaction.state, seat)])
        if asked:
            transaction.emit(Asked(phase=name, seats=asked, stage=stage))
            return True
        phase.settle(transaction, tuple(seats))
        return False

    def _ask_one(self, transaction: Transaction, name: PhaseName, seat: Seat, stage: int, turn: int, step: int) -> bool:
        """Begin a seat's part of a phase. False when it asks nothing; then it is settled."""
        phase = self._phases[name]
        before = transaction.state
        if not phase.includes(before.cars[seat]):
            return False
        phase.begin(transaction, seat)
        state = transaction.state
        if state is not before and not phase.includes(state.cars[seat]):
            return False
        if phase.asks(transaction.bound, state, seat):
            transaction.emit(Asked(phase=name, seats=(seat,), stage=stage, turn=turn, step=step))
            return True
        phase.settle(transaction, (seat,))
        return False

    def answer(self, transaction: Transaction, seat: Seat, choice: Choice) -> None:
        """Carry out the answer to an open question, and go on until the next question."""
        state = transaction.state
        phase = self._phases[state.phase]
        done = phase.answer(transaction, seat, choice)
        if not done and phase.asks(transaction.bound, transaction.state, seat):
            self.ask_again(transaction, seat)
            return
        self.go_on(transaction, seat)

    def stand_in(self, transaction: Transaction, seat: Seat, reason: str) -> None:
        """Answer the rest of a phase in a driver's place, and go on."""
        phase = self._phases[transaction.state.phase]
        outcome, n = transaction.seat_draw(seat)
        transaction.emit(StoodIn(seat, phase=phase.name, reason=reason, n=n))
        while not phase.answer(transaction, seat, phase.stand_in(transaction.bound, transaction.state, seat, outcome)):
            if not phase.asks(transaction.bound, transaction.state, seat):
                break
        self.go_on(transaction, seat)

    def go_on(self, transaction: Transaction, seat: Seat) -> None:
        """A seat has nothing more to say in this phase: settle what can be settled, and walk on."""
        state = transaction.state
        stage = transaction.schedule[state.stage]
        phase = self._phases[state.phase]
        if not stage.together:
            if transaction.car(seat).status == "racing":
                phase.settle(transaction, (seat,))
            self.walk(transaction, state.stage, state.turn, state.step + 1)
        elif not self.anybody_asked(state):
            phase.settle(
                transaction, tuple([seat for seat in transaction.racing() if phase.includes(transaction.car(seat))])
            )
            self.walk(transaction, state.stage + 1)

    @staticmethod
    def anybody_asked(state: State) -> bool:
        return True in [car.asked for car in state.cars]

    def ask_again(self, transaction: Transaction, seat: Seat) -> None:
        """Put the present question to a seat anew, under a new number."""
        state = transaction.state
        transaction.emit(Asked(phase=state.phase, seats=(seat,), stage=state.stage, turn=state.turn, step=state.step))

    def retire(self, transaction: Transaction, seat: Seat) -> None:
        """Take a car out of the race at any moment, and go on if the race waited for it alone."""
        was_asked = transaction.car(seat).asked
        spend_sponsors(transaction, seat)
        transaction.emit(Retired(seat))
        if was_asked:
            self.go_on(transaction, seat)

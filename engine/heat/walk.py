"""The walk: one loop through the schedule of the rule set, phase by phase, until somebody must answer.

No phase calls another. The walk asks each phase the same few things, in whichever grouping the rule set gives.
"""

from engine.heat.choices import Choice
from engine.heat.events import Asked, Retired, StoodIn
from engine.heat.finish import end_round
from engine.heat.opening import after_draft
from engine.heat.phases import PHASES
from engine.heat.press import spend_sponsors
from engine.heat.rules import Stage
from engine.heat.state import State
from engine.heat.telling import Telling


def schedule(telling: Telling) -> tuple[Stage, ...]:
    """The stages of this round: of the draft before round 1, then the rule set's."""
    return telling.game.schedule(telling.state)


def walk(telling: Telling, stage: int = 0, turn: int = 0, step: int = 0) -> None:
    """Go on from a place in the schedule until somebody is asked or the race is over."""
    stages = schedule(telling)
    while True:
        if stage == len(stages):
            if not _next_round(telling):
                return
            stages = schedule(telling)
            stage = turn = step = 0
            continue
        phases = stages[stage].phases
        if turn == step == 0:
            telling.opening_stage = stage
            PHASES[phases[0]].open(telling)
        if stages[stage].together:
            if _ask_together(telling, stage):
                return
        else:
            order = telling.state.order
            while turn < len(order):
                while step < len(phases):
                    if _ask_one(telling, phases[step], order[turn], stage, turn, step):
                        return
                    step += 1
                turn, step = turn + 1, 0
        stage, turn, step = stage + 1, 0, 0


def _next_round(telling: Telling) -> bool:
    """Close the round, or the draft. False when the race is over."""
    if telling.state.round:
        return end_round(telling)
    after_draft(telling)
    return True


def _ask_together(telling: Telling, stage: int) -> bool:
    """Ask everybody that a stage asks. False when it asks nobody; then it is settled."""
    (name,) = schedule(telling)[stage].phases
    phase = PHASES[name]
    seats = [seat for seat in telling.racing() if phase.includes(telling.car(seat))]
    asked = tuple([seat for seat in seats if phase.asks(telling.game, telling.state, seat)])
    if asked:
        telling.tell(Asked(name, asked, stage))
        return True
    phase.settle(telling, tuple(seats))
    return False


def _ask_one(telling: Telling, name: str, seat: int, stage: int, turn: int, step: int) -> bool:
    """Begin a seat's part of a phase. False when it asks nothing; then it is settled."""
    phase = PHASES[name]
    if not phase.includes(telling.car(seat)):
        return False
    phase.begin(telling, seat)
    if not phase.includes(telling.car(seat)):
        return False
    if phase.asks(telling.game, telling.state, seat):
        telling.tell(Asked(name, (seat,), stage, turn, step))
        return True
    phase.settle(telling, (seat,))
    return False


def answer(telling: Telling, seat: int, choice: Choice) -> None:
    """Carry out the answer to an open question, and go on as far as the race goes by itself."""
    state = telling.state
    phase = PHASES[state.phase]
    done = phase.answer(telling, seat, choice)
    if not done and phase.asks(telling.game, telling.state, seat):
        ask_again(telling, seat)
        return
    go_on(telling, seat)


def stand_in(telling: Telling, seat: int, reason: str) -> None:
    """Answer the rest of a phase in a driver's place, and go on."""
    phase = PHASES[telling.state.phase]
    outcome, n = telling.seat_draw(seat)
    telling.tell(StoodIn(seat, phase.name, reason, n))
    while not phase.answer(telling, seat, phase.stand_in(telling.game, telling.state, seat, outcome)):
        if not phase.asks(telling.game, telling.state, seat):
            break
    go_on(telling, seat)


def go_on(telling: Telling, seat: int) -> None:
    """A seat has nothing more to say in this phase: settle what can be settled, and walk on."""
    state = telling.state
    stage = schedule(telling)[state.stage]
    phase = PHASES[state.phase]
    if not stage.together:
        if telling.car(seat).status == "racing":
            phase.settle(telling, (seat,))
        walk(telling, state.stage, state.turn, state.step + 1)
    elif not anybody_asked(state):
        phase.settle(telling, tuple([seat for seat in telling.racing() if phase.includes(telling.car(seat))]))
        walk(telling, state.stage + 1)


def anybody_asked(state: State) -> bool:
    return any(car.asked for car in state.cars)


def ask_again(telling: Telling, seat: int) -> None:
    """Put the present question to a seat anew, under a new number."""
    state = telling.state
    telling.tell(Asked(state.phase, (seat,), state.stage, state.turn, state.step))


def retire(telling: Telling, seat: int) -> None:
    """Take a car out of the race at any moment, and go on if the race waited for it alone."""
    was_asked = telling.car(seat).asked
    spend_sponsors(telling, seat)
    telling.tell(Retired(seat))
    if was_asked:
        go_on(telling, seat)

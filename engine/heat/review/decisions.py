"""The decisions of one seat in a record: what its driver saw, what could be chosen, and what was chosen."""

from typing import Any

from msgspec import Struct

from engine.heat.choices import Choice, Choices
from engine.heat.game import Heat
from engine.heat.reading import RaceRecord
from engine.heat.state import State
from engine.heat.views import View
from engine.kernel.commands import Answer, Question, Withdraw
from engine.kernel.faults import Broken, Fault
from engine.kernel.records import replay, verify_events
from engine.kernel.seats import Seat


class Made(Struct, frozen=True):
    """A decision as it was made."""

    step: int
    question: Question
    view: View
    """All that the driver could know."""
    choices: Choices
    choice: Choice


class Driven(Struct, frozen=True):
    """A seat's race: its decisions, and the place in which it finished."""

    seat: Seat
    made: tuple[Made, ...]
    cars: int
    final_place: int


def driven(game: Heat, record: RaceRecord, seat: int) -> Driven:
    """The decisions of a seat. Raises `Broken` for a record that is unsound or of a race that is not over, and for a
    seat that no driver had."""
    states = _states(game, record)
    _check_seat(states[-1], seat)
    made: list[Made] = []
    for step, (before, entry) in enumerate(zip(states, record.entries[1:], strict=False), start=1):
        command = entry.command
        if isinstance(command, Answer) and command.question.seat == seat:
            made.append(_made(game, before, step, command))
        elif isinstance(command, Withdraw) and command.question.seat == seat and made:
            made.pop()
    if not made:
        raise Broken("review", (Fault("seat", "did_not_drive", f"seat {seat} made no decision of its own"),))
    place = game.places(game.view(states[-1], None))[seat]
    return Driven(Seat(seat), tuple(made), len(states[-1].cars), place)


def _states(game: Any, record: RaceRecord) -> list[State]:
    """The state after each entry of a record that is sound and of a race that is over."""
    verify_events(game, record)
    states: list[State] = list(replay(game, record.entries, record.position))
    if not states[-1].ended:
        raise Broken("review", (Fault("", "not_over", "the race is not over, so there is no looking back yet"),))
    return states


def _check_seat(state: State, seat: int) -> None:
    if not 0 <= seat < len(state.cars):
        text = f"the seats of this race are 0 to {len(state.cars) - 1}, not {seat}"
        raise Broken("review", (Fault("seat", "no_such_seat", text),))
    if state.setup.entrants[seat].legend is not None:
        raise Broken("review", (Fault("seat", "legend", f"seat {seat} is a Legend, which decides nothing"),))


def _made(game: Heat, before: State, step: int, command: Answer[Choice]) -> Made:
    seat, choice = command.question.seat, command.choice.in_card_order()
    choices = game.legal(before, seat)
    if choice not in choices:
        text = f"step {step} answers with a choice that this version of the engine does not offer there"
        raise Broken("record", (Fault(f"entries[{step}].command", "not_offered", text),))
    return Made(step, command.question, game.view(before, seat), choices, choice)

"""Makes log lines of events: the lines so far, and the open line that further events may belong to."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import replace

from engine.heat import Heat, State
from engine.heat.events import CarEvent
from engine.heat.masking import ReshuffledSeen, Seen
from engine.heat.views import CarView
from engine.kernel.seats import Seat
from races.heat.commentary.line import CarLine, LogLine, MoveLine, OpenLine
from races.heat.commentary.reader import Term
from races.heat.commentary.spectator import Spectator

L = TypeVar("L", bound=LogLine)


class Narrator:
    """The lines so far, the open line, and the race as it stands before the event that is narrated."""

    def __init__(self, game: Heat, before: State | None) -> None:
        self.race = Spectator(game, before)
        self.lines: list[LogLine] = []
        self.open: OpenLine | None = None

    def say(self, line: LogLine) -> None:
        """Add a line that is complete."""
        self.lines.append(self._in_turn(line))

    def begin(self, line: OpenLine) -> None:
        """Open a line; the events that follow may add to it."""
        self.open = line

    def moving(self) -> MoveLine:
        """The open line, for an event that belongs to a move."""
        assert isinstance(self.open, MoveLine), "the event that says why a car moves has begun a line"
        return self.open

    def last(self, kind: type[L]) -> L | None:
        """The newest line if it is of this kind, so that an event that says more of the same can join it."""
        line = self.lines[-1] if self.lines else None
        return line if isinstance(line, kind) else None

    def last_of(self, kind: type[L], seat: Seat) -> L | None:
        """The newest line if it is of this kind and about this car."""
        line = self.last(kind)
        return line if isinstance(line, CarLine) and line.seat == seat else None

    def replace_last(self, line: LogLine) -> None:
        self.lines[-1] = line

    def close_before(self, event: Seen, continuing: frozenset[type]) -> None:
        """Close the open line unless this event goes on with it: it is of a kind that does, and about the same car."""
        if self.open is None:
            return
        if type(event) in continuing and isinstance(event, CarEvent | ReshuffledSeen) and event.seat == self.open.seat:
            return
        self.close()

    def close(self) -> None:
        """Finish the open line and put it with the others."""
        line, self.open = self.open, None
        if line is not None and (closed := line.closed(self.race)) is not None:
            self.lines.append(self._in_turn(closed))

    def _in_turn(self, line: LogLine) -> LogLine:
        """The line with the turn in which it is played back."""
        seat = line.led_by()
        return line if seat is None or line.look is None else replace(line, turn=self.race.turn(seat))


Narrate: TypeAlias = Callable[[Narrator, Any], None]
Narration: TypeAlias = Mapping[type, Narrate]
"""By the type of an event, as a spectator may see it, the function that puts it into lines."""


def cards_sum(spectator: Spectator, car: CarView) -> tuple[Term, ...]:
    """What the cards of a turn count: those that were played, as many as the gear says, each with what it flipped."""
    terms: list[Term] = []
    flipped = iter(car.worth[car.gear :])
    for face, worth in zip(car.play[: car.gear], car.worth, strict=False):
        card = spectator.card(face)
        plus = card.symbols.get("plus", 0)
        if worth or not plus:
            terms.append((face, worth) if card.kind in ("upgrade", "sponsor") else worth)
        terms += [("stress" if card.kind == "stress" else "flip", next(flipped, 0)) for _ in range(plus)]
    return tuple(terms)


def speed_sum(car: CarView) -> tuple[Term, ...]:
    """What a car's speed is made of, in the middle of its turn."""
    terms: list[Term] = [worth for worth in car.worth if worth]
    if car.bonus:
        terms.append(("adrenaline", car.bonus))
    if car.accelerated:
        terms.append(("accelerate", car.accelerated))
    return tuple(terms or [0])

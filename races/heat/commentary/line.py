"""A line while it is being told: what follows may still belong to it."""

from typing import Any, TypeAlias

from engine.heat.events import Flipped, Moved, Scrapped, Valued
from engine.heat.game import Heat
from engine.heat.masking import ReshuffledSeen, Seen
from engine.heat.state import State
from engine.heat.views import CarView
from races.heat.commentary.onlooker import Onlooker

Line: TypeAlias = dict[str, Any]
Term: TypeAlias = int | list[Any]
"""A part of a sum: what a card counts, or a name and what that counts."""

GOES_ON = (Flipped, ReshuffledSeen, Moved, Valued, Scrapped)
"""Events that go on with the open line of their car."""


class Teller:
    """The lines told so far, and the line that is still open."""

    def __init__(self, game: Heat, before: State | None) -> None:
        self.race = Onlooker(game, before)
        self.lines: list[Line] = []
        self.open: Line | None = None

    def say(self, kind: str, **params: Any) -> Line:
        """A line that is complete; what is None is left out."""
        line = {"kind": kind, **{name: value for name, value in params.items() if value is not None}}
        self.lines.append(line)
        return line

    def begin(self, kind: str, seat: int, **params: Any) -> Line:
        """A line about a car that is about to move: its cards, flips and move are still to come."""
        car = self.race.car(seat)
        self.open = {"kind": kind, "seat": seat, **params, "from": [car.at, car.lane]}
        return self.open

    def last(self, kind: str, seat: int | None = None) -> Line | None:
        """The line before, if it is of this kind and about this car, so that more of the same can join it."""
        line = self.lines[-1] if self.lines else None
        return line if line is not None and line["kind"] == kind and line.get("seat") == seat else None

    def end_unless_goes_on(self, event: Seen) -> None:
        if self.open is not None and not (isinstance(event, GOES_ON) and event.seat == self.open["seat"]):
            self.end()

    def end(self) -> None:
        """Close the open line. Without a move the car stands still, or its driver has still to choose a value."""
        line, self.open = self.open, None
        if line is None:
            return
        if "to" not in line and line["kind"] == "drive":
            car = self.race.car(line["seat"])
            if self._is_value_open(car):
                if "cards" not in line:
                    return
                line["kind"] = "turned"
                del line["from"]
            else:
                line["sum"], line["speed"] = drive_sum(self.race, car), car.speed
        if line["kind"] == "drive":  # the sum says all of this
            for known in ("cards", "flipped"):
                line.pop(known, None)
        self.lines.append(line)

    def _is_value_open(self, car: CarView) -> bool:
        return any(
            not worth and len(self.race.card(card).worth) > 1 for card, worth in zip(car.play, car.worth, strict=True)
        )


def drive_sum(race: Onlooker, car: CarView) -> list[Term]:
    """What the cards of a turn count: those that were played, as many as the gear says, each with what it flipped."""
    terms: list[Term] = []
    flipped = iter(car.worth[car.gear :])
    for face, worth in zip(car.play[: car.gear], car.worth, strict=False):
        card = race.card(face)
        plus = card.symbols.get("plus", 0)
        if worth or not plus:
            terms.append([face, worth] if card.kind in ("upgrade", "sponsor") else worth)
        terms += [["stress" if card.kind == "stress" else "flip", next(flipped, 0)] for _ in range(plus)]
    return terms


def speed_sum(car: CarView) -> list[Term]:
    """What a car's speed is made of, in the middle of its turn."""
    terms: list[Term] = [worth for worth in car.worth if worth]
    if car.bonus:
        terms.append(["adrenaline", car.bonus])
    if car.accelerated:
        terms.append(["accelerate", car.accelerated])
    return terms or [0]

"""A car drives: its cards are turned over, cards are flipped for them, and it moves. Moves of all kinds end here."""

from typing import Self

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from msgspec.structs import replace

from engine.heat.events import Flipped, Moved
from engine.heat.masking import ReshuffledSeen
from engine.heat.moves.play import Revealed
from races.heat.commentary.line import CarLine, Counted, Look, MoveLine, Shown
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator, cards_sum
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader, Term
from races.heat.commentary.spectator import Spectator
from races.heat.events import legend


class TurnedLine(MoveLine, frozen=True, tag="turned", kw_only=True):
    """Cards are turned over, and their driver has still to choose what one of them counts."""

    look = Look("flip", phase=3)

    cards: tuple[str, ...]

    def shows(self, reader: Reader) -> Shown:
        return {"cards": tuple((card, 0) for card in self.cards), "flips": self.turned}

    def sentence(self, reader: Reader) -> SafeString:
        said = phrase(
            _("{who} plays {cards}, and has still to choose a value."),
            who=reader.who(self.seat),
            cards=reader.cards(self.cards),
        )
        return joined(said, self.flips(reader))


class DriveLine(MoveLine, frozen=True, tag="drive", kw_only=True):
    """A car drives by its cards."""

    look = Look("drive", phase=3)

    cards: tuple[str, ...] = ()
    """The cards that were turned over. Only while the line is open: after that the sum says it."""
    sum: tuple[Term, ...] = ()
    speed: int | None = None
    face_up: Counted = ()
    """The cards in play, once they have been counted."""

    def shows(self, reader: Reader) -> Shown:
        return {"cards": self.face_up, "flips": self.turned, "speed": self.speed or 0, **self.pushed(reader)}

    def arrived(self, spectator: Spectator, event: Moved) -> Self:
        return self._summed(spectator)

    def _summed(self, spectator: Spectator) -> Self:
        car = spectator.car(self.seat)
        face_up = tuple(zip(car.play[: car.gear], car.worth, strict=False))
        return replace(self, sum=cards_sum(spectator, car), speed=car.speed, face_up=face_up)

    def closed(self, spectator: Spectator) -> "DriveLine | TurnedLine | None":
        """Without a move, the car stands still or its driver has still to choose a value."""
        line = self
        if self.to is None:
            if spectator.has_open_value(self.seat):
                return self._turned() if self.cards else None
            line = self._summed(spectator)
        return replace(line, cards=(), flipped=None)

    def _turned(self) -> TurnedLine:
        return TurnedLine(
            seat=self.seat,
            cards=self.cards,
            vain=self.vain,
            flipped=self.flipped,
            turned=self.turned,
            reshuffled=self.reshuffled,
        )

    def sentence(self, reader: Reader) -> SafeString:
        said = phrase(_("{who}: {sum}."), who=reader.who(self.seat), sum=reader.sum(self.sum, self.speed or 0))
        return joined(said, self.flips(reader), self.way(reader))


class ReshuffledLine(CarLine, frozen=True, tag="reshuffled", kw_only=True):
    """A draw pile ran out while nothing else happened that could be seen."""

    cards: int

    def sentence(self, reader: Reader) -> SafeString:
        text = _("{who}’s discard pile of {count} becomes the draw pile.")
        return phrase(text, who=reader.who(self.seat), count=self.cards)


def _revealed(narrator: Narrator, event: Revealed) -> None:
    narrator.begin(DriveLine(seat=event.seat, start=narrator.race.place(event.seat), cards=event.cards))


def _flipped(narrator: Narrator, event: Flipped) -> None:
    """The last card counts, those before it were turned in vain; a flip may go on after a reshuffle."""
    line = narrator.moving()
    vain = event.cards[:-1] if event.worth else event.cards
    counted = event.cards[-1] if event.worth else ""
    flipped = (line.flipped or 0) + (event.worth or 0)
    turned = (*line.turned, *((card, 0) for card in vain), *(((counted, event.worth or 0),) if counted else ()))
    narrator.open = replace(line, vain=(*line.vain, *vain), flipped=flipped, turned=turned)


def _reshuffled(narrator: Narrator, event: ReshuffledSeen) -> None:
    if narrator.open is not None:
        narrator.open = replace(narrator.open, reshuffled=event.cards)
    else:
        narrator.say(ReshuffledLine(seat=event.seat, cards=event.cards))


def _moved(narrator: Narrator, event: Moved) -> None:
    if event.why == "legend":
        line: MoveLine = legend.driven(narrator, event)
    else:
        line = narrator.moving()
        begun = line.begun()[0]
        if event.at != begun + event.distance:
            line = replace(line, meant=begun + event.distance)
    lap, flag = narrator.race.lap_done(line.begun()[0], event.at)
    line = replace(line, to=(event.at, event.lane), lap=lap, flag=flag)
    narrator.open = line.arrived(narrator.race, event)
    narrator.close()


LOG = LogPart(
    lines=(DriveLine, TurnedLine, ReshuffledLine),
    narrated={Revealed: _revealed, Flipped: _flipped, ReshuffledSeen: _reshuffled, Moved: _moved},
    continuing=frozenset({Flipped, ReshuffledSeen, Moved}),
)

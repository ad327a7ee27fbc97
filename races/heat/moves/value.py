"""Choosing what a card in play counts."""

from engine.heat.moves.value import Value, Valued
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.happenings.drive import DriveLine
from races.heat.moves.move import SiteMove


def _valued(narrator: Narrator, event: Valued) -> None:
    """The value becomes a part of the sum in the line of the move."""
    if narrator.open is None:
        narrator.begin(DriveLine(seat=event.seat, start=narrator.race.place(event.seat)))


MOVE = SiteMove(choice=Value, log=LogPart(lines=(), narrated={Valued: _valued}, continuing=frozenset({Valued})))

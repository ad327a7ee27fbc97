"""Accelerating: the flips of the turn count once more, by the symbol of a card in play."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.heat.moves.accelerate import Accelerate, Accelerated
from races.heat.commentary.line import AddingLine, Look
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import SiteMove


class AccelerateLine(AddingLine, frozen=True, tag="accelerate", kw_only=True):
    """By which card, and what it adds."""

    look = Look("drive", phase=5)

    card: str

    def sentence(self, reader: Reader) -> SafeString:
        text = _("{who} accelerates with {card}.")
        said = phrase(text, who=reader.who(self.seat), card=reader.family(self.card))
        return joined(said, self.added(reader, "accelerate"))


def _accelerated(narrator: Narrator, event: Accelerated) -> None:
    race, seat = narrator.race, event.seat
    card, speed = event.spent.source, race.car(seat).speed
    narrator.begin(AccelerateLine(seat=seat, start=race.place(seat), card=card, worth=event.worth, speed=speed))


MOVE = SiteMove(choice=Accelerate, log=LogPart(lines=(AccelerateLine,), narrated={Accelerated: _accelerated}))

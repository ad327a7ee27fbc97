"""Using adrenaline for speed."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.heat.moves.adrenaline import Adrenaline, AdrenalineUsed
from races.heat.commentary.line import AddingLine, Look
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import SiteMove


class AdrenalineLine(AddingLine, frozen=True, tag="adrenaline", kw_only=True):
    """What it adds."""

    look = Look("drive", phase=5)

    def sentence(self, reader: Reader) -> SafeString:
        said = phrase(_("{who} uses adrenaline for speed."), who=reader.who(self.seat))
        return joined(said, self.added(reader, "adrenaline"))


def _adrenaline_used(narrator: Narrator, event: AdrenalineUsed) -> None:
    race, seat = narrator.race, event.seat
    speed = race.car(seat).speed
    narrator.begin(AdrenalineLine(seat=seat, start=race.place(seat), worth=event.worth, speed=speed))


MOVE = SiteMove(choice=Adrenaline, log=LogPart(lines=(AdrenalineLine,), narrated={AdrenalineUsed: _adrenaline_used}))

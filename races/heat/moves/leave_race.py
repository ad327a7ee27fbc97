"""Retiring from the race, by choice or because the table lets a car leave."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.heat.moves.leave_race import LeaveRace, Retired
from races.heat.commentary.line import CarLine, Look
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import SiteMove


class RetiredLine(CarLine, frozen=True, tag="retired", kw_only=True):
    """A car has left the race."""

    look = Look("note")

    def sentence(self, reader: Reader) -> SafeString:
        return phrase(_("{who} {cost}retires{end} from the race."), who=reader.who(self.seat))


def _retired(narrator: Narrator, event: Retired) -> None:
    narrator.say(RetiredLine(seat=event.seat))


MOVE = SiteMove(choice=LeaveRace, log=LogPart(lines=(RetiredLine,), narrated={Retired: _retired}))

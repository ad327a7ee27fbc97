"""The cars at the back of the order get adrenaline."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from msgspec.structs import replace

from engine.heat.events import AdrenalineGiven
from engine.kernel.seats import Seat
from races.heat.commentary.line import LogLine, Look
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader


class AdrenalineGivenLine(LogLine, frozen=True, tag="adrenaline_given", kw_only=True):
    """Who gets adrenaline, and what it gives."""

    look = Look("note", phase=4)

    seats: tuple[Seat, ...]
    speed: int
    cooldown: int

    def led_by(self) -> Seat | None:
        return self.seats[0]

    def sentence(self, reader: Reader) -> SafeString:
        return phrase(
            _("Adrenaline for {who}, last in turn order: +{speed} speed and +{cooldown} cooldown to use."),
            who=reader.all(self.seats),
            speed=self.speed,
            cooldown=self.cooldown,
        )


def _given(narrator: Narrator, event: AdrenalineGiven) -> None:
    """One line for both cars."""
    if line := narrator.last(AdrenalineGivenLine):
        narrator.replace_last(replace(line, seats=(*line.seats, event.seat)))
        return
    gives = {item.kind: item.amount for item in event.items}
    narrator.say(AdrenalineGivenLine(seats=(event.seat,), speed=gives["adrenaline"], cooldown=gives["cooldown"]))


LOG = LogPart(lines=(AdrenalineGivenLine,), narrated={AdrenalineGiven: _given})

"""A round begins, and ends with new hands."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.heat.events import Cleared, RoundBegan
from engine.heat.masking import DrewSeen
from engine.kernel.seats import Seat
from races.heat.commentary.line import LogLine
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader


class RoundLine(LogLine, frozen=True, tag="round", kw_only=True):
    """The heading of a round."""

    round: int

    def begins_round(self) -> int | None:
        return self.round

    def sentence(self, reader: Reader) -> SafeString:
        return phrase(_("Round {round}"), round=self.round)


def _began(narrator: Narrator, event: RoundBegan) -> None:
    narrator.say(RoundLine(round=event.round))


class TunnelLine(LogLine, frozen=True, tag="tunnel", kw_only=True):
    """Drivers whose turn ended in a tunnel, and who had to keep all cards."""

    seats: tuple[Seat, ...]

    def sentence(self, reader: Reader) -> SafeString:
        text = ngettext(
            "{names} is in the tunnel and throws nothing away.",
            "{names} are in the tunnel and throw nothing away.",
            len(self.seats),
        )
        return phrase(text, names=reader.all(self.seats))


def _cleared(narrator: Narrator, event: Cleared) -> None:
    race = narrator.race
    cars = [race.car(seat) for seat in event.seats]
    here = [
        car for car in cars if car.status == "racing" and not car.legend and race.course.is_tunnel(car.at, car.lane)
    ]
    if here:
        narrator.say(TunnelLine(seats=tuple([car.seat for car in here])))


LOG = LogPart(
    lines=(RoundLine, TunnelLine), narrated={RoundBegan: _began, Cleared: _cleared}, silent=frozenset({DrewSeen})
)

"""A car comes home, and the race ends."""

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.heat.events import CameHome, Finished
from races.heat.commentary.line import CarLine, LogLine, Look, Shown
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader, listed

REASONS = {
    "flag": gettext_lazy("The race is over."),
    "no_driver": gettext_lazy("No driver is left in the race: it ends as it stands."),
    "unattended": gettext_lazy("Nobody has driven for three rounds: the race ends as it stands."),
    "round_limit": gettext_lazy("The last round allowed is over: the race ends as it stands."),
    "ended": gettext_lazy("The race was ended."),
}


class HomeLine(CarLine, frozen=True, tag="home", kw_only=True):
    """A car has crossed the last finish line."""

    look = Look("home")

    place: int

    def shows(self, reader: Reader) -> Shown:
        return {"place": self.place}

    def sentence(self, reader: Reader) -> SafeString:
        if self.place == 1:
            return phrase(_("{who} is home first and <b>wins</b>."), who=reader.who(self.seat))
        return phrase(_("{who} is home in place <b>{place}</b>."), who=reader.who(self.seat), place=self.place)


class FinishedLine(LogLine, frozen=True, tag="finished", kw_only=True):
    """Why the race is over, and the whole ranking."""

    look = Look("finish")

    reason: str
    ranking: tuple[int, ...]

    def shows(self, reader: Reader) -> Shown:
        return {"ranking": self.ranking}

    def sentence(self, reader: Reader) -> SafeString:
        places = (format_html("{}. {}", place, reader.who(seat)) for place, seat in enumerate(self.ranking, start=1))
        return joined(phrase(str(REASONS[self.reason])), phrase(_("The ranking: {places}."), places=listed(places)))


def _came_home(narrator: Narrator, event: CameHome) -> None:
    narrator.say(HomeLine(seat=event.seat, place=event.place))


def _finished(narrator: Narrator, event: Finished) -> None:
    narrator.say(FinishedLine(reason=event.reason, ranking=event.ranking))


LOG = LogPart(lines=(HomeLine, FinishedLine), narrated={CameHome: _came_home, Finished: _finished})

"""A round begins, and ends with new hands."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.heat.events import Cleared, RoundBegan
from engine.heat.masking import DrewSeen
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


LOG = LogPart(lines=(RoundLine,), narrated={RoundBegan: _began}, silent=frozenset({Cleared, DrewSeen}))

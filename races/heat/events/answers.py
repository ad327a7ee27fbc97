"""Questions and answers as such: who is asked, who has chosen, and stand-ins, which answer for a driver."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from engine.heat.events import Asked, ReactBegan, Withdrew
from engine.heat.masking import ChosenSeen, StoodInSeen
from engine.heat.rules import PhaseName
from races.heat.commentary.line import CarLine, Look
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader

WHY = {
    "clock": gettext_lazy("{who}’s time is up."),
    "away": gettext_lazy("{who} is away."),
    "bot": gettext_lazy("{who} does not answer."),
    "admin": gettext_lazy("Race control answers for {who}."),
}
DOES = {
    "draft": gettext_lazy("A stand-in takes an upgrade."),
    "snake_draft": gettext_lazy("A stand-in takes an upgrade."),
    "give_up": gettext_lazy("A stand-in gives an upgrade back."),
    "swap": gettext_lazy("A stand-in decides about swapping an upgrade."),
    "gears": gettext_lazy("A stand-in chooses the gear."),
    "cards": gettext_lazy("A stand-in plays the cards."),
    "reveal": gettext_lazy("A stand-in chooses a value."),
    "react": gettext_lazy("A stand-in reacts."),
    "slipstream": gettext_lazy("A stand-in decides about the slipstream."),
    "discard": gettext_lazy("A stand-in chooses what to discard."),
}
"""By the phase in which the question is asked."""


class StoodInLine(CarLine, frozen=True, tag="stood_in", kw_only=True):
    """A stand-in answers for a driver, and why."""

    look = Look("note")

    phase: PhaseName
    reason: str

    def sentence(self, reader: Reader) -> SafeString:
        why = phrase(str(WHY.get(self.reason, WHY["away"])), who=reader.who(self.seat))
        return joined(why, phrase(str(DOES.get(self.phase, DOES["react"]))))


def _stood_in(narrator: Narrator, event: StoodInSeen) -> None:
    narrator.say(StoodInLine(seat=event.seat, phase=event.phase, reason=event.reason))


LOG = LogPart(
    lines=(StoodInLine,),
    narrated={StoodInSeen: _stood_in},
    # standings and clock say who is asked, and what is used in React has lines of its own
    silent=frozenset({Asked, ChosenSeen, Withdrew, ReactBegan}),
)

"""Playing a card directly from the hand in React."""

from collections.abc import Iterator

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.heat.moves.direct_play import DirectlyPlayed, DirectPlay
from races.heat.cockpit import labels
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever
from races.heat.commentary.line import AddingLine, Look
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import joined, phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import SiteMove


class DirectPlayLine(AddingLine, frozen=True, tag="direct_play", kw_only=True):
    """Which card, and what it adds."""

    look = Look("drive", phase=5)

    card: str

    def sentence(self, reader: Reader) -> SafeString:
        text = _("{who} plays {card} directly from the hand.")
        said = phrase(text, who=reader.who(self.seat), card=reader.family(self.card))
        return joined(said, self.added(reader, self.card))


def _directly_played(narrator: Narrator, event: DirectlyPlayed) -> None:
    race, seat = narrator.race, event.seat
    speed = race.car(seat).speed
    narrator.begin(DirectPlayLine(seat=seat, start=race.place(seat), card=event.card, worth=event.worth, speed=speed))


def _levers(cockpit: Cockpit) -> Iterator[Lever]:
    for choice in cockpit.of(DirectPlay):
        lever = Lever("direct_play", cockpit.short(choice.card), "", do=f"direct_play:{choice.card}:{choice.worth}")
        lever.given_by = _("from your hand")
        lever.shows = [choice.card]
        if (outlook := lever.show_outlook(cockpit, choice)) is not None:
            lever.gives = _("Play it now for %(worth)s: speed %(speed)s.") % {
                "worth": choice.worth,
                "speed": outlook.speed,
            }
        yield lever


MOVE = SiteMove(
    choice=DirectPlay,
    log=LogPart(lines=(DirectPlayLine,), narrated={DirectlyPlayed: _directly_played}),
    counts={},
    screens={},
    levers=_levers,
    button=None,
    secret=None,
    named=lambda choice, cards: _("Play %(card)s now") % {"card": labels.short(cards[choice.card])},
    refusals={
        "no_direct_play": gettext_lazy("%(card)s cannot be played in React."),
    },
    presets=(),
)

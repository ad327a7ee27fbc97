"""Accelerating: the flips of the turn count once more, by the symbol of a card in play."""

from collections.abc import Iterator

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat.moves.accelerate import Accelerate, Accelerated
from races.heat.cockpit import labels
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever
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


def _levers(cockpit: Cockpit) -> Iterator[Lever]:
    for choice in cockpit.of(Accelerate):
        lever = Lever("accelerate", _("Accelerate"), "", do=f"accelerate:{choice.card}")
        lever.given_by = cockpit.short(choice.card)
        if (outlook := lever.show_outlook(cockpit, choice)) is not None:
            text = ngettext(
                "1 for your flip of this turn: speed %(speed)s, and the car moves %(n)s.",
                "1 for each of your %(n)s flips of this turn: speed %(speed)s, and the car moves %(n)s.",
                cockpit.car.flips,
            )
            lever.gives = text % {"speed": outlook.speed, "n": cockpit.car.flips}
        yield lever


MOVE = SiteMove(
    choice=Accelerate,
    log=LogPart(lines=(AccelerateLine,), narrated={Accelerated: _accelerated}),
    counts={},
    screens={},
    levers=_levers,
    button=None,
    secret=None,
    named=lambda choice, cards: _("Accelerate with %(card)s") % {"card": labels.short(cards[choice.card])},
    refusals={
        "no_flips": gettext_lazy("You have flipped no card this turn, so there is nothing to add."),
    },
    presets=(),
)

"""A hand with too few cards to play."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.heat.moves.play import Cluttered
from races.heat.commentary.line import CarLine, Look, Shown
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader


class ClutteredLine(CarLine, frozen=True, tag="cluttered", kw_only=True):
    """What was put down instead, and that the car stays."""

    look = Look("halt", phase=3)

    cards: tuple[str, ...]
    gear: int
    at: int

    def shows(self, reader: Reader) -> Shown:
        return {"cards": tuple((card, 0) for card in self.cards), "speed": 0}

    def sentence(self, reader: Reader) -> SafeString:
        return phrase(
            _(
                "Cluttered hand: {who} plays {cards}, too few for gear {gear}."
                " The car stays on {space} and falls back to gear 1."
            ),
            who=reader.who(self.seat),
            cards=reader.cards(self.cards),
            gear=self.gear,
            space=reader.space(self.at),
        )


def _cluttered(narrator: Narrator, event: Cluttered) -> None:
    car = narrator.race.car(event.seat)
    narrator.say(ClutteredLine(seat=event.seat, cards=event.cards, gear=car.gear, at=car.at))


LOG = LogPart(lines=(ClutteredLine,), narrated={Cluttered: _cluttered})

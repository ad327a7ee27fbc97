"""Using adrenaline for speed."""

from collections.abc import Iterator

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.heat.moves.adrenaline import Adrenaline, AdrenalineUsed
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever
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


def _levers(cockpit: Cockpit) -> Iterator[Lever]:
    """One lever, shown in every React; it is refused when adrenaline cannot be used."""
    lever = Lever("adrenaline", _("Speed +1"), "", css_class="adr")
    if not cockpit.of(Adrenaline):
        yield lever.refuse(cockpit, Adrenaline())
        return
    lever.given_by = _("adrenaline: back of the order")
    outlook = lever.show_outlook(cockpit, Adrenaline())
    assert outlook is not None, "adrenaline moves the car"
    lever.gives = _("Speed %(speed)s, and the car moves 1 space more.") % {"speed": outlook.speed}
    lever.do = "adrenaline"
    yield lever


MOVE = SiteMove(
    choice=Adrenaline,
    log=LogPart(lines=(AdrenalineLine,), narrated={AdrenalineUsed: _adrenaline_used}),
    counts={},
    screens={},
    levers=_levers,
    button=None,
    secret=None,
    named=lambda choice, cards: _("Take the speed of adrenaline"),
    refusals={
        "no_adrenaline": gettext_lazy("No adrenaline: only the cars at the back of the order have it."),
    },
    presets=(),
)

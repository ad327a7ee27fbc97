"""Retiring from the race, by choice or because the table lets a car leave."""

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.heat.moves.leave_race import LeaveRace, Retired
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.screen import Button
from races.heat.commentary.line import CarLine, Look
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.commentary.phrases import phrase
from races.heat.commentary.reader import Reader
from races.heat.moves.move import Secret, SiteMove


class RetiredLine(CarLine, frozen=True, tag="retired", kw_only=True):
    """A car has left the race."""

    look = Look("note")

    def sentence(self, reader: Reader) -> SafeString:
        return phrase(_("{who} {cost}retires{end} from the race."), who=reader.who(self.seat))


def _retired(narrator: Narrator, event: Retired) -> None:
    narrator.say(RetiredLine(seat=event.seat))


def _button(cockpit: Cockpit) -> Button | None:
    if not cockpit.of(LeaveRace):
        return None
    figures = _(
        "As soon as everybody has chosen, your car is taken off the track for good, and you are ranked last."
        " Until then you can choose again."
    )
    return Button(
        do="leave_race",
        label=_("Retire"),
        icon="retire",
        warning=(_("You leave the race"), figures),
        always=True,
        in_menu=True,
    )


def _standing(cockpit: Cockpit, choice: LeaveRace) -> tuple[str, str]:
    return _("You leave the race."), _("Until everybody has chosen, you can choose again.")


MOVE = SiteMove(
    choice=LeaveRace,
    log=LogPart(lines=(RetiredLine,), narrated={Retired: _retired}),
    counts={},
    screens={},
    levers=None,
    button=_button,
    secret=Secret(standing=_standing, caption=lambda choice: _("Has chosen to retire."), cards=lambda choice: ()),
    named=lambda choice, cards: _("Retire from the race"),
    refusals={
        "retire_early": gettext_lazy("You can retire once the first car is home."),
    },
    presets=(),
)

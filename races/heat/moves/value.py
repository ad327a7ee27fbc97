"""Choosing what a card in play counts."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.heat.moves.value import Value, Valued
from races.heat.cockpit import labels
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.lever import Lever
from races.heat.cockpit.turn import TurnScreen, speed_sum, turn_screen
from races.heat.commentary.log_part import LogPart
from races.heat.commentary.narrator import Narrator
from races.heat.events.drive import DriveLine
from races.heat.moves.move import SiteMove


def _valued(narrator: Narrator, event: Valued) -> None:
    """The value becomes a part of the sum in the line of the move."""
    if narrator.open is None:
        narrator.begin(DriveLine(seat=event.seat, start=narrator.race.place(event.seat)))


def _screen(cockpit: Cockpit) -> TurnScreen:
    """A card that may count several speeds: one lever for each."""
    choices = cockpit.of(Value)
    return turn_screen(
        cockpit,
        [_lever(cockpit, choice) for choice in choices],
        label=_("Values"),
        sentence=_("What does %(card)s count?") % {"card": cockpit.short(choices[0].card)},
        state=_("Then the car moves."),
    )


def _lever(cockpit: Cockpit, choice: Value) -> Lever:
    outlook = cockpit.outlook_of_move(choice)
    gives = speed_sum(cockpit, outlook.explanation.speed, outlook.speed)
    lever = Lever(
        "gear",
        _("Count %(n)s") % {"n": choice.worth},
        gives or _("Speed %(n)s.") % {"n": outlook.speed},
        do=f"value:{choice.card}:{choice.worth}",
    )
    lever.show_move(outlook)
    return lever


MOVE = SiteMove(
    choice=Value,
    log=LogPart(lines=(), narrated={Valued: _valued}, continuing=frozenset({Valued})),
    counts={},
    screens={"reveal": _screen},
    levers=None,
    button=None,
    secret=None,
    named=lambda choice, cards: (
        _("Count %(card)s as %(n)s") % {"card": labels.short(cards[choice.card]), "n": choice.worth}
    ),
    refusals={
        "other_value_first": gettext_lazy("Choose first what %(card)s counts."),
    },
    presets=(),
)

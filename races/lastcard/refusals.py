"""Why something was refused in a match, in the player's language."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.kernel.refusals import Refusal
from races import refusals

SENTENCES: Mapping[str, Promise | str] = {
    "not_in_hand": _("You do not hold that card."),
    "not_drawn": _("Now you can play only the card that you have just drawn, or keep it."),
    "does_not_fit": _("That card has neither the colour nor the number or sign of the top card."),
    "draw_four_held": _("You hold a card of the colour that is asked for, so the Wild Draw Four has to wait."),
    "colour_missing": _("Name the colour that follows the Wild card."),
    "no_colour": _("Only a Wild card names a colour."),
    "nothing_to_call": _("Call when you play your last card but one."),
    "nothing_to_draw": _("There is no card left to draw."),
    "must_play": _("You can pass only when nothing fits and nothing is left to draw."),
    "retired": _("That player has left the match."),
}
"""By code."""


def sentence(refused: Refusal) -> str:
    if refused.code in SENTENCES:
        return str(SENTENCES[refused.code])
    return refusals.sentence(refused)

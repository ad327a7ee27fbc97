"""Why something was refused in a race, in the driver's language.

Here are the codes that several actions have, and those of any table whose own sentences say game and player. The codes
of one action stand with it, in `races/heat/moves/`.
"""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.heat.cards import Card
from engine.kernel.refusals import Refusal
from races import refusals
from races.heat.parts import cards

SENTENCES: Mapping[str, Promise | str] = {
    # any table
    "unknown": _("This page is older than the race. Load it again."),
    "other_seat": _("That question is for another driver."),
    "stale": _("Too late: that question is closed and the race has moved on. What is asked now stands here."),
    "over": _("The race is over; nothing more can be chosen."),
    "nothing_to_withdraw": _("There is nothing to take back: everybody has chosen, and the race has moved on."),
    "paused": _("The race is paused. Choose again when it goes on."),
    "no_seat": _("You watch this race. Only its drivers choose."),
    # several actions
    "not_racing": _("That car is no longer in the race."),
    "not_in_hand": _("Your hand does not hold %(card)s, or not so many of it."),
    "no_such_value": _("%(card)s cannot count %(worth)s. Choose one of the values on it."),
    "engine_empty": _("Your engine is empty: there is no Heat to pay with."),
    "no_such_symbol": _("%(card)s has nothing left to use for that."),
    "no_card_for_that": _("Your cards in play have nothing left for that."),
    "heat_first": _("Pay the Heat of %(card)s first; the rest of it is locked until then."),
    "not_in_market": _("%(card)s has gone. Take one that still lies there."),
    "not_owned": _("You do not own %(card)s."),
}
"""By code. Names in brackets are the refusal's own parameters."""


def sentence(refused: Refusal, sentences: Mapping[str, Promise | str], named: Mapping[str, Card]) -> str:
    """A refusal for the driver: what, why, and the way out. `named` are the cards of the race, by face."""
    if refused.code not in sentences:
        return refusals.sentence(refused)
    params = refusals.Params(refused.params)
    if (card := named.get(str(params.get("card")))) is not None:
        params["card"] = cards.name(card)
    return str(sentences[refused.code]) % params

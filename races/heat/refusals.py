"""Why something was refused in a race, in the driver's language: the codes of Heat, and those of any table whose own
sentences say game and player."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.heat.cards import base_cards
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
    # shifting
    "not_racing": _("That car is no longer in the race."),
    "no_such_gear": _("There are four gears. Choose 1st to 4th."),
    "shift_too_far": _("From gear %(gear)s you cannot reach gear %(to)s. A shift goes two gears at most."),
    "shift_unpaid": _(
        "Gear %(gear)s to gear %(to)s costs %(heat)s Heat, and your engine holds %(engine)s. A step of one is cheaper."
    ),
    "gear_unserved": _("Gear %(to)s needs %(to)s cards, and you can play %(playable)s. Take a lower gear."),
    "gear_cluttered": _("Your hand is cluttered. Only a gear that costs nothing can be chosen."),
    "mulligan_off": _("This race is driven without a mulligan."),
    "mulligan_late": _("A new hand can be had before the first round only."),
    "mulligan_used": _("You have had your new hand."),
    "retire_early": _("You can retire once the first car is home."),
    # playing
    "wrong_count": _("Gear %(gear)s plays %(gear)s cards. You chose %(count)s."),
    "not_in_hand": _("Your hand does not hold %(card)s, or not so many of it."),
    "heat_unplayable": _("Heat cannot be played. Cool it down in 1st or 2nd gear."),
    "cluttered_forced": _("Your hand is cluttered: every playable card goes down, filled up with Heat."),
    "no_such_value": _("%(card)s cannot count %(worth)s. Choose one of the values on it."),
    "other_value_first": _("Choose first what %(card)s counts."),
    # React
    "no_cooldown": _("You have no cooldown now. 1st gear cools 3, 2nd gear cools 1."),
    "too_little_cooldown": _("Your cooldown moves up to %(most)s Heat, not %(heat)s."),
    "too_little_heat": _("Your hand does not hold %(heat)s Heat."),
    "cooldown_weather": _("The weather allows no cooldown in this sector."),
    "no_boost": _("There is no boost to use this turn."),
    "engine_empty": _("Your engine is empty: there is no Heat to pay with."),
    "no_adrenaline": _("No adrenaline: only the cars at the back of the order have it."),
    "mandatory_first": _("Something here is a must. Use that first, then go on."),
    "no_such_symbol": _("%(card)s has nothing left to use for that."),
    "heat_first": _("Pay the Heat of %(card)s first; the rest of it is locked until then."),
    "cost_unpaid": _("%(card)s costs %(heat)s Heat, and your engine holds %(engine)s. Cool down first if you can."),
    "nothing_forgone": _("All the Heat that you owe can be paid."),
    "forgo_other": _("Keep as many cards as your engine can pay for, and only such."),
    "stress_tunnel": _("Stress cannot be thrown away in a tunnel."),
    "too_little_reduction": _("Your cards throw up to %(most)s Stress away, not %(stress)s."),
    "too_little_stress": _("There is no Stress in your hand, or less than %(stress)s."),
    "too_little_super_cool": _("Your cards cool up to %(most)s Heat of the discard pile, not %(heat)s."),
    "too_little_discarded_heat": _("There is no Heat in your discard pile, or less than %(heat)s."),
    "salvage_too_many": _("You can take back %(most)s cards at most."),
    "not_in_discard": _("Your discard pile does not hold these cards."),
    "no_direct_play": _("%(card)s cannot be played in React."),
    "no_flips": _("You have flipped no card this turn, so there is nothing to add."),
    "draft_gap": _("The gap ahead is %(gap)s. Your cards close one of 1 to %(most)s."),
    # slipstream
    "slipstream_home": _("You are over the last finish line."),
    "slipstream_gear": _("In this race a slipstream needs a higher gear."),
    "slipstream_weather": _("The weather allows no slipstream from here."),
    "slipstream_alone": _("No car is near enough to slipstream."),
    "slipstream_distance": _("You cannot slipstream %(distance)s spaces."),
    "slipstream_finish": _("A slipstream may not cross the last finish line."),
    "slipstream_blocked": _("There is no free space to slipstream to."),
    # discarding
    "card_kept": _("Heat and Stress stay in your hand. Choose other cards."),
    "no_refresh": _("These cards cannot go back on top of your draw pile."),
    "discard_tunnel": _("Nothing can be thrown away in a tunnel."),
    "discard_too_many": _("In this race you can throw away %(most)s at most."),
    # drafts
    "not_in_market": _("%(card)s has gone. Take one that still lies there."),
    "swap_same": _("Swapping %(card)s for the same card changes nothing."),
    "not_owned": _("You do not own %(card)s."),
}
"""By code. Names in brackets are the refusal's own parameters."""


def sentence(refused: Refusal) -> str:
    """A refusal for the driver: what, why, and the way out."""
    if refused.code not in SENTENCES:
        return refusals.sentence(refused)
    params = refusals.Params(refused.params)
    if (card := params.get("card")) in base_cards().named():
        params["card"] = cards.name(base_cards().named()[card])
    return str(SENTENCES[refused.code]) % params

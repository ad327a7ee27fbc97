"""Why a choice is refused in Heat: codes with a sentence for a player. The kernel has the codes of any table."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.kernel.refusals import Refusal

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "not_racing": "That car is no longer in the race.",
        "no_such_gear": "There are four gears; {gear} is none of them.",
        "shift_too_far": "From gear {gear} you cannot reach gear {to}; a shift goes two gears at most.",
        "shift_unpaid": "Shifting from gear {gear} to gear {to} costs {heat} Heat, and your engine holds {engine}.",
        "gear_unserved": "Gear {to} needs {to} cards, and your hand has {playable} that can be played.",
        "gear_cluttered": "Your hand is cluttered, so only a gear that costs nothing can be chosen.",
        "mulligan_off": "This race is driven without a mulligan.",
        "mulligan_late": "A new hand can be had before the first round only.",
        "mulligan_used": "You have had your new hand.",
        "retire_early": "You can retire once a car is home.",
        "wrong_count": "Gear {gear} plays {gear} cards, not {count}.",
        "not_in_hand": "Your hand does not hold {card}, or not so many of it.",
        "heat_unplayable": "Heat cannot be played.",
        "cluttered_forced": "Your hand is cluttered: every playable card goes down, filled up with Heat.",
        "no_such_value": "{card} cannot count {worth}.",
        "other_value_first": "Choose first what {card} counts.",
        "no_cooldown": "You have no cooldown to use.",
        "too_little_cooldown": "Your cooldown moves 1 to {most} Heat, not {heat}.",
        "too_little_heat": "Your hand does not hold {heat} Heat.",
        "no_boost": "There is no boost to use.",
        "engine_empty": "Your engine holds no Heat to pay with.",
        "no_adrenaline": "You have no adrenaline to use.",
        "mandatory_first": "Use first what must be used.",
        "slipstream_home": "You are over the last finish line.",
        "slipstream_gear": "In this race a slipstream needs a higher gear.",
        "slipstream_weather": "The weather allows no slipstream from here.",
        "slipstream_alone": "No car is near enough to slipstream.",
        "slipstream_distance": "You cannot slipstream {distance} spaces.",
        "slipstream_finish": "A slipstream may not cross the last finish line.",
        "slipstream_blocked": "There is no free space to slipstream to.",
        "cooldown_weather": "The weather allows no cooldown in this sector.",
        "no_such_symbol": "There is nothing of {card} to use for that.",
        "heat_first": "Pay the Heat of {card} first.",
        "cost_unpaid": "{card} costs {heat} Heat, and your engine holds {engine}.",
        "nothing_forgone": "All the Heat that you owe can be paid.",
        "forgo_other": "Keep as many cards as your engine can pay for, and only such.",
        "stress_tunnel": "Stress cannot be thrown away in a tunnel.",
        "too_little_reduction": "Your cards throw 1 to {most} Stress away, not {stress}.",
        "too_little_stress": "Your hand does not hold {stress} Stress.",
        "too_little_super_cool": "Your cards cool 1 to {most} Heat from the discard pile, not {heat}.",
        "too_little_discarded_heat": "Your discard pile does not hold {heat} Heat.",
        "salvage_too_many": "You can take {most} cards back at most.",
        "not_in_discard": "Your discard pile does not hold these cards.",
        "no_direct_play": "{card} cannot be played in React.",
        "no_flips": "You have flipped no card this turn.",
        "draft_gap": "The gap ahead is {gap}; your cards close one of 1 to {most}.",
        "no_refresh": "These cards cannot go back on top of your draw pile.",
        "discard_tunnel": "Nothing can be thrown away in a tunnel.",
        "discard_too_many": "In this race {most} card can be thrown away at most.",
        "not_in_market": "{card} cannot be taken.",
        "swap_same": "Swapping {card} for another {card} changes nothing.",
        "not_owned": "You do not own {card}.",
        "card_kept": "These cards cannot be thrown away.",
    }
)


def refuse(code: str, seat: int, /, **params: str | int) -> Refusal:
    """A refusal with one of Heat's codes."""
    return Refusal(code, SENTENCES[code].format(**params), seat, params)

"""Refusals of Heat that several actions share, or none has: codes with a sentence for a player.

An action has its own codes in its module; the kernel has the codes of any table. `Tables.sentences` has all of Heat.
"""

from collections.abc import Mapping
from types import MappingProxyType

from engine.kernel.refusals import Refusal

SHARED: Mapping[str, str] = MappingProxyType(
    {
        "not_racing": "That car is no longer in the race.",
        "engine_empty": "Your engine holds no Heat to pay with.",
        "heat_first": "Pay the Heat of {card} first.",
        "no_such_symbol": "There is nothing of {card} to use for that.",
        "no_card_for_that": "No card in play has anything left for that.",
        "no_such_value": "{card} cannot count {worth}.",
        "not_in_hand": "Your hand does not hold {card}, or not so many of it.",
        "not_in_market": "{card} cannot be taken.",
        "not_owned": "You do not own {card}.",
    }
)


def refuse(code: str, seat: int, /, **params: str | int) -> Refusal:
    """A refusal with one of these codes."""
    return Refusal(code, SHARED[code].format(**params), seat, params)

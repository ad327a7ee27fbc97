"""What bots make of the symbols of cards: of a way to play, in React, and in drafts.

Bots do not use a symbol that is not named here, unless they must. One that changes the Heat of the engine or the Stress
of the hand as soon as its card is played is a field of `Way`, added up in `way_of` and used by `gain` or
`stress_thrown`. One that flips, cools or changes limits is a field of `Way`, too, and racer, cautious and champion
weigh it.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from engine.heat.cards import HEAT, STRESS
from engine.heat.choices import Choice, Choices
from engine.heat.game import Heat
from engine.heat.moves.accelerate import Accelerate
from engine.heat.moves.adrenaline import Adrenaline
from engine.heat.moves.boost import Boost
from engine.heat.moves.cool import Cool
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.discard import Discard
from engine.heat.moves.draft_move import DraftMove
from engine.heat.moves.forgo import Forgo
from engine.heat.moves.give_up import GiveUp
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.pay_heat import PayHeat
from engine.heat.moves.pick import Pick
from engine.heat.moves.reduce_stress import ReduceStress
from engine.heat.moves.salvage import Salvage
from engine.heat.moves.scrap import Scrap
from engine.heat.moves.slipstream import Slipstream
from engine.heat.moves.super_cool import SuperCool
from engine.heat.moves.swap import Swap
from engine.heat.views import CarView


class Way(NamedTuple):
    """What a way to play amounts to: the speeds that it may count for certain, and its symbols added up."""

    worths: tuple[int, ...]
    flips: int
    heat: int
    cooldown: int
    super_cool: int
    reduce_stress: int
    limit: int
    upgrade_flips: int
    """Those of the flips that upgrades bring; the others are of Stress."""

    def gain(self, discard: tuple[str, ...]) -> int:
        """The Heat that the cards bring to the engine of themselves, beside cooldown, less what they cost."""
        return min(self.super_cool, discard.count(HEAT)) - self.heat if self.super_cool else -self.heat

    def stress_thrown(self, hand: tuple[str, ...]) -> int:
        """How much Stress of the hand the cards throw away."""
        return min(self.reduce_stress, hand.count(STRESS)) if self.reduce_stress else 0


_GAINS: Mapping[type[Choice], Callable[[CarView, Any], tuple[int, int]]] = {
    Adrenaline: lambda car, choice: (1, 1),
    Boost: lambda car, choice: (0, 0),  # bots weigh what it may flip themselves
    DirectPlay: lambda car, choice: (choice.worth, choice.worth),
    Accelerate: lambda car, choice: (car.flips, car.flips),
    DraftMove: lambda car, choice: (choice.gap, 0),
    Slipstream: lambda car, choice: (choice.distance, 0),
}
"""By each kind of choice that moves the car: the spaces, and the speed that it adds."""

MOVING = tuple(_GAINS)
"""The kinds of choices that move the car: bots weigh them."""

CARD_VALUES: Mapping[str, float] = {
    "sp01": 0.66,
    "sp02": 1.16,
    "sp03": 0.12,
    "sp04": 1.09,
    "sp05": 0.68,
    "sp06": 1.05,
    "sp07": 0.94,
    "up01": 1.28,
    "up02": 1.39,
    "up03": 0.86,
    "up04": 0.41,
    "up05": 0.93,
    "up06": 0.15,
    "up07": -0.06,
    "up08": 0.5,
    "up09": 0.7,
    "up10": 0.89,
    "up11": 0.94,
    "up12": 0.9,
    "up13": 0.75,
    "up14": 0.12,
    "up15": 0.0,
    "up16": 0.4,
    "up17": 0.36,
    "up18": 0.47,
    "up19": 0.66,
    "up20": 0.18,
    "up21": 1.02,
    "up22": 0.12,
    "up23": 0.76,
    "up24": 0.59,
    "up25": 0.72,
    "up26": 0.61,
    "up27": 0.57,
    "up28": 0.79,
    "up29": 0.17,
    "up30": -0.47,
    "up31": 0.29,
    "up32": 0.18,
    "up33": 0.83,
    "up34": 0.62,
    "up35": 0.12,
    "up36": 0.85,
    "up37": 0.84,
    "up38": 0.75,
    "up39": 0.89,
    "up40": 0.86,
    "up41": 1.09,
    "up42": 0.95,
    "up43": 1.02,
    "up44": 0.39,
    "up45": 0.48,
    "up46": -0.13,
    "up47": 0.52,
    "up48": 0.36,
    "up49": 0.79,
    "up50": 0.82,
    "up51": 1.15,
    "up52": 1.11,
    "up53": 1.26,
    "up54": 0.85,
    "up55": 0.17,
    "up56": -0.04,
    "up57": 0.17,
    "up58": 0.74,
    "up59": 0.82,
    "up60": 0.46,
}
"""The rounds that a card saves a lone racer in a race: what bots draft by, as `python -m tests.load.upgrade_values`
measured it."""


@lru_cache(maxsize=1 << 16)
def way_of(game: Heat, cards: tuple[str, ...]) -> Way:
    """What playing these cards together amounts to."""
    faces = [game.cards[card] for card in cards]

    def total(symbol: str) -> int:
        return sum([face.symbols.get(symbol, 0) for face in faces])

    flips = total("plus")
    return Way(
        worths=tuple(sorted({sum(some) for some in product(*(face.worth for face in faces))})),
        flips=flips,
        heat=total("heat"),
        cooldown=total("cooldown"),
        super_cool=total("super_cool"),
        reduce_stress=total("reduce_stress"),
        limit=total("adjust_limit"),
        upgrade_flips=flips - cards.count(STRESS),
    )


def value(card: str) -> float:
    return CARD_VALUES.get(card, 0.0)


def always_right(listed: list[Choice]) -> Choice | None:
    """The largest cooldown, super cool or throw of Stress that is offered, which cost nothing; then what must be paid
    anyway. No bot wants Heat or Stress."""
    cool = [choice for choice in listed if isinstance(choice, Cool)]
    super_cool = [choice for choice in listed if isinstance(choice, SuperCool)]
    stress = [choice for choice in listed if isinstance(choice, ReduceStress)]
    payable = [choice for choice in listed if isinstance(choice, PayHeat)]
    if cool:
        return max(cool, key=lambda choice: choice.heat)
    if super_cool:
        return max(super_cool, key=lambda choice: choice.heat)
    if stress:
        return max(stress, key=lambda choice: choice.stress)
    return payable[0] if payable else None


def left_over(choices: Choices, listed: list[Choice]) -> Choice:
    """What is done when nothing more is gained by moving: scrap, salvage, give up on a cost, pass."""
    for kind in (Scrap, Forgo):
        for choice in listed:
            if isinstance(choice, kind):
                return choice
    for group in choices.sets:
        best = sorted(group.cards, key=salvage_value, reverse=True)[: group.most]
        choice = group.make(tuple(sorted(card for card in best if salvage_value(card) > 0)))
        if isinstance(choice, Salvage):
            return choice
    return next(choice for choice in listed if isinstance(choice, Pass))


def salvage_value(card: str) -> float:
    """How welcome a card is back in the draw pile."""
    if card in {"heat", "stress"}:
        return -1.0
    return int(card) - 2.0 if card.isdecimal() else 1.0 + value(card)


def refreshing(choices: Choices, cards: tuple[str, ...]) -> Discard:
    """Throw these cards away as far as it is allowed, and put every good card back on top that may go there."""
    best = max(choices.sets, key=lambda group: refresh_value(group.make(())))
    allowed = [card for card in cards if card in best.cards][: best.most]
    choice = best.make(tuple(sorted(allowed)))
    assert isinstance(choice, Discard)
    return choice


def refresh_value(choice: Choice) -> float:
    return sum(value(card) for card in choice.refresh) if isinstance(choice, Discard) else 0.0


def draft(listed: list[Choice]) -> Choice | None:
    """In a draft: the best card, the worst to give up, the swap that gains most. None elsewhere."""
    if picks := [choice for choice in listed if isinstance(choice, Pick)]:
        return max(picks, key=lambda choice: (value(choice.card), choice.card))
    if gifts := [choice for choice in listed if isinstance(choice, GiveUp)]:
        return min(gifts, key=lambda choice: (value(choice.card), choice.card))
    if swaps := [choice for choice in listed if isinstance(choice, Swap)]:
        best = max(swaps, key=lambda choice: value(choice.take) - value(choice.give))
        return best if value(best.take) > value(best.give) else Pass()
    return None


def gained(car: CarView, choice: Choice) -> tuple[int, int]:
    """The spaces that a choice moves the car, and the speed that it adds: none for one that does not move it."""
    gains = _GAINS.get(type(choice))
    return gains(car, choice) if gains is not None else (0, 0)

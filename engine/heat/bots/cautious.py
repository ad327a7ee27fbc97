"""The cautious driver: goes as far as is safe, and never takes a risk of spinning out that it can see."""

from functools import lru_cache

from engine.heat.bots.outlook import Outlook, hands, playable, without
from engine.heat.bots.racer import _first
from engine.heat.choices import Adrenaline, Boost, Choice, Choices, Cool, Discard, Gear, Play, Slipstream, Value
from engine.heat.game import Heat
from engine.heat.phases.gears import shift_cost
from engine.heat.phases.react import GEAR_COOLDOWN
from engine.heat.views import View
from engine.kernel.chance import Seed

HEAT_PRICE = 1.5
"""Spaces that a Heat must win to be spent."""

RISK = 1000.0
MOST_FLIP = 4


UNKNOWN_CARD = 3
"""What a card that is still to be drawn is taken for."""


@lru_cache(maxsize=1 << 16)
def slowest(game: Heat, hand: tuple[str, ...], count: int) -> int:
    """The least speed of so many cards, where Stress may be the fastest card, and what is missing is drawn."""
    worths = sorted(max(game.cards[card].worth) or MOST_FLIP for card in playable(game, hand))
    return sum((worths + [UNKNOWN_CARD] * count)[:count])


class Cautious:
    """Looks at this round, and whether the next one can still be braked; keeps its Heat."""

    name = "cautious"

    def __init__(self, game: Heat) -> None:
        self.game = game

    def choose(self, view: View, choices: Choices, dice: Seed) -> Choice:
        outlook = Outlook(self.game, view)
        if view.phase == "gears":
            return self.gear(outlook, choices)
        if view.phase == "cards":
            if choices.make is None:
                return _first(choices)
            car = outlook.car
            ways = hands(choices.cards, choices.least)
            return Play(max(ways, key=lambda way: self.gain(outlook, way, car.gear, car.engine)))
        if view.phase == "discard":
            return Discard(())
        return self.react(outlook, choices)

    def gear(self, outlook: Outlook, choices: Choices) -> Choice:
        offered = [choice for choice in choices.others if isinstance(choice, Gear)]
        car = outlook.car
        flooded = outlook.course.is_flooded(car.at, car.lane)
        cards = playable(self.game, outlook.mine.hand)

        def gain(choice: Gear) -> float:
            if choice.gear > len(cards):
                return -choice.gear
            cost = shift_cost(car.gear, choice.gear, flooded)
            ways = hands(cards, choice.gear)
            best = max(self.gain(outlook, way, choice.gear, car.engine - cost) for way in ways)
            return best - cost * HEAT_PRICE

        return max(offered, key=gain)

    def gain(self, outlook: Outlook, way: tuple[str, ...], gear: int, engine: int) -> float:
        """Spaces won by these cards, less the price of Heat and of every risk."""
        certain, flips = outlook.worth(way)
        rest = without(outlook.mine.hand, way)
        heats = len(rest) - len(playable(self.game, rest))
        cool = min(GEAR_COOLDOWN.get(gear, 0), heats)
        total = 0.0
        for flipped, chance in outlook.flips(flips).items():
            speed = certain + flipped
            at = outlook.land(speed)
            bill = outlook.bill(outlook.car.at, at, speed)
            total += chance * (at - outlook.car.at - HEAT_PRICE * bill)
            left = engine + cool - bill
            if left < 0:
                total -= RISK * chance
            elif not self.can_brake(outlook, at, gear, left, rest):
                total -= RISK * chance / 50
        return total + cool

    def can_brake(self, outlook: Outlook, at: int, gear: int, engine: int, rest: tuple[str, ...]) -> bool:
        """Whether the lowest cards, a gear down, would take the car safely through what comes next."""
        if at >= outlook.goal:
            return True
        speed = slowest(self.game, rest, max(1, gear - 1))
        return outlook.bill(at, at + speed, speed) <= engine

    def react(self, outlook: Outlook, choices: Choices) -> Choice:
        listed = [choice for choice in choices.others if isinstance(choice, Choice)]
        cooling = [choice for choice in listed if isinstance(choice, Cool)]
        if cooling:
            return cooling[-1]
        return max(listed, key=lambda choice: self.step(outlook, choice))

    def step(self, outlook: Outlook, choice: Choice) -> float:
        car = outlook.car
        speed, at, engine = car.speed, car.at, car.engine
        if isinstance(choice, Boost):
            return -float("inf")
        if isinstance(choice, Adrenaline):
            speed, at = speed + 1, outlook.land(1)
        if isinstance(choice, Slipstream):
            at = outlook.land(choice.distance)
        if isinstance(choice, Value):
            speed += choice.worth
            at = outlook.land(speed)
        start = car.at if isinstance(choice, Value) else car.start
        bill = outlook.bill(start, at, speed)
        brake = self.can_brake(outlook, at, car.gear, engine - bill, outlook.mine.hand)
        return at - car.at - HEAT_PRICE * bill - RISK * (bill > engine) - RISK / 50 * (not brake)

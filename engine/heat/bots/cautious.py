"""The cautious driver: goes as far as is safe, and never takes a risk of spinning out that it can see."""

from functools import lru_cache

from engine.heat.bots.bot import listed
from engine.heat.bots.outlook import Outlook, hands, playable, without
from engine.heat.bots.planner import Planner
from engine.heat.bots.symbols import MOVING, always_right, gained, left_over, refreshing, way_of
from engine.heat.choices import WRITTEN_OUT, Choice, Choices
from engine.heat.game import Heat
from engine.heat.items import GEAR_COOLDOWN
from engine.heat.moves.boost import Boost
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.discard import Discard
from engine.heat.moves.gear import LOWEST, Gear, shift_cost
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.play import Play
from engine.heat.moves.value import Value

HEAT_PRICE = 1.5
"""Spaces that a Heat must win to be spent."""

COOLING = 1.0
"""Spaces that a Heat is worth which goes back to the engine."""

STRANDED = 20.0
"""Spaces that it would give up not to arrive at a place from which the next round cannot be braked."""

MOST_FLIP = 4
"""The most that a flip can come to."""

UNKNOWN_CARD = 3
"""What a card that is still to be drawn is taken for."""

RESERVE = 2
"""The Heat that it likes to keep in the engine until the finish."""

LAST_HEAT_PRICE = 2.0
"""Spaces that a Heat of the reserve must win on top."""

WATER_PRICE = 1.5
"""Spaces that it would give up to stay out of water, where shifting down costs Heat."""

CLUTTERED = -99.0
"""Less than any risk: a gear that the hand cannot serve is the last resort."""

LOST = 99
"""More Heat than any corner asks for."""

Score = tuple[float, float]
"""How good a choice is: first less risk of spinning out, then more spaces won."""


class Cautious(Planner):
    """Looks at this round, and whether the next one can still be braked; keeps its Heat."""

    name = "cautious"

    # Planning

    def gear(self, outlook: Outlook, choices: Choices) -> Choice:
        car = outlook.car
        flooded = outlook.course.is_flooded(car.at, car.lane)
        cards = playable(self.game, outlook.mine.hand)

        def score(choice: Gear) -> Score:
            if choice.gear > len(cards):
                return CLUTTERED, -choice.gear
            cost = shift_cost(car.gear, choice.gear, flooded)
            ways = hands(cards, choice.gear)
            safety, gain = max(self.score(outlook, way, choice.gear, car.engine - cost) for way in ways)
            return safety, gain - cost * HEAT_PRICE

        return max((choice for choice in listed(choices) if isinstance(choice, Gear)), key=score)

    def cards(self, outlook: Outlook, choices: Choices) -> Choice:
        car = outlook.car
        ways = hands(choices.sets[0].cards, choices.sets[0].least)
        return Play(max(ways, key=lambda way: self.score(outlook, way, car.gear, car.engine)))

    def score(self, outlook: Outlook, way: tuple[str, ...], gear: int, engine: int) -> Score:
        """What these cards lead to: the risk at the corners ahead, and the spaces won less the price of Heat."""
        car = outlook.car
        plan = way_of(self.game, way)
        rest = without(outlook.mine.hand, way)
        heats = len(rest) - len(playable(self.game, rest))
        cool = outlook.cooling(GEAR_COOLDOWN.get(gear, 0) + plan.cooldown, heats)
        engine += cool - plan.heat
        risk, gain = 0.0, cool * COOLING - plan.heat * HEAT_PRICE
        if engine < 0:
            risk, engine = risk + 1, 0
        for flipped, chance in outlook.flips(plan.flips).items():
            speed = plan.worths[0] + flipped
            at = outlook.land(speed)
            bill = outlook.bill(car.at, at, speed, plan.limit)
            left = engine - bill
            gain += chance * (at - car.at - self.price(outlook, bill, left, at))
            if left < 0:
                risk += chance
            else:
                gain -= chance * STRANDED * self.missing(outlook, at, gear, left, rest)
        return -risk, gain

    def price(self, outlook: Outlook, bill: int, left: int, at: int) -> float:
        """What Heat is worth in spaces: the more, the less of it is left, but at the finish."""
        if at >= outlook.goal:
            return HEAT_PRICE * bill
        water = WATER_PRICE * outlook.course.is_flooded(at, 1)
        return HEAT_PRICE * bill + LAST_HEAT_PRICE * max(0, RESERVE - left) + water

    def missing(self, outlook: Outlook, at: int, gear: int, engine: int, rest: tuple[str, ...]) -> int:
        """The Heat that would be missing next round, even if the driver then braked as hard as the engine allows."""
        if at >= outlook.goal:
            return 0
        flooded = outlook.course.is_flooded(at, 1)
        least = LOST
        for to in {max(LOWEST, gear - 1), gear}:
            left = engine - shift_cost(gear, to, flooded)
            if left >= 0:
                speed = slowest(self.game, rest, to)
                least = min(least, max(0, outlook.bill(at, at + speed, speed) - left))
        return least

    # Driving

    def react(self, outlook: Outlook, choices: Choices) -> Choice:
        """Every safe step that wins more spaces than it costs; never a boost, because its flip is unknown."""
        steps = listed(choices)
        if taken := always_right(steps):
            return taken
        moves = [choice for choice in steps if isinstance(choice, (*MOVING, Value)) and not isinstance(choice, Boost)]
        best = max(moves, key=lambda choice: self.step(outlook, choice), default=None)
        if best is not None and (isinstance(best, Value) or self.step(outlook, best) >= self.step(outlook, Pass())):
            return best
        return left_over(choices, steps)

    def step(self, outlook: Outlook, choice: Choice) -> Score:
        """What one step in this turn leads to."""
        car = outlook.car
        engine, limit = car.engine - outlook.costs_now(), outlook.limit_now()
        if isinstance(choice, Value):
            start, speed = car.at, car.speed + choice.worth
            at = outlook.land(speed)
        else:
            moves, faster = gained(outlook.car, choice)
            start, speed, at = car.start, car.speed + faster, outlook.land(moves)
        if isinstance(choice, DirectPlay):
            played = way_of(self.game, (choice.card,))
            engine, limit = engine - played.heat, limit + played.limit
        bill = outlook.bill(start, at, speed, limit)
        left = engine - bill
        missing = self.missing(outlook, at, car.gear, left, outlook.mine.hand)
        return -float(left < 0), at - car.at - HEAT_PRICE * bill - STRANDED * missing

    # The hand

    def discard(self, outlook: Outlook, choices: Choices) -> Choice:
        """Throw away nothing, or the fewest fast cards without which the next round can be braked better."""
        car = outlook.car

        def missing(way: Discard) -> int:
            rest = without(outlook.mine.hand, way.cards)
            return self.missing(outlook, car.at, car.gear, car.engine, rest)

        ways = (way for way in choices[:WRITTEN_OUT] if isinstance(way, Discard) and not way.refresh)
        best = min(ways, key=lambda way: (missing(way), len(way.cards)))
        return refreshing(choices, best.cards)


@lru_cache(maxsize=1 << 16)
def slowest(game: Heat, hand: tuple[str, ...], count: int) -> int:
    """The least speed of so many cards, where Stress may be the fastest card, and what is missing is drawn."""
    faces = [game.cards[card] for card in playable(game, hand)]
    worths = sorted(face.worth[-1] + MOST_FLIP * face.symbols.get("plus", 0) for face in faces)
    return sum((worths + [UNKNOWN_CARD] * count)[:count])

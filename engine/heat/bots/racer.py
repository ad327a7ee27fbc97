"""The racer: compares what each choice leads to by the rounds that are then still to go."""

from engine.heat.bots.bot import listed
from engine.heat.bots.outlook import Outlook, hands, playable, without
from engine.heat.bots.planner import Planner
from engine.heat.bots.symbols import MOVING, always_right, gained, left_over, refreshing, way_of
from engine.heat.cards import STRESS
from engine.heat.choices import Choice, Choices
from engine.heat.items import GEAR_COOLDOWN
from engine.heat.moves.boost import Boost, boost_cost
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.gear import Gear, shift_cost
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.play import Play
from engine.heat.moves.value import Value

HEAT_IN_HAND = 0.01
STRESS_IN_HAND = 0.03
"""What a card that clogs the hand costs, in rounds."""

COST_UNPAID = 2.0
"""What it costs to play a card whose Heat cannot be paid, in rounds."""

LONG_STRAIGHT, NEAR_CORNER, SLOW_CORNER = 12, 6, 3
"""Spaces to the next corner, and its limit, that make cards unwanted."""

LOST = 99.0


class Racer(Planner):
    """Plans gear, corners, Heat and slipstream by the pace table, and the hand by what it then holds."""

    name = "racer"

    # Planning

    def gear(self, outlook: Outlook, choices: Choices) -> Choice:
        car = outlook.car
        flooded = outlook.course.is_flooded(car.at, car.lane)
        cards = playable(self.game, outlook.mine.hand)

        def rounds(choice: Gear) -> float:
            if choice.gear > len(cards):
                return 99.0 + choice.gear
            engine = car.engine - shift_cost(car.gear, choice.gear, flooded)
            return min(self.rounds_to_go(outlook, way, choice.gear, engine) for way in hands(cards, choice.gear))

        return min((choice for choice in listed(choices) if isinstance(choice, Gear)), key=rounds)

    def cards(self, outlook: Outlook, choices: Choices) -> Choice:
        car = outlook.car
        ways = hands(choices.sets[0].cards, choices.sets[0].least)
        return Play(min(ways, key=lambda way: self.rounds_to_go(outlook, way, car.gear, car.engine)))

    def rounds_to_go(self, outlook: Outlook, cards: tuple[str, ...], gear: int, engine: int) -> float:
        """What playing these cards in this gear leads to."""
        start = outlook.car.at
        way = way_of(self.game, cards)
        rest = without(outlook.mine.hand, cards)
        heats = len(rest) - len(playable(self.game, rest))
        cool = outlook.cooling(GEAR_COOLDOWN.get(gear, 0) + way.cooldown, heats)
        engine += cool + way.gain(outlook.car.discard)
        stress = rest.count(STRESS) - way.stress_thrown(rest)
        total = (heats - cool) * HEAT_IN_HAND + stress * STRESS_IN_HAND
        if engine < 0:
            total, engine = total + COST_UNPAID, 0
        for flipped, chance in outlook.flips(way.flips).items():
            best = LOST
            for worth in way.worths:
                speed = worth + flipped
                at = outlook.land(speed)
                best = min(best, self.after_reacting(outlook, start, at, speed, gear, engine, way.limit))
            total += chance * best
        return total

    def after_reacting(
        self, outlook: Outlook, start: int, at: int, speed: int, gear: int, engine: int, limit: int = 0
    ) -> float:
        best = outlook.rounds_after(start, at, speed, gear, engine, limit)
        if gear in self.game.content.rules.boost_gears and engine:
            boosted = sum(
                chance * outlook.rounds_after(start, at + more, speed + more, gear, engine - 1, limit)
                for more, chance in outlook.flips(1).items()
            )
            best = min(best, boosted)
        return best

    # Driving

    def react(self, outlook: Outlook, choices: Choices) -> Choice:
        """The best single step from here; what else is open will be asked again."""
        steps = listed(choices)
        if taken := always_right(steps):
            return taken
        moves = [choice for choice in steps if isinstance(choice, (*MOVING, Value))]
        stay = self.step(outlook, Pass())
        best = min(moves, key=lambda choice: self.step(outlook, choice), default=None)
        if best is not None and (isinstance(best, Value) or self.step(outlook, best) <= stay):
            return best
        return left_over(choices, steps)

    def step(self, outlook: Outlook, choice: Choice) -> float:
        """What one step in this turn leads to."""
        car = outlook.car
        start, speed, gear = car.start, car.speed, car.gear
        engine, limit = car.engine - outlook.costs_now(), outlook.limit_now()
        if isinstance(choice, Boost):
            engine -= boost_cost(outlook.roads, car.space)
            return sum(
                chance * outlook.rounds_after(start, outlook.land(more), speed + more, gear, engine, limit)
                for more, chance in outlook.flips(1).items()
            )
        if isinstance(choice, Value):
            at = outlook.land(speed + choice.worth)
            return outlook.rounds_after(car.at, at, speed + choice.worth, gear, engine, limit)
        moves, faster = gained(outlook.car, choice)
        if isinstance(choice, DirectPlay):
            played = way_of(self.game, (choice.card,))
            engine, limit = engine - played.heat, limit + played.limit
            if engine < 0:
                return LOST
        return (
            outlook.rounds_after(start, outlook.land(moves), speed + faster, gear, engine, limit) - bool(moves) * 1e-6
        )

    # The hand

    def discard(self, outlook: Outlook, choices: Choices) -> Choice:
        """Throw away what the next stretch has no use for: slow cards on a straight, fast ones before a corner."""
        car = outlook.car
        line = outlook.course.to_line[car.space]
        limit = outlook.roads.limit(car.at + line)
        unwanted: frozenset[str] = frozenset()
        if line > LONG_STRAIGHT:
            unwanted = frozenset({"0", "1"})
        elif limit <= SLOW_CORNER and line <= NEAR_CORNER:
            unwanted = frozenset({"4", "5"})
        return refreshing(choices, tuple(card for card in outlook.mine.hand if card in unwanted))

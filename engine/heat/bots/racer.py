"""The racer: compares what each choice leads to by the rounds that are then still to go."""

from engine.heat.bots.bot import confirm, listed, most_cooling
from engine.heat.bots.outlook import Outlook, hands, playable, without
from engine.heat.cards import STRESS
from engine.heat.choices import Adrenaline, Boost, Choice, Choices, Discard, Gear, Play, Slipstream, Value
from engine.heat.game import Heat
from engine.heat.phases.gears import shift_cost
from engine.heat.phases.react import GEAR_COOLDOWN
from engine.heat.views import View
from engine.kernel.chance import Seed

HEAT_IN_HAND = 0.01
STRESS_IN_HAND = 0.03
"""What a card that clogs the hand costs, in rounds."""


class Racer:
    """Plans gear, corners, Heat and slipstream by the pace table, and the hand by what it then holds."""

    name = "racer"

    def __init__(self, game: Heat) -> None:
        self.game = game

    def choose(self, view: View, choices: Choices, dice: Seed) -> Choice:
        outlook = Outlook(self.game, view)
        if view.phase == "gears":
            return self.gear(outlook, choices)
        if view.phase == "cards":
            return self.cards(outlook, choices)
        if view.phase == "discard":
            return self.discard(outlook, choices)
        return self.react(outlook, choices)

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
        if choices.make is None:
            return confirm(choices)
        car = outlook.car
        ways = hands(choices.cards, choices.least)
        return Play(min(ways, key=lambda way: self.rounds_to_go(outlook, way, car.gear, car.engine)))

    def rounds_to_go(self, outlook: Outlook, way: tuple[str, ...], gear: int, engine: int) -> float:
        """What playing these cards in this gear leads to."""
        car = outlook.car
        rest = without(outlook.mine.hand, way)
        heats = len(rest) - len(playable(self.game, rest))
        cool = min(GEAR_COOLDOWN.get(gear, 0), heats)
        certain, flips = outlook.worth(way)
        total = (heats - cool) * HEAT_IN_HAND + rest.count(STRESS) * STRESS_IN_HAND
        for flipped, chance in outlook.flips(flips).items():
            speed = certain + flipped
            at = outlook.land(speed)
            total += chance * self.after_reacting(outlook, car.at, at, speed, gear, engine + cool)
        return total

    def after_reacting(self, outlook: Outlook, start: int, at: int, speed: int, gear: int, engine: int) -> float:
        best = outlook.rounds_after(start, at, speed, gear, engine)
        if gear in self.game.content.rules.boost_gears and engine:
            boosted = sum(
                chance * outlook.rounds_after(start, at + more, speed + more, gear, engine - 1)
                for more, chance in outlook.flips(1).items()
            )
            best = min(best, boosted)
        return best

    # Driving

    def react(self, outlook: Outlook, choices: Choices) -> Choice:
        """The best single step from here; what else is open will be asked again."""
        if cooling := most_cooling(choices):
            return cooling
        return min(listed(choices), key=lambda choice: self.step(outlook, choice))

    def step(self, outlook: Outlook, choice: Choice) -> float:
        car = outlook.car
        start, speed, engine = car.start, car.speed, car.engine
        if isinstance(choice, Adrenaline):
            return outlook.rounds_after(start, outlook.land(1), speed + 1, car.gear, engine) - 1e-6
        if isinstance(choice, Boost):
            return sum(
                chance * outlook.rounds_after(start, outlook.land(more), speed + more, car.gear, engine - 1)
                for more, chance in outlook.flips(1).items()
            )
        if isinstance(choice, Slipstream):
            return outlook.rounds_after(start, outlook.land(choice.distance), speed, car.gear, engine) - 1e-6
        if isinstance(choice, Value):
            at = outlook.land(speed + choice.worth)
            return outlook.rounds_after(car.at, at, speed + choice.worth, car.gear, engine)
        return outlook.rounds_after(start, car.at, speed, car.gear, engine)

    # The hand

    def discard(self, outlook: Outlook, choices: Choices) -> Choice:
        """Throw away what the next stretch has no use for: slow cards on a straight, fast ones before a corner."""
        car = outlook.car
        line = outlook.course.to_line[car.space]
        limit = outlook.course.corner(car.at + line).limit
        if line > 12:
            return Discard(tuple(card for card in choices.cards if card in {"0", "1"}))
        if limit <= 3 and line <= 6:
            return Discard(tuple(card for card in choices.cards if card in {"4", "5"}))
        return Discard(())

"""The champion: looks three rounds ahead, drawing what it cannot see from what its own piles still hold."""

from functools import lru_cache
from heapq import nsmallest

from engine.heat.bots.bot import listed, most_cooling
from engine.heat.bots.outlook import Outlook, hands, playable, without
from engine.heat.bots.racer import Racer
from engine.heat.cards import HEAT
from engine.heat.choices import Adrenaline, Boost, Choice, Choices, Discard, Gear, Pass, Play, Slipstream
from engine.heat.game import Heat
from engine.heat.phases.gears import gears_in_reach, shift_cost
from engine.heat.phases.react import BOOST_COST, GEAR_COOLDOWN
from engine.heat.views import View
from engine.kernel.chance import Seed, draw, shuffled

SAMPLES = 32
"""How often the unseen is drawn for one decision."""

CANDIDATES = 12
"""How many ways to play are looked at more closely."""

DISCARDS = 48
"""How many ways to throw cards away are looked at, the fewest cards first."""

WIDTH = 3
"""How many ways to drive the next round are followed for one round more."""

LOST = 99.0

Pile = tuple[str, ...]
Way = tuple[float, int, int, int, Pile]
"""Rounds to go, speed, gear, Heat in the engine after cooling, and the cards."""


class Champion(Racer):
    """Sorts out as the racer does, then drives the next rounds too, for each of the best ways."""

    name = "champion"

    def choose(self, view: View, choices: Choices, dice: Seed) -> Choice:
        outlook = Outlook(self.game, view)
        futures = [self.future(outlook, dice, n) for n in range(SAMPLES)]
        if view.phase == "gears":
            return self.best_gear(outlook, choices, futures) or super().choose(view, choices, dice)
        if view.phase == "cards" and choices.make is Play:
            car = outlook.car
            return Play(self.best_way(outlook, {car.gear: car.engine}, futures)[1])
        if view.phase == "discard":
            return self.best_discard(outlook, choices, futures)
        if view.phase in {"react", "slipstream"}:
            return self.best_step(outlook, choices, futures)
        return super().choose(view, choices, dice)

    @staticmethod
    def future(outlook: Outlook, dice: Seed, n: int) -> Pile:
        """An order in which the cards may come: what the draw pile still holds, then the discards, shuffled."""
        spent = tuple(sorted((*outlook.car.discard, *outlook.car.play)))
        return shuffled(draw(dice, 0, n), outlook.mine.draw) + shuffled(draw(dice, 1, n), spent)

    # Planning

    def best_gear(self, outlook: Outlook, choices: Choices, futures: list[Pile]) -> Choice | None:
        """The gear of the best way to play; None for a cluttered hand, which has none."""
        car = outlook.car
        cards = len(playable(self.game, outlook.mine.hand))
        flooded = outlook.course.is_flooded(car.at, car.lane)
        engines = {
            choice.gear: car.engine - shift_cost(car.gear, choice.gear, flooded)
            for choice in listed(choices)
            if isinstance(choice, Gear) and choice.gear <= cards
        }
        return Gear(self.best_way(outlook, engines, futures)[0]) if engines else None

    def best_way(self, outlook: Outlook, engines: dict[int, int], futures: list[Pile]) -> tuple[int, Pile]:
        """The gear and the cards that leave the fewest rounds after this round and the next ones."""
        cards = playable(self.game, outlook.mine.hand)
        ways = [(gear, way) for gear in engines for way in hands(cards, gear)]
        ways.sort(key=lambda pair: self.rounds_to_go(outlook, pair[1], pair[0], engines[pair[0]]))
        return min(
            ways[:CANDIDATES], key=lambda pair: self.look_ahead(outlook, pair[1], pair[0], engines[pair[0]], futures)
        )

    def look_ahead(self, outlook: Outlook, way: Pile, gear: int, engine: int, futures: list[Pile]) -> float:
        """The mean rounds to go after this round and the best of the next ones, with a boost or without."""
        start = outlook.car.at
        rest = without(outlook.mine.hand, way)
        heats = len(rest) - len(playable(self.game, rest))
        cool = min(GEAR_COOLDOWN.get(gear, 0), heats)
        rest = without(rest, (HEAT,) * cool)
        engine += cool
        certain, flips = outlook.worth(way)
        boosts = gear in self.game.content.rules.boost_gears and engine >= BOOST_COST
        plain = boosted = 0.0
        for pile in futures:
            speed = certain
            for _ in range(flips):
                worth, pile = self.flip(pile)
                speed += worth
            plain += self.after_round(outlook, start, outlook.land(speed), speed, gear, engine, rest, pile)
            if boosts:
                worth, left = self.flip(pile)
                at, fast = outlook.land(speed + worth), speed + worth
                boosted += self.after_round(outlook, start, at, fast, gear, engine - BOOST_COST, rest, left)
        return min(plain, boosted if boosts else plain) / len(futures)

    def flip(self, pile: Pile) -> tuple[int, Pile]:
        """What a flip of this pile comes to, and the pile after it."""
        for place, card in enumerate(pile):
            if self.game.cards[card].kind == "speed":
                return self.game.cards[card].worth[0], pile[place + 1 :]
        return 0, ()

    def after_round(
        self, outlook: Outlook, start: int, at: int, speed: int, gear: int, engine: int, rest: Pile, pile: Pile
    ) -> float:
        """Pay the corners, or spin out; fill the hand; drive the best next round."""
        left = engine - outlook.bill(start, at, speed)
        if left < 0:
            return outlook.rounds_after(start, at, speed, gear, engine) + 1
        if at >= outlook.goal:
            return outlook.pace.rounds(at, gear, left)
        hand = tuple(sorted((*rest, *pile[: self.game.hand_limit - len(rest)])))
        return 1 + self.next_round(outlook, at, gear, left, hand, pile[self.game.hand_limit - len(rest) :])

    def next_round(self, outlook: Outlook, at: int, gear: int, engine: int, hand: Pile, pile: Pile) -> float:
        """The best of one round with a known hand; the most promising ways are followed for a round more."""
        ways = nsmallest(WIDTH, self.next_ways(outlook, at, gear, engine, hand))
        return min([self.third_round(outlook, at, way, hand, pile) for way in ways], default=LOST)

    def next_ways(self, outlook: Outlook, at: int, gear: int, engine: int, hand: Pile) -> list[Way]:
        """Every gear and speed of a round with a known hand, each with the rounds to go after it."""
        found: list[Way] = []
        flooded = outlook.course.is_flooded(at, 1)
        for to in gears_in_reach(gear):
            left = engine - shift_cost(gear, to, flooded)
            if left < 0:
                continue
            plays, heats = plays_of(self.game, hand, to)
            left += min(heats, GEAR_COOLDOWN.get(to, 0))
            for speed, cards in plays:
                key = (at, speed, to, left)
                if key not in outlook.ahead:
                    outlook.ahead[key] = self.after_reacting(outlook, at, at + speed, speed, to, left)
                found.append((outlook.ahead[key], speed, to, left, cards))
        return found

    def third_round(self, outlook: Outlook, at: int, way: Way, hand: Pile, pile: Pile) -> float:
        """Rounds to go after one way to drive the next round, and the best of the round after that."""
        rounds, speed, gear, engine, cards = way
        end = at + speed
        left = engine - outlook.bill(at, end, speed)
        if left < 0 or end >= outlook.goal:
            return rounds
        rest = without(hand, cards)
        cool = min(GEAR_COOLDOWN.get(gear, 0), rest.count(HEAT))
        rest = without(rest, (HEAT,) * cool)
        drawn = tuple(sorted((*rest, *pile[: self.game.hand_limit - len(rest)])))
        boost = rounds - outlook.pace.rounds(end, gear, left)
        ways = self.next_ways(outlook, end, gear, left, drawn)
        return boost + 1 + min([found[0] for found in ways], default=LOST)

    # Driving

    def best_step(self, outlook: Outlook, choices: Choices, futures: list[Pile]) -> Choice:
        """Cool first; then whatever single step leads to the best next round."""
        if cooling := most_cooling(choices):
            return cooling
        steps = listed(choices)
        if len(steps) == 1:
            return steps[0]
        return min(steps, key=lambda choice: self.after_step(outlook, choice, futures))

    def after_step(self, outlook: Outlook, choice: Choice, futures: list[Pile]) -> float:
        car = outlook.car
        total = 0.0
        for future in futures:
            at, speed, engine, pile = car.at, car.speed, car.engine, future
            if isinstance(choice, Boost):
                worth, pile = self.flip(pile)
                at, speed, engine = outlook.land(worth), speed + worth, engine - BOOST_COST
            elif isinstance(choice, Adrenaline):
                at, speed = outlook.land(1), speed + 1
            elif isinstance(choice, Slipstream):
                at = outlook.land(choice.distance)
            total += self.after_round(outlook, car.start, at, speed, car.gear, engine, outlook.mine.hand, pile)
        return total + (1e-6 if isinstance(choice, Pass) else 0.0)

    # The hand

    def best_discard(self, outlook: Outlook, choices: Choices, futures: list[Pile]) -> Choice:
        """Throw away what makes the next round better on average."""
        car = outlook.car

        def rounds(way: Discard) -> float:
            rest = without(outlook.mine.hand, way.cards)
            missing = self.game.hand_limit - len(rest)
            total = 0.0
            for future in futures:
                hand = tuple(sorted((*rest, *future[:missing])))
                total += self.next_round(outlook, car.at, car.gear, car.engine, hand, future[missing:])
            return total

        return min((way for way in choices[:DISCARDS] if isinstance(way, Discard)), key=rounds)


@lru_cache(maxsize=1 << 16)
def plays_of(game: Heat, hand: Pile, count: int) -> tuple[tuple[tuple[int, Pile], ...], int]:
    """The speeds that so many of these cards can make, a flip taken as its usual worth, each with the cards that
    shed the most Stress; and the Heat in the hand."""
    cards = playable(game, hand)
    best: dict[int, tuple[int, Pile]] = {}
    for way in hands(cards, count):
        certain = sum(game.cards[card].worth[-1] for card in way)
        flips = sum(game.cards[card].symbols.get("plus", 0) for card in way)
        speed = certain + 5 * flips // 2
        if speed not in best or flips > best[speed][0]:
            best[speed] = (flips, way)
    return tuple((speed, way) for speed, (_, way) in sorted(best.items())), len(hand) - len(cards)

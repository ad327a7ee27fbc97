"""The champion: looks three rounds ahead, drawing what it cannot see from what its own piles still hold."""

from collections import defaultdict
from functools import lru_cache
from heapq import nsmallest

from engine.heat.bots.bot import listed
from engine.heat.bots.outlook import Outlook, Pile, hands, playable, without
from engine.heat.bots.racer import LOST, Racer
from engine.heat.bots.symbols import MOVING, Way, always_right, draft, gained, left_over, refreshing, way_of
from engine.heat.cards import HEAT, STRESS
from engine.heat.choices import Choice, Choices
from engine.heat.game import Heat
from engine.heat.items import GEAR_COOLDOWN
from engine.heat.moves.boost import Boost, boost_cost
from engine.heat.moves.direct_play import DirectPlay
from engine.heat.moves.discard import Discard
from engine.heat.moves.gear import Gear, gears_in_reach, shift_cost
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.play import Play
from engine.heat.moves.value import Value, open_values
from engine.heat.views import View
from engine.kernel.chance import Seed, shuffle

SAMPLES = 32
"""How often the unseen is drawn for one decision."""

CANDIDATES = 12
"""How many ways to play are looked at more closely."""

DISCARDS = 48
"""How many ways to throw cards away are looked at, the fewest cards first."""

WIDTH = 3
"""How many ways to drive the next round are followed for one round more."""

NO_COOLDOWN = -99
"""Where the weather forbids cooldown."""

Next = tuple[float, int, int, int, int, Pile]
"""A way to drive a coming round: rounds to go, speed, gear, Heat after cooling and costs, change of limits, cards."""


class Champion(Racer):
    """Sorts out as the racer does, then drives the next rounds too, for each of the best ways."""

    name = "champion"

    def choose(self, view: View, choices: Choices, dice: Seed) -> Choice:
        if taken := draft(listed(choices)):
            return taken
        outlook = Outlook(self.game, view)
        futures = [self.future(outlook, dice, n) for n in range(SAMPLES)]
        if view.phase == "gears":
            return self.best_gear(outlook, choices, futures) or super().choose(view, choices, dice)
        if view.phase == "cards" and choices.sets:
            car = outlook.car
            return Play(self.best_way(outlook, {car.gear: car.engine}, futures)[1])
        if view.phase == "reveal":
            return self.best_value(outlook, choices, futures)
        if view.phase == "discard":
            return self.best_discard(outlook, choices, futures)
        if view.phase in {"react", "slipstream"}:
            return self.best_step(outlook, choices, futures)
        return super().choose(view, choices, dice)

    def future(self, outlook: Outlook, dice: Seed, n: int) -> Pile:
        """An order in which the cards may come: what the draw pile still holds, then the discards, shuffled. Sponsor
        cards that are in play do not come back."""
        played = [card for card in outlook.car.play if card not in self.game.sponsors]
        spent = tuple(sorted((*outlook.car.discard, *played)))
        return shuffle(dice, 0, n, outlook.mine.draw) + shuffle(dice, 1, n, spent)

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
        """The mean rounds to go after playing these cards and the best of the next rounds."""
        return self.drive(outlook, way_of(self.game, way), without(outlook.mine.hand, way), gear, engine, futures)

    def drive(self, outlook: Outlook, way: Way, rest: Pile, gear: int, engine: int, futures: list[Pile]) -> float:
        """The mean rounds to go after this round and the best of the next ones, with a boost or without.

        What upgrades flip is known before values and boosts are chosen, so each sum of flips has a best of its own.
        """
        boosts = gear in self.game.content.rules.boost_gears
        tells = way.upgrade_flips or len(way.worths) > 1
        engine += way.gain(outlook.car.discard)
        rest = without(rest, (STRESS,) * way.stress_thrown(rest))
        totals: dict[int, dict[tuple[int, bool], float]] = defaultdict(lambda: defaultdict(float))
        for future in futures:
            pile, flipped = future, 0
            for _ in range(way.flips):
                worth, pile = self.flip(pile)
                flipped += worth
            more, left = self.flip(pile)
            total = totals[flipped if tells else 0]
            for worth in way.worths:
                speed = worth + flipped
                total[worth, False] += self.after_cards(outlook, way, rest, gear, engine, speed, None, pile)
                if boosts:
                    total[worth, True] += self.after_cards(outlook, way, rest, gear, engine, speed, more, left)
        return sum([min(total.values()) for total in totals.values()]) / len(futures)

    def after_cards(
        self, outlook: Outlook, way: Way, rest: Pile, gear: int, engine: int, speed: int, boost: int | None, pile: Pile
    ) -> float:
        """Cool where the cards have brought the car, boost by so much or not at all, and finish the round."""
        at = outlook.land(speed)
        adrenaline = outlook.has_adrenaline
        cooldown = GEAR_COOLDOWN.get(gear, 0) + way.cooldown + adrenaline
        cool = outlook.cooling(cooldown, rest.count(HEAT), at)
        engine += cool
        if boost is not None:
            engine -= boost_cost(outlook.roads, outlook.course.space(at))
            speed += boost
            at = outlook.land(speed)
        if engine < 0:
            return LOST
        rest = without(rest, (HEAT,) * cool)
        start, limit = outlook.car.at, way.limit
        slower = self.after_round(outlook, start, at, speed, gear, engine, rest, pile, limit)
        if not adrenaline:
            return slower
        faster = outlook.land(speed + 1)
        return min(slower, self.after_round(outlook, start, faster, speed + 1, gear, engine, rest, pile, limit))

    def flip(self, pile: Pile) -> tuple[int, Pile]:
        """What a flip of this pile comes to, and the pile after it."""
        for place, card in enumerate(pile):
            if self.game.cards[card].kind == "speed":
                return self.game.cards[card].worth[0], pile[place + 1 :]
        return 0, ()

    def after_round(
        self,
        outlook: Outlook,
        start: int,
        at: int,
        speed: int,
        gear: int,
        engine: int,
        rest: Pile,
        pile: Pile,
        limit: int = 0,
    ) -> float:
        """Pay the corners, or spin out; fill the hand; drive the best next round."""
        left = engine - outlook.bill(start, at, speed, limit)
        if left < 0:
            return outlook.rounds_after(start, at, speed, gear, max(0, engine), limit) + 1
        if at >= outlook.goal:
            return outlook.pace.rounds(at, gear, left)
        missing = self.missing(outlook, rest)
        hand = tuple(sorted((*rest, *pile[:missing])))
        return 1 + self.next_round(outlook, at, gear, left, hand, pile[missing:])

    def missing(self, outlook: Outlook, hand: Pile) -> int:
        """How many cards will be drawn to fill the hand."""
        return max(0, self.game.hand_limit(outlook.view.setup) - len(hand))

    def next_round(self, outlook: Outlook, at: int, gear: int, engine: int, hand: Pile, pile: Pile) -> float:
        """The best of one round with a known hand; the most promising ways are followed for a round more."""
        ways = nsmallest(WIDTH, self.next_ways(outlook, at, gear, engine, hand))
        return min([self.third_round(outlook, at, way, hand, pile) for way in ways], default=LOST)

    def next_ways(self, outlook: Outlook, at: int, gear: int, engine: int, hand: Pile) -> list[Next]:
        """Every gear and speed of a round with a known hand, each with the rounds to go after it."""
        found: list[Next] = []
        flooded = outlook.course.is_flooded(at, 1)
        space = outlook.course.space(at)
        weather = NO_COOLDOWN if outlook.roads.no_cooldown[space] else outlook.roads.cooldown[space]
        for to in gears_in_reach(gear):
            left = engine - shift_cost(gear, to, flooded)
            if left < 0:
                continue
            for speed, won, limit, flips, cards in plays_of(self.game, hand, to, GEAR_COOLDOWN.get(to, 0) + weather):
                then = left + won
                if then < 0:
                    continue
                key = (at, speed, to, then, limit, flips)
                rounds = outlook.ahead.get(key)
                if rounds is None:
                    rounds = outlook.ahead[key] = self.next_drive(outlook, at, speed, to, then, limit, flips)
                found.append((rounds, speed + 5 * flips // 2, to, then, limit, cards))
        return found

    def next_drive(
        self, outlook: Outlook, at: int, speed: int, gear: int, engine: int, limit: int, flips: int
    ) -> float:
        """The mean rounds to go after a round at this speed and what the flips of upgrades add to it."""
        return sum(
            [
                chance * self.after_reacting(outlook, at, at + speed + more, speed + more, gear, engine, limit)
                for more, chance in outlook.flips(flips).items()
            ]
        )

    def third_round(self, outlook: Outlook, at: int, way: Next, hand: Pile, pile: Pile) -> float:
        """Rounds to go after one way to drive the next round, and the best of the round after that."""
        rounds, speed, gear, engine, limit, cards = way
        end = at + speed
        left = engine - outlook.bill(at, end, speed, limit)
        if left < 0 or end >= outlook.goal:
            return rounds
        rest = without(hand, cards)
        cooldown = GEAR_COOLDOWN.get(gear, 0) + way_of(self.game, cards).cooldown
        rest = without(rest, (HEAT,) * outlook.cooling(cooldown, rest.count(HEAT), at))
        drawn = tuple(sorted((*rest, *pile[: self.missing(outlook, rest)])))
        boost = rounds - outlook.pace.rounds(end, gear, left)
        return boost + 1 + self.least_ahead(outlook, end, gear, left, drawn)

    def least_ahead(self, outlook: Outlook, at: int, gear: int, engine: int, hand: Pile) -> float:
        """The fewest rounds to go after a round with a known hand; many orders of the cards lead to the same one."""
        moment = (at, gear, engine, hand)
        if moment not in outlook.least:
            ways = self.next_ways(outlook, at, gear, engine, hand)
            outlook.least[moment] = min([found[0] for found in ways], default=LOST)
        return outlook.least[moment]

    # Driving

    def best_value(self, outlook: Outlook, choices: Choices, futures: list[Pile]) -> Choice:
        """The value with which the round goes best; the other open ones follow as they suit it."""
        car, hand = outlook.car, outlook.mine.hand
        to_choose = open_values(self.game.cards, car.play, car.worth)

        def rounds(choice: Value) -> float:
            others = without(to_choose, (choice.card,))
            worths = tuple([car.speed + choice.worth + more for more in way_of(self.game, others).worths])
            way = way_of(self.game, car.play)._replace(worths=worths, flips=0, upgrade_flips=0)
            return self.drive(outlook, way, hand, car.gear, car.engine, futures)

        return min((choice for choice in listed(choices) if isinstance(choice, Value)), key=rounds)

    def best_step(self, outlook: Outlook, choices: Choices, futures: list[Pile]) -> Choice:
        """What is always right first; then whatever single step leads to the best next round."""
        steps = listed(choices)
        if taken := always_right(steps):
            return taken
        moves = [choice for choice in steps if isinstance(choice, MOVING)]
        if moves:
            stay = self.after_step(outlook, Pass(), futures)
            best = min(moves, key=lambda choice: self.after_step(outlook, choice, futures))
            if self.after_step(outlook, best, futures) <= stay:
                return best
        return left_over(choices, steps)

    def after_step(self, outlook: Outlook, choice: Choice, futures: list[Pile]) -> float:
        car = outlook.car
        limit, hand = outlook.limit_now(), outlook.mine.hand
        total = 1e-6 if isinstance(choice, Pass) else 0.0
        for future in futures:
            engine, pile = car.engine - outlook.costs_now(), future
            if isinstance(choice, Boost):
                moves, pile = self.flip(pile)
                faster = moves
                engine -= boost_cost(outlook.roads, car.space)
            else:
                moves, faster = gained(outlook.car, choice)
            if isinstance(choice, DirectPlay):
                played = way_of(self.game, (choice.card,))
                engine -= played.heat
                limit = outlook.limit_now() + played.limit
                hand = without(outlook.mine.hand, (choice.card,))
            speed, at = car.speed + faster, outlook.land(moves)
            ends = [at, *outlook.slipstreams(at, car.play)] if outlook.view.phase == "react" else [at]
            total += min(
                [self.after_round(outlook, car.start, end, speed, car.gear, engine, hand, pile, limit) for end in ends]
            )
        return total

    # The hand

    def best_discard(self, outlook: Outlook, choices: Choices, futures: list[Pile]) -> Choice:
        """Throw away what makes the next round better on average."""
        car = outlook.car

        def rounds(way: Discard) -> float:
            rest = without(outlook.mine.hand, way.cards)
            missing = self.missing(outlook, rest)
            total = 0.0
            for future in futures:
                hand = tuple(sorted((*rest, *future[:missing])))
                total += self.next_round(outlook, car.at, car.gear, car.engine, hand, future[missing:])
            return total

        ways = (way for way in choices[:DISCARDS] if isinstance(way, Discard) and not way.refresh)
        return refreshing(choices, min(ways, key=rounds).cards)


@lru_cache(maxsize=1 << 16)
def plays_of(game: Heat, hand: Pile, count: int, cooldown: int) -> tuple[tuple[int, int, int, int, Pile], ...]:
    """The speeds that so many of these cards can make, each with what it wins or costs in Heat, what it adds to
    limits, the flips of upgrades that come on top, and the cards: those that shed the most Stress."""
    cards = playable(game, hand)
    heats = len(hand) - len(cards)
    best: dict[tuple[int, int, int], tuple[int, int, Pile]] = {}
    for cards_played in hands(cards, count):
        way = way_of(game, cards_played)
        stress = cards_played.count(STRESS)
        won = max(0, min(cooldown + way.cooldown, heats)) - way.heat
        for worth in way.worths:
            key = (worth + 5 * stress // 2, way.limit, way.upgrade_flips)
            if key not in best or (won, stress) > best[key][:2]:
                best[key] = (won, stress, cards_played)
    return tuple([(speed, won, limit, flips, way) for (speed, limit, flips), (won, _, way) in sorted(best.items())])

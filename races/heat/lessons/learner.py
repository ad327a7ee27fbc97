"""The driver who learns, before one choice: what the coach may know is this driver's own view, and nothing else."""

from functools import cached_property
from typing import NamedTuple

from engine.heat import Boost, Gear, Heat, Play, State, View
from engine.heat.bots.racer import Racer
from engine.heat.cards import HEAT, Card
from engine.heat.choices import Choice, Choices
from engine.heat.forecast import Explanation, flip_sums
from engine.heat.moves.pass_ import Pass
from engine.heat.roads import Roads
from engine.heat.views import CarView, Mine
from engine.kernel.chance import Seed
from engine.kernel.seats import Seat
from races.heat.ahead import shifted
from races.heat.circuit_art.letters import corner_letters
from races.heat.cockpit import labels
from races.heat.roadside.conditions import Conditions, conditions

ANY_CHANCE = Seed("00" * 16)


class Hint(NamedTuple):
    """What the coach would do: a choice that is offered; with a gear the cards for it, and what would come of both."""

    choice: Choice
    cards: tuple[str, ...]
    explanation: Explanation


class Corner(NamedTuple):
    """The next corner ahead of the car, and how far its line is."""

    line: int
    letter: str
    limit: int
    far: int


class Learner:
    """One driver who is asked. A whole race that fits the view stands for the real one, so that nothing told here can
    come from what is hidden."""

    def __init__(self, game: Heat, view: View) -> None:
        assert view.mine is not None, "only drivers learn"
        assert view.mine.question is not None, "the driver is asked"
        self.game = game
        self.view = view
        self.mine: Mine = view.mine
        self.seat: Seat = view.mine.seat
        self.car: CarView = view.cars[self.seat]

    @cached_property
    def state(self) -> State:
        return self.game.imagine(self.view, ANY_CHANCE)

    @cached_property
    def offered(self) -> Choices:
        return self.game.legal(self.state, self.seat)

    @cached_property
    def kinds(self) -> frozenset[type]:
        """The kinds of choices that are offered."""
        sets = {type(group[0]) for group in self.offered.sets if len(group.ways)}
        return frozenset(sets | {type(choice) for choice in self.offered.others})

    def offers(self, kind: type[Choice]) -> bool:
        return kind in self.kinds

    # The road

    @cached_property
    def roads(self) -> Roads:
        return self.game.roads(self.view.weather, self.view.tokens)

    @cached_property
    def conditions(self) -> Conditions:
        """Weather and road tokens."""
        return conditions(self.game, self.view.weather, self.view.tokens)

    @cached_property
    def corner(self) -> Corner:
        course = self.game.course
        far = course.to_line[course.space(self.car.at)]
        line = (self.car.at + far) % course.length
        letter = corner_letters(self.game.content.track)[line]
        return Corner(line, letter, self.roads.limit(self.car.at + far), far)

    @property
    def goal(self) -> int:
        return self.view.setup.laps * self.game.course.length

    @property
    def left(self) -> int:
        """The spaces to the finish."""
        return self.goal - self.car.at

    @property
    def corner_asks(self) -> bool:
        """Whether the next corner lies before the finish: one behind it costs nothing."""
        return self.corner.far < self.left

    @property
    def is_flooded(self) -> bool:
        return self.game.course.is_flooded(self.car.at, self.car.lane)

    @cached_property
    def rival(self) -> CarView:
        """The car that is nearest."""
        others = (car for car in self.view.cars if car.seat != self.seat)
        return min(others, key=lambda car: abs(car.at - self.car.at))

    # The cards

    def held(self, kind: str) -> int:
        """How many cards of a kind the hand has."""
        return sum(self.game.cards[face].kind == kind for face in self.mine.hand)

    @property
    def upgrades(self) -> list[Card]:
        """The upgrades in the hand, each once."""
        cards = (self.game.cards[face] for face in dict.fromkeys(self.mine.hand))
        return [card for card in cards if card.kind == "upgrade"]

    def in_play(self, symbol: str) -> str:
        """The card in play that gives an open symbol, as it stands in a sum; empty if none does."""
        found = (item.source for item in self.car.items if item.kind == symbol and item.source in self.game.cards)
        return next((labels.short(self.game.cards[face]) for face in found), "")

    @cached_property
    def flip(self) -> tuple[int, int]:
        """The least and the most that one flip can come to."""
        sums = flip_sums(self.game, self.mine.draw, self.car.discard, 1)
        return min(sums), max(sums)

    @property
    def all_heat(self) -> int:
        return self.car.stock.count(HEAT)

    @cached_property
    def reach(self) -> int:
        """How far the hand can drive at most, in a gear that is offered."""
        gears = [choice.gear for choice in self.offered.others if isinstance(choice, Gear)]
        cards = [self.game.cards[face] for face in self.mine.hand if face not in self.game.heats]
        worths = sorted(card.worth[-1] + self.flip[1] * card.symbols.get("plus", 0) for card in cards)
        return sum(worths[-max(gears) :]) if gears and worths else 0

    # What the coach would do

    @cached_property
    def boosts_home(self) -> bool:
        """Whether a boost takes the car over the line for sure: behind it Heat is worth nothing, even where the race is
        won without."""
        if self.left <= 0 or not self.offers(Boost):
            return False
        return all(one.at >= self.goal and not one.spin_out for one in self.game.explain(self.view, Boost()).outcomes)

    @cached_property
    def hint(self) -> Hint:
        """What a good driver would choose; it is always offered."""
        racer = Racer(self.game)
        choice = racer.choose(self.view, self.offered, ANY_CHANCE)
        if isinstance(choice, Pass) and self.boosts_home:
            choice = Boost()
        if not isinstance(choice, Gear):
            cards = choice.cards if isinstance(choice, Play) else ()
            return Hint(choice, cards, self.game.explain(self.view, choice))
        planned = shifted(self.game, self.state, self.seat, choice.gear)
        view = self.game.view(planned, self.seat)
        play = racer.choose(view, self.game.legal(planned, self.seat), ANY_CHANCE)
        assert isinstance(play, Play), "the question after the gears is one of cards"
        return Hint(choice, play.cards, self.game.explain(view, play))

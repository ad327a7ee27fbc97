"""The content of a race and what is looked up in it, bound once: what phases and actions work with."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from engine.heat.content import Content, content_faults
from engine.heat.course import Course, Placed
from engine.heat.folds.common import Folds
from engine.heat.modules import NO_EFFECTS, Effects, EventCard
from engine.heat.roads import Roads
from engine.heat.rules import DRAFTS, Stage
from engine.heat.state import Setup, State
from engine.heat.units import Distance, Lane
from engine.kernel.faults import Broken


class Vocabulary(Struct, frozen=True):
    """What the actions of a game know by name: symbols of cards, and items of React."""

    symbols: Mapping[str, int]
    """The symbols that a card may carry, each with the least number that may stand on it."""
    items: frozenset[str]
    """The kinds of items that can be used in React."""
    mandatory: frozenset[str]
    """The kinds that must be used."""
    before_paying: frozenset[str]
    """The kinds that can be used before the Heat of the same card is paid; the others are locked until then."""


class Bound:
    """One content with its look-up tables. It keeps no state of a race."""

    def __init__(self, content: Content, vocabulary: Vocabulary, folds: Folds) -> None:
        if faults := content_faults(content, vocabulary.symbols):
            raise Broken("content", faults)
        self.content = content
        self.vocabulary = vocabulary
        self.folds = folds
        self.digest = content.digest()
        self.course = Course(content.track)
        self.cards = content.cards.named()
        self.legend_cards = {card.id: card for card in content.legends.cards}
        self.weather = {weather.id: weather for weather in content.modules.weather}
        self.events = {event.id: event for event in content.modules.events}
        self._tokens = {token.id: token for token in content.modules.roads}
        self._roads: dict[tuple[str, tuple[str, ...]], Roads] = {}
        self._press: dict[str, frozenset[int]] = {}
        self._kept: dict[str, frozenset[str]] = {}
        self._owning: dict[tuple[str, ...], bool] = {}
        self.heats = frozenset(card.id for card in content.cards.cards if card.kind == "heat")
        """The faces that no driver can choose to play."""
        self.with_corners = frozenset(
            phase for stage in content.rules.schedule if "corners" in stage.phases for phase in stage.phases
        )
        """The phases that a car goes through in one go with its corner check."""
        self.sponsors = frozenset(card.id for card in content.cards.cards if card.kind == "sponsor")
        self.direct = frozenset(card.id for card in content.cards.cards if "direct_play" in card.symbols)
        """The faces that can be played from the hand in React."""

    # What the set-up of a race makes of the content

    def schedule(self, state: State) -> tuple[Stage, ...]:
        """The stages of the state's round: those of the draft before round 1, then the rule set's."""
        return self.content.rules.schedule if state.round else DRAFTS[state.setup.draft]

    def event(self, setup: Setup) -> EventCard | None:
        return self.events.get(setup.event)

    def effects(self, setup: Setup) -> Effects:
        return self.events[setup.event].effects if setup.event else NO_EFFECTS

    def hand_limit(self, setup: Setup) -> int:
        return self.effects(setup).hand_limit or self.content.cards.hand

    def kept(self, setup: Setup) -> frozenset[str]:
        """The faces that no driver can throw away."""
        if setup.event not in self._kept:
            effects = self.effects(setup)
            kinds = {"heat": not effects.discard_heat, "stress": not effects.discard_stress}
            self._kept[setup.event] = frozenset(card.id for card in self.content.cards.cards if kinds.get(card.kind))
        return self._kept[setup.event]

    def roads(self, weather: str, tokens: tuple[str, ...]) -> Roads:
        """The road under this weather and these tokens; made once for each."""
        key = (weather, tokens)
        if key not in self._roads:
            self._roads[key] = Roads(
                self.course,
                self.weather.get(weather),
                tuple(self._tokens[token] for token in tokens),
                self.content.rules.weather_scope,
            )
        return self._roads[key]

    def landing(self, cars: Sequence[Placed], mover: Placed, distance: int) -> tuple[Distance, Lane]:
        """Where a move of so many spaces comes to rest, by the rule of the race for full spaces."""
        return self.course.landing(cars, mover, distance, self.content.rules.blocked_space)

    def press(self, event: str) -> frozenset[int]:
        """The corner lines at which the press waits in a championship race."""
        if event not in self._press:
            self._press[event] = self._press_lines(event)
        return self._press[event]

    def _press_lines(self, event: str) -> frozenset[int]:
        order = self.content.track.press_lines()
        if self.content.rules.press == "every_corner" or not event:
            return frozenset(order)
        return frozenset(order[corner % len(order)] for corner in self.events[event].press)

    def owns_direct_play(self, stock: tuple[str, ...]) -> bool:
        """Whether there is a card for direct play among a driver's cards, as far as that is public."""
        if stock not in self._owning:
            self._owning[stock] = any(card in self.direct and card not in self.sponsors for card in stock)
        return self._owning[stock]

    def playable(self, cards: tuple[str, ...]) -> int:
        """How many of these cards can be played."""
        heats = self.heats
        return sum([card not in heats for card in cards])

"""Heat, as the kernel's contract has it: the one place where all parts of the game meet."""

from collections import Counter
from typing import Any, TypeAlias

import msgspec

from engine.heat import walk
from engine.heat.choices import NONE, Choice, Choices, in_card_order
from engine.heat.content import Content, content_faults, setup_faults
from engine.heat.course import Course
from engine.heat.events import Event, HeatEvent, Started, Withdrew
from engine.heat.explain import Explanation, explain
from engine.heat.finish import finish
from engine.heat.folds import FOLDS, started
from engine.heat.imagine import imagine
from engine.heat.modules import NO_EFFECTS, Effects, EventCard
from engine.heat.opening import before_draft
from engine.heat.phases import PHASES
from engine.heat.phases.draft import DRAFTS
from engine.heat.press import press_lines
from engine.heat.problems import problems
from engine.heat.refusals import refuse
from engine.heat.roads import Roads
from engine.heat.rules import Stage
from engine.heat.seen import Seen, see
from engine.heat.sound import position_faults
from engine.heat.state import Car, Setup, State
from engine.heat.telling import Telling
from engine.heat.views import View, view
from engine.heat.why import why_not
from engine.kernel.chance import TABLE, Seed, draw, is_seed, shuffled
from engine.kernel.commands import Answer, End, Question, Reader, Retire, StandIn, Withdraw, Withdrawal
from engine.kernel.faults import Broken, Fault
from engine.kernel.game import Step
from engine.kernel.records import Record, decode, encode
from engine.kernel.refusals import Refusal, refusal

Command: TypeAlias = Answer[Choice] | Withdraw | StandIn | Retire | End
RaceRecord: TypeAlias = Record[Content, Setup, Command, HeatEvent]

read_command: Reader[Choice] = Reader(Command)
"""Reads a command from the wire: a command, or a refusal that says what is wrong with it."""

_STATES = msgspec.json.Decoder(State)
_RECORDS: Any = msgspec.json.Decoder(RaceRecord)


class Heat:
    """The game on one content. It is bound once and keeps no state of a race."""

    name = "heat"

    def __init__(self, content: Content) -> None:
        if faults := content_faults(content):
            raise Broken("content", faults)
        self.content = content
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
        """The faces that nobody can choose to play."""
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
        """The faces that nobody can throw away."""
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

    def press(self, event: str) -> frozenset[int]:
        """The corner lines at which the press waits in a championship race."""
        if event not in self._press:
            self._press[event] = press_lines(self, event)
        return self._press[event]

    def owns_direct_play(self, stock: tuple[str, ...]) -> bool:
        """Whether there is a card for direct play among a driver's own, as far as everybody knows them."""
        if stock not in self._owning:
            self._owning[stock] = any(card in self.direct and card not in self.sponsors for card in stock)
        return self._owning[stock]

    def playable(self, cards: tuple[str, ...]) -> int:
        """How many of these cards can be played."""
        heats = self.heats
        return sum([card not in heats for card in cards])

    # The race

    def start(self, setup: Setup, seed: Seed) -> tuple[Event, ...]:
        """Draw the grid, shuffle the decks, draw the hands; the first round begins."""
        faults = setup_faults(self.content, setup)
        if not is_seed(seed):
            faults += (Fault("seed", "bad_seed", "a seed is 32 to 128 hexadecimal digits"),)
        if faults:
            raise Broken("setup", faults)
        box = self.content.cards
        seats = range(len(setup.entrants))
        grid = setup.grid if setup.grid is not None else shuffled(draw(seed, TABLE, 0), seats)
        owned = Counter(card for entrant in setup.entrants for card in entrant.upgrades or ())
        upgrades = sorted((Counter(box.upgrade_pile(setup.tiers, setup.expansions)) - owned).elements())
        kept = Counter(card for entrant in setup.entrants for card in entrant.sponsors)
        sponsors = sorted((Counter(box.sponsor_pile(setup.expansions)) - kept).elements())
        opening = Started(
            seed,
            self.digest,
            setup,
            grid,
            shuffled(draw(seed, TABLE, 1), sorted(self.legend_cards)),
            shuffled(draw(seed, TABLE, 2), upgrades) if setup.draft else (),
            shuffled(draw(seed, TABLE, 3), sponsors) if setup.season else (),
        )
        telling = Telling(self, self.evolve(None, opening))
        before_draft(telling)
        walk.walk(telling)
        return (opening, *telling.events)

    def evolve(self, state: State | None, event: Event) -> State:
        if state is None:
            assert isinstance(event, Started), "the first event starts the race"
            return started(self.content, self.course, event)
        return FOLDS[type(event)](self.course, state, event)

    def decide(self, state: State, command: Command) -> Step[State, Event] | Refusal:
        """Carry a command out, with everything that follows from it, or say why not."""
        if isinstance(command, Answer):
            return self._answer(state, command)
        if state.ended:
            return refusal("over")
        telling = Telling(self, state)
        if isinstance(command, End):
            finish(telling, "ended")
        elif isinstance(command, Retire):
            if refused := self._retire(telling, command.seat):
                return refused
        elif isinstance(command, StandIn):
            if refused := self._closed(state, command.question):
                return refused
            walk.stand_in(telling, command.question.seat, command.reason)
        else:
            if refused := self._withdraw(telling, command):
                return refused
        return Step(tuple(telling.events), telling.state)

    def _answer(self, state: State, command: Answer[Choice]) -> Step[State, Event] | Refusal:
        seat = command.seat
        if seat != command.question.seat:
            return refusal("other_seat", seat)
        if refused := self._closed(state, command.question):
            return refused
        choice = in_card_order(command.choice)
        if choice not in PHASES[state.phase].choices(self, state, seat):
            return why_not(self, self.view(state, seat), choice)
        telling = Telling(self, state)
        walk.answer(telling, seat, choice)
        return Step(tuple(telling.events), telling.state)

    def _closed(self, state: State, question: Question) -> Refusal | None:
        """Why a question cannot be answered now; None when it is open."""
        seat = question.seat
        if state.ended:
            return refusal("over", seat)
        if not 0 <= seat < len(state.cars):
            return refusal("no_such_seat", seat, seat=seat)
        car = state.cars[seat]
        if car.asked and question == self._question(state, seat, car):
            return None
        return refusal("stale" if question.n <= car.n and question.round <= state.round else "not_asked", seat)

    @staticmethod
    def _question(state: State, seat: int, car: Car) -> Question:
        return Question(state.round, state.phase, seat, car.n)

    def _withdraw(self, telling: Telling, command: Withdraw) -> Refusal | None:
        state, seat = telling.state, command.seat
        if seat != command.question.seat:
            return refusal("other_seat", seat)
        if not 0 <= seat < len(state.cars):
            return refusal("no_such_seat", seat, seat=seat)
        car = state.cars[seat]
        if command.question != self._question(state, seat, car):
            return refusal("stale" if command.question.n <= car.n else "not_asked", seat)
        if not self._may_withdraw(state, car):
            return refusal("nothing_to_withdraw", seat)
        telling.tell(Withdrew(seat))
        walk.ask_again(telling, seat)
        return None

    def _may_withdraw(self, state: State, car: Car) -> bool:
        """An answer stands, and its phase is open: others are still asked."""
        return car.choice is not None and not car.asked and self.schedule(state)[state.stage].together

    def _retire(self, telling: Telling, seat: int) -> Refusal | None:
        if not 0 <= seat < len(telling.state.cars):
            return refusal("no_such_seat", seat, seat=seat)
        if telling.car(seat).status != "racing":
            return refuse("not_racing", seat)
        walk.retire(telling, seat)
        return None

    # Questions about a state

    def awaiting(self, state: State) -> tuple[Question, ...]:
        return tuple([self._question(state, seat, car) for seat, car in enumerate(state.cars) if car.asked])

    def legal(self, state: State, seat: int) -> Choices:
        """What the seat may choose now; where an answer of it stands that can be taken back, a `Withdrawal`."""
        if not 0 <= seat < len(state.cars):
            return NONE
        car = state.cars[seat]
        if car.asked:
            return PHASES[state.phase].choices(self, state, seat)
        if self._may_withdraw(state, car):
            return Choices((Withdrawal(),))
        return NONE

    def question(self, state: State, seat: int) -> Question:
        """The question of a seat that is asked, or whose answer stands."""
        return self._question(state, seat, state.cars[seat])

    def view(self, state: State, seat: int | None) -> View:
        return view(self, state, seat)

    def see(self, event: Event, seat: int | None) -> Seen:
        return see(event, seat)

    def explain(self, view: View, choice: Choice) -> Explanation:
        return explain(self, view, choice)

    def imagine(self, view: View, chance: Seed) -> State:
        return imagine(self, view, chance)

    def problems(self, state: State) -> tuple[str, ...]:
        return problems(self, state)

    # Bytes

    def encode(self, state: State) -> bytes:
        return encode(state)

    def decode(self, data: bytes | str) -> State:
        """Read a state that `encode` wrote. Raises `Broken` for bytes that are no state of this content."""
        state = decode(_STATES, data, "state")
        if state.content != self.digest:
            raise Broken("state", (Fault("content", "other_content", "this state belongs to other content"),))
        return state


def read_state(game: Heat, data: bytes | str) -> State:
    """Read a state from outside. Raises `Broken` with every fault, unless the race can be driven on from it."""
    state = game.decode(data)
    if faults := position_faults(game, state):
        raise Broken("state", faults)
    return state


def read_record(data: bytes | str) -> RaceRecord:
    """Read the record of a race strictly. Raises `Broken` with every fault; play it again with `verify`."""
    record: RaceRecord = decode(_RECORDS, data, "record")
    faults = tuple(Fault(f"content.{fault.place}", fault.code, fault.text) for fault in content_faults(record.content))
    if not faults:
        faults = tuple(
            Fault(f"setup.{fault.place}", fault.code, fault.text)
            for fault in setup_faults(record.content, record.setup)
        )
    if record.game != Heat.name:
        faults += (Fault("game", "other_game", f"this is a record of “{record.game}”"),)
    if not is_seed(record.seed):
        faults += (Fault("seed", "bad_seed", "a seed is 32 to 128 hexadecimal digits"),)
    if faults:
        raise Broken("record", faults)
    return record

"""Heat at the tables of this site: what storing, timing and sending a race of it needs."""

from collections.abc import Mapping
from operator import is_

import msgspec
from msgspec.structs import replace

from engine.heat import Choice, Command, Content, Heat, Setup, State, View, read_command
from engine.heat.events import Event
from engine.heat.reading import start_faults
from engine.heat.tables import SHIPPED, HeatEvent
from engine.kernel.bounds import Events
from engine.kernel.chance import Seed, derive
from engine.kernel.commands import Question, Withdraw, Withdrawal
from engine.kernel.faults import Broken
from engine.kernel.game import Step
from engine.kernel.refusals import Refusal
from engine.kernel.seats import Seat
from races.games import ByPreset, GoingOn, TableGame, table_game_of
from races.heat import ahead, presets
from races.heat.commentary.line import LogLine
from races.heat.commentary.narrate import narrate

_CONTENTS = msgspec.json.Decoder(Content)


class HeatAtTable(TableGame[Setup, State, Event, Choice, View]):
    game: Heat
    commands: "msgspec.json.Decoder[Command]" = SHIPPED.decoder(SHIPPED.command)
    events = SHIPPED.decoder(Events[HeatEvent])
    setups = msgspec.json.Decoder(Setup)
    head_start = 5  # with the five seconds in which planned cards wait, nobody waits for more than ten
    stand_in = "racer"
    defaults = presets.DEFAULTS
    goes_on = True

    def read(self, data: bytes | str) -> Command | Refusal:
        return read_command(data)

    def lines(self, before: State | None, events: tuple[Event, ...]) -> tuple[LogLine, ...]:
        return narrate(self.game, before, events)

    def preset_answer(self, state: State, question: Question, chosen: list[str]) -> ByPreset | None:
        found = presets.answer(question, self.game.legal(state, question.seat), chosen)
        if found is None:
            return None
        preset, choice = found
        secret = self.hides(state) or presets.depends_on_hand(self.game, state, question.seat, preset)
        return ByPreset(choice, presets.as_a_person() if secret else self.open_pause)

    def hides(self, state: State) -> bool:
        stages = self.game.schedule(state)
        return state.stage < len(stages) and stages[state.stage].together

    def unanswered(self, state: State, asked: Mapping[int, int]) -> State:
        cars = [
            replace(car, asked=True, choice=None, n=asked[seat], own=car.own - (car.n - asked[seat]))
            if seat in asked and (car.choice is not None or (car.asked and car.n != asked[seat]))
            else car
            for seat, car in enumerate(state.cars)
        ]
        if all(map(is_, cars, state.cars)):  # then it is the same state, and the same for all viewers
            return state
        return replace(state, cars=tuple(cars))

    def read_position(self, data: bytes, setup: Setup, seed: Seed) -> State:
        position = self.game.decode(data)
        if faults := start_faults(self.game, position, setup, seed):
            raise Broken("record", faults)
        return position

    def going_on(self, state: State, seat: int, seed: Seed) -> GoingOn | None:
        if state.ended or not self.takes_part(state, seat):
            return None
        for one in range(len(state.cars)):
            if Withdrawal() in self.game.legal(state, one):
                question = self.game.question(state, one)
                step = self.game.decide(state, Withdraw(one, question))
                assert isinstance(step, Step), "what the choices of a seat offer is carried out"
                state = step.state
        dealt = self.game.imagine(self.game.view(state, seat), derive(seed, "dealt anew"))
        return GoingOn(dealt.setup, replace(dealt, seed=seed))

    def takes_part(self, state: State, seat: int) -> bool:
        return state.cars[seat].status == "racing"

    def ahead_refused(self, state: State, question: Question, choice: Choice, then: Choice) -> Refusal | None:
        return ahead.refused(self.game, state, question, choice, then)

    def brings_news(self, state: State, seat: int) -> bool:
        """The gears of other drivers. Legends have none."""
        others = (car for number, car in enumerate(state.cars) if number != seat)
        return any(not car.legend and car.status == "racing" for car in others)

    def early(self, state: State, seat: int) -> Question | None:
        return ahead.early(self.game, state, Seat(seat))

    def early_refused(self, state: State, question: Question, choice: Choice) -> Refusal | None:
        return ahead.early_refused(self.game, state, question, choice)

    def rests_on(self, state: State, question: Question, choice: Choice) -> str:
        return ahead.rests_on(self.game, state, question, choice)


def bind(content: bytes | str) -> HeatAtTable:
    """Heat on stored content."""
    return HeatAtTable(Heat(_CONTENTS.decode(content)))


def heat_of(digest: str) -> HeatAtTable:
    """Heat on the content of this digest, for what knows that a race is one of Heat."""
    table_game = table_game_of(digest)
    assert isinstance(table_game, HeatAtTable)
    return table_game

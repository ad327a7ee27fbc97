"""Heat at the tables of this site: what storing, timing and sending a race of it needs."""

import msgspec

from engine.heat import Choice, Command, Content, Heat, Setup, State, View, read_command
from engine.heat.events import Event
from engine.heat.tables import SHIPPED, HeatEvent
from engine.kernel.commands import Question
from engine.kernel.refusals import Refusal
from races.games import TableGame, table_game_of
from races.heat import presets
from races.heat.commentary.line import LogLine
from races.heat.commentary.narrate import narrate

_EVENTS = SHIPPED.decoder(tuple[HeatEvent, ...])
_COMMANDS: "msgspec.json.Decoder[Command]" = SHIPPED.decoder(SHIPPED.command)
_SETUPS = msgspec.json.Decoder(Setup)
_CONTENTS = msgspec.json.Decoder(Content)


class HeatAtTable(TableGame[Setup, State, Event, Choice, View]):
    head_start = 6
    stand_in = "racer"

    def __init__(self, game: Heat) -> None:
        self._game = game

    @property
    def game(self) -> Heat:
        return self._game

    @property
    def content(self) -> Content:
        return self._game.content

    def read(self, data: bytes | str) -> Command | Refusal:
        return read_command(data)

    def read_command(self, data: str) -> Command:
        return _COMMANDS.decode(data)

    def read_events(self, data: str) -> tuple[Event, ...]:
        return _EVENTS.decode(data)

    def read_setup(self, data: str) -> Setup:
        return _SETUPS.decode(data)

    def lines(self, before: State | None, events: tuple[Event, ...]) -> tuple[LogLine, ...]:
        return narrate(self._game, before, events)

    def preset_answer(self, state: State, question: Question, chosen: list[str]) -> Choice | None:
        return presets.answer(question, self._game.legal(state, question.seat), chosen)


def bind(content: bytes | str) -> HeatAtTable:
    """Heat on stored content."""
    return HeatAtTable(Heat(_CONTENTS.decode(content)))


def heat_of(digest: str) -> HeatAtTable:
    """Heat on the content of this digest, for what knows that a race is one of Heat."""
    table_game = table_game_of(digest)
    assert isinstance(table_game, HeatAtTable)
    return table_game

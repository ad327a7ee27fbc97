"""High Card at a table: what storing and timing it needs. Its log stays empty."""

from typing import TypeAlias

import msgspec

from engine.kernel.refusals import Refusal
from races.games import LogLine, TableGame
from tests.engine.kernel.high_card import (
    Command,
    Content,
    Event,
    HighCard,
    Play,
    Setup,
    State,
    View,
    read_command,
)

_EVENTS: "msgspec.json.Decoder[tuple[Event, ...]]" = msgspec.json.Decoder(tuple[Event, ...])
_COMMANDS: "msgspec.json.Decoder[Command]" = msgspec.json.Decoder(Command)
Lines: TypeAlias = tuple[LogLine, ...]


class HighCardAtTable(TableGame[Setup, State, Event, Play, View, Command]):
    def __init__(self, game: HighCard) -> None:
        self._game = game

    @property
    def game(self) -> HighCard:
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
        return msgspec.json.decode(data, type=Setup)

    def lines(self, before: State | None, events: tuple[Event, ...]) -> Lines:
        return ()

    def read_lines(self, data: str) -> Lines:
        return ()


def bind(content: bytes | str) -> HighCardAtTable:
    return HighCardAtTable(HighCard(msgspec.json.decode(content, type=Content)))

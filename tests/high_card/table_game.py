"""High Card at a table: what storing, timing and telling it needs."""

from typing import TypeAlias

import msgspec
from msgspec import Struct

from engine.kernel.commands import Question
from engine.kernel.refusals import Refusal
from races.games import ByPreset, TableGame
from tests.engine.kernel.high_card import (
    Chosen,
    Command,
    Content,
    Ended,
    Event,
    HighCard,
    Left,
    Play,
    Setup,
    Shown,
    State,
    View,
    read_command,
)

LOWEST = "lowest"
"""The preset that plays the lowest card."""


class Line(Struct, frozen=True):
    """A line of the log: an event, and the round that it began, if it began one."""

    event: Event
    round: int = 0

    def about(self) -> int | None:
        return self.event.seat if isinstance(self.event, Chosen | Left) else None

    def begins_round(self) -> int | None:
        return self.round or None


Lines: TypeAlias = tuple[Line, ...]


class HighCardAtTable(TableGame[Setup, State, Event, Play, View]):
    game: HighCard
    commands: "msgspec.json.Decoder[Command]" = msgspec.json.Decoder(Command)
    events: "msgspec.json.Decoder[tuple[Event, ...]]" = msgspec.json.Decoder(tuple[Event, ...])
    setups = msgspec.json.Decoder(Setup)
    head_start = 0
    stand_in = "random"

    def read(self, data: bytes | str) -> Command | Refusal:
        return read_command(data)

    def lines(self, before: State | None, events: tuple[Event, ...]) -> Lines:
        """What all viewers may read: what the cards came to, stand-ins and the end; no card that still lies."""
        found: list[Line] = [] if before is not None else [Line(events[0], 1)]
        for event in events:
            if isinstance(event, Shown):
                assert before is not None
                found += [Line(event)] + [Line(event, before.round + 1)] * (before.round < before.setup.rounds)
            elif isinstance(event, Left | Ended) or (isinstance(event, Chosen) and event.reason):
                found.append(Line(event))
        return tuple(found)

    def preset_answer(self, state: State, question: Question, chosen: list[str]) -> ByPreset | None:
        return ByPreset(Play(min(state.hands[question.seat])), self.open_pause) if LOWEST in chosen else None

    def share(self, question: Question) -> float:
        """Half the clock: one card is quickly chosen."""
        return 0.5


def bind(content: bytes | str) -> HighCardAtTable:
    return HighCardAtTable(HighCard(msgspec.json.decode(content, type=Content)))

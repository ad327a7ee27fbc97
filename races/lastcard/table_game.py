"""Last Card at the tables of this site: what storing, timing and sending a match of it needs."""

import random

import msgspec

from engine.kernel.commands import Question
from engine.kernel.refusals import Refusal
from engine.lastcard import (
    Choice,
    Command,
    Content,
    Keep,
    LastCard,
    Next,
    Play,
    Setup,
    State,
    View,
    read_command,
    read_content,
)
from engine.lastcard.events import Event
from races.games import ByPreset, TableGame
from races.lastcard.lines import Line, lines_of

PLAY_DRAWN, KEEP_DRAWN, CALL, NEXT = "play_drawn", "keep_drawn", "call", "next"
"""The presets: what is done with a drawn card that fits, and with one that does not; calls; the next round."""
LEAST, MOST = 1.5, 4.0
"""Seconds in which a player looks at a drawn card."""


class LastCardAtTable(TableGame[Setup, State, Event, Choice, View]):
    commands: "msgspec.json.Decoder[Command]" = msgspec.json.Decoder(Command)
    events: "msgspec.json.Decoder[tuple[Event, ...]]" = msgspec.json.Decoder(tuple[Event, ...])
    setups = msgspec.json.Decoder(Setup)
    head_start = 2
    stand_in = "cautious"
    may_retire = True

    def __init__(self, game: LastCard) -> None:
        self._game = game

    @property
    def game(self) -> LastCard:
        return self._game

    @property
    def content(self) -> Content:
        return self._game.content

    def read(self, data: bytes | str) -> Command | Refusal:
        return read_command(data)

    def lines(self, before: State | None, events: tuple[Event, ...]) -> tuple[Line, ...]:
        return lines_of(before, events)

    def preset_answer(self, state: State, question: Question, chosen: list[str]) -> ByPreset | None:
        """What is done with a drawn card comes as late as a person's answer would: at once it would tell whether the
        card fits."""
        if question.phase == "scores":
            return ByPreset(Next(), self.open_pause) if NEXT in chosen else None
        if question.phase != "drawn":
            return None
        legal = self._game.legal(state, question.seat)
        plays = [choice for choice in legal if isinstance(choice, Play)]
        later = random.uniform(LEAST, MOST)  # noqa: S311, no secret: it is seen as soon as it is over
        if not plays:
            return ByPreset(Keep(), later) if KEEP_DRAWN in chosen else None
        wanted = [play for play in plays if not play.colour and (play.call or CALL not in chosen or len(plays) == 1)]
        return ByPreset(wanted[0], later) if PLAY_DRAWN in chosen and wanted else None

    def takes_part(self, state: State, seat: int) -> bool:
        return seat not in state.left

    def share(self, question: Question) -> float:
        """A third of the clock for what is quickly said."""
        return 1 / 3 if question.phase in ("challenge", "catch") else 1


def bind(content: bytes | str) -> LastCardAtTable:
    """Last Card on stored content."""
    return LastCardAtTable(LastCard(read_content(content)))

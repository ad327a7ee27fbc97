"""Races of eight cars between bots, as the steps that a page would play of them."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from engine.heat import Content, Heat, Setup, State, all_tracks
from engine.heat.bots import BOTS
from engine.heat.decks import all_decks
from engine.heat.events import Event
from engine.heat.rules import RULESETS
from engine.heat.state import Entrant
from engine.kernel.chance import Seed, derive
from engine.kernel.commands import command_for
from engine.kernel.records import fold
from races.heat.commentary import playback
from races.heat.commentary.line import LogLine
from races.heat.commentary.narrate import narrate
from races.heat.commentary.reader import Reader
from tests.races.heat.commentary.kit import NAMES, Seat

CARS = 8
FIELD = ("racer", "cautious", "racer", "random", "racer", "cautious", "racer", "cautious")


class Answered(Struct):
    """One answer: whose question it was, what happened, and what a page plays of it."""

    seat: int | None
    events: tuple[Event, ...]
    lines: tuple[LogLine, ...]
    steps: list[playback.Step]
    asked: frozenset[int]
    """The seats that are asked afterwards."""


def race(rules: str, track: str, seed: Seed) -> Iterator[Answered]:
    """A race of two laps, answer by answer."""
    ruleset = RULESETS[rules]
    deck = next(deck for deck in all_decks().values() if deck.rows_are == ruleset.legend_rows)
    game = Heat(Content(track=all_tracks()[track], rules=ruleset, legends=deck))
    reader = Reader([Seat(name) for name in NAMES[:CARS]], game)
    bots = [BOTS[name](game) for name in FIELD]
    events = game.start(Setup(laps=2, entrants=(Entrant(),) * CARS), seed)
    before: State | None = None
    seat: int | None = None
    for number in range(10_000):
        lines = narrate(game, before, events)
        state: State = fold(game, events, before)
        waiting = game.awaiting(state)
        steps = playback.steps(reader, [(line, line.sentence(reader)) for line in lines])
        yield Answered(seat, events, lines, steps, frozenset(question.seat for question in waiting))
        if not waiting:
            return
        question = waiting[0]
        seat = question.seat
        choice = bots[seat].choose(game.view(state, seat), game.legal(state, seat), derive(seed, f"{number}"))
        decided: Any = game.decide(state, command_for(question, choice))
        before, events = state, decided.events


def stretches(answers: list[Answered], seat: int) -> Iterator[list[playback.Step]]:
    """What one driver sees between answering a question and the next one, where all others answer at once."""
    seen: list[playback.Step] = []
    asked = False
    for answer in answers:
        if answer.seat == seat:
            asked = False
            seen = []
        if not asked:
            seen += answer.steps
        if seat in answer.asked and not asked:
            asked = True
            yield seen

"""Whole games between bots, for figures: one game is one call, and the same seed gives the same game."""

from collections.abc import Sequence

from msgspec import Struct

from engine.cli.games import AnyBot, Played, Table
from engine.kernel import Seed, Step, command_for, derive, fold


class Match(Struct, frozen=True):
    """How one game went: the place of each seat, rounds, decisions, and why it ended."""

    places: tuple[int, ...]
    rounds: int
    decisions: int
    ended: str


def seated(game: Played, table: Table, names: Sequence[str]) -> tuple[AnyBot, ...]:
    """A bot for each seat."""
    return tuple(game.bots[name](table.game) for name in names)


def play(table: Table, bots: Sequence[AnyBot], seed: Seed) -> Match:
    """Play one game to its end."""
    game = table.game
    state = fold(game, game.start(table.setup, seed))
    decisions = 0
    while waiting := game.awaiting(state):
        question = waiting[0]
        seat = question.seat
        choices = game.legal(state, seat)
        choice = bots[seat].choose(game.view(state, seat), choices, derive(seed, f"bot {question}"))
        step = game.decide(state, command_for(question, choice))
        assert isinstance(step, Step), f"{bots[seat]} chose what is refused: {step}"
        state = step.state
        decisions += 1
    view = game.view(state, None)
    return Match(game.places(view), view.round, decisions, view.ended)


def rotated(names: Sequence[str], number: int) -> list[str]:
    """Who sits where in the game of this number: players move on by a seat from game to game."""
    return [names[(seat + number) % len(names)] for seat in range(len(names))]

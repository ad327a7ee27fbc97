"""The veil: in a phase in which all answer in secret, it hides for some seconds who has answered already.

An answer that comes at once tells something of a hand: that it left nothing to choose. So nobody sees who is ready
until eight seconds after the question, or until all are in, whatever the hands are; then everybody sees it. While the
veil is drawn, others are shown the race as it was when the phase began (`AnyScene.shown`): no entry, no revision, no
clock tells them more. What is public all the same, such as a pause or a player who is away, shows through.
"""

from collections.abc import Iterable
from copy import copy

from engine.kernel.commands import Question
from races.games import AnyTableGame
from races.models import Race
from races.models.races import StoredClock

SECONDS = 8


def phase_of(questions: Iterable[Question]) -> str:
    """Names the phase that asks these questions."""
    return next((f"{question.round}.{question.phase}" for question in questions), "")


def draw(race: Race, table_game: AnyTableGame, state: object, now: int) -> None:
    """Draw the veil over a phase that has just begun, if its answers are secret."""
    race.veil = {}
    questions = table_game.game.awaiting(state)
    if not questions or not table_game.hides(state):
        return
    race.veil = {
        "phase": phase_of(questions),
        "until": now + 1000 * SECONDS,
        "version": race.version,
        "hidden": 0,
        "clocks": [(seat, shown_clock(clock)) for seat, clock in race.clocks.items()],
        "asked": [(question.seat, question.n) for question in questions],
    }


def shown_clock(clock: StoredClock) -> StoredClock:
    """Return a clock without the moment at which the site answers for its player, which tells that an answer stands
    ready."""
    return {"question": clock["question"], "left": clock["left"], "due": clock["due"]}


def follow(race: Race, table_game: AnyTableGame, state: object, before: str, now: int, *, silent: bool) -> None:
    """Draw the veil over a phase that a command has begun, or count one more revision that it hides. `before` is the
    phase that asked before the command, `silent` whether the log says nothing of it.

    It comes before `Writing.write` counts the revision: `shown_row` takes the hidden ones off, and `scenes.advance`
    sees by the same number that others are shown nothing new."""
    phase = phase_of(table_game.game.awaiting(state))
    if phase != before:
        draw(race, table_game, state, now)
    elif race.veil and silent:
        race.veil = {**race.veil, "hidden": race.veil["hidden"] + 1}


def asked(race: Race, but: int | None = None) -> dict[int, int]:
    """The seats whose answers are hidden from a seat, each with the number of its question."""
    return {seat: n for seat, n in race.veil.get("asked", ()) if seat != but}


def shown_row(race: Race) -> Race:
    """The row of a race as others may know it."""
    row = copy(race)
    row.version = race.veil["version"]
    row.revision = race.shown_revision
    row.clocks = dict(race.veil["clocks"])
    row.held, row.presets, row.veil = {}, {}, {}
    return row

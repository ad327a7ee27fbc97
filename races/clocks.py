"""The clocks of a race: one for each open question of a driver, all in the race's row.

While clocks run, each has a moment when it is over; while they stand, only the time left is kept. Moments are
milliseconds since the epoch, passed in by the caller. Nothing here touches the database.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Protocol

from engine.kernel.commands import Question
from races.models import Race
from races.models.races import StoredClock

LEAST = 10
"""Seconds that a question has at least, where a game gives it only a part of the clock."""


class Pace(Protocol):
    """What a game says of its clocks; see `races.games.TableGame`."""

    head_start: int

    def share(self, question: Question, /) -> float: ...


def milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)


def moment(value: int) -> datetime:
    return datetime.fromtimestamp(value / 1000, UTC)


def ask(race: Race, questions: Iterable[Question], pace: Pace, now: int, withdrawn: int | None = None) -> None:
    """Clocks for the open questions: those still open keep theirs, new ones get a fresh one. Bots have no clock.

    The seat that has withdrawn its answer shares the clock of those who were asked with it and have not answered, so
    that no withdrawal makes a phase longer.
    """
    questions = tuple(questions)
    names = {str(question) for question in questions}
    kept: dict[int, StoredClock] = {seat: clock for seat, clock in race.clocks.items() if clock["question"] in names}
    clocks: dict[int, StoredClock] = {}
    race.bots_asked = False
    for question in questions:
        seat = question.seat
        if seat in race.bots:
            race.bots_asked = True
        elif seat in kept:
            clocks[seat] = kept[seat]
        elif question.seat == withdrawn and (beside := _of_phase(kept, question)):
            clocks[seat] = {**beside, "question": str(question)}
        else:
            left = _fresh(race, pace, question)
            due = now + left if left is not None and race.running else None
            clocks[seat] = {"question": str(question), "left": left, "due": due}
        if seat == withdrawn and seat in clocks:
            clocks[seat]["auto"] = None  # who takes an answer back wants to choose
    race.clocks = clocks
    set_due(race, now)


def _fresh(race: Race, pace: Pace, question: Question) -> int | None:
    """The milliseconds that a new question has; None where the race has no clock."""
    if not race.clock:
        return None
    seconds = min(race.clock, max(LEAST, race.clock * pace.share(question)))
    return int(1000 * (seconds + (pace.head_start if race.version else 0)))


def _of_phase(clocks: dict[int, StoredClock], question: Question) -> StoredClock | None:
    """The clock of another seat that is asked in the same phase; of several the one that is over first."""
    there = [clock for clock in clocks.values() if question.is_beside(_question_of(clock))]
    return min(there, key=lambda clock: clock["due"] or clock["left"] or 0, default=None)


def _question_of(clock: StoredClock) -> Question:
    question = Question.read(clock["question"])
    assert question is not None, "a clock keeps the name of a question"
    return question


def run(race: Race, now: int) -> None:
    """Let the clocks go on where they stood. Drivers who are still away get the whole grace from now on."""
    if not race.running:
        race.absent = dict.fromkeys(race.absent, now)
    race.running = True
    for clock in stored(race):
        if clock["left"] is not None and clock["due"] is None:
            clock["due"] = now + clock["left"]
        if (rest := clock.get("auto") or 0) < 0:
            clock["auto"] = now - rest
    set_due(race, now)


def stand(race: Race, since: int) -> None:
    """Stop the clocks with the time that was left at the moment `since`."""
    race.running = False
    for clock in stored(race):
        if clock["due"] is not None:
            clock["left"] = min(
                clock["left"] or 0, max(0, clock["due"] - since)
            )  # `since` may be earlier than the moment at which the clock began to run
            clock["due"] = None
        if (auto := clock.get("auto") or 0) > 0:
            clock["auto"] = min(-1, since - auto)
    race.due = None


def stored(race: Race) -> list[StoredClock]:
    """The clocks of a race, and those that others are still shown in their place."""
    return [*race.clocks.values(), *(clock for _seat, clock in race.veil.get("clocks", ()))]


def over_at(race: Race, seat: int) -> int | None:
    """The moment at which a stand-in answers for a seat, in milliseconds: its clock is over, or its driver has been
    away for the whole grace. None while no clock runs."""
    if not race.running:
        return None
    moments = [race.clocks[seat]["due"]]
    if seat in race.absent:
        moments.append(race.absent[seat] + race.grace * 1000)
    return min((m for m in moments if m is not None), default=None)


def set_due(race: Race, now: int) -> None:
    """Set the moment at which the sweeper looks at the race next."""
    moments = [over for seat in race.clocks if (over := over_at(race, seat)) is not None]
    if race.running:
        moments += [auto for clock in race.clocks.values() if (auto := clock.get("auto") or 0) > 0]
        moments += [race.veil["until"]] if race.veil else []
    race.due = moment(max(min(moments), now)) if moments else None

"""The coach of a lesson on its page: an element of its own beside the cockpit, which asks for itself anew when the
driver is asked something else."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from engine.heat import Discard, State
from engine.heat.moves.pass_ import Pass
from races.heat.lessons import hints
from races.heat.lessons.lesson import Lesson
from races.heat.lessons.progress import Progress, followed
from races.heat.lessons.taught import lesson_of
from races.heat.table_game import heat_of
from races.models import Race
from races.race_log import entries_with_states

WHERE_TO_ANSWER = {
    "draft": "market",
    "gears": "gear",
    "cards": "hand",
    "react": "levers",
    "slipstream": "levers",
    "discard": "hand",
}
"""What the page points at while it says what the coach would do, by the phase that asks."""


def where_to_answer(at: Progress) -> str:
    """The control of the hint; the main button where nothing else is to be touched."""
    if at.question is None or at.learner is None:
        return ""
    if at.learner.hint.choice in (Pass(), Discard(())) and at.question.phase in ("react", "discard"):
        return "main"
    return WHERE_TO_ANSWER.get(at.question.phase, "")


@dataclass(frozen=True)
class Page:
    """One thing that the coach says."""

    number: int
    """Which of all topics it is, counted from 1 in the order in which this driver meets them."""
    title: str
    text: str
    target: str
    line: int | str
    """The corner line of the sign that is meant, if one is."""


def progress_of(race: Race, lesson: Lesson) -> Progress:
    """Where the learner is, from the stored entries."""
    game = heat_of(race.content_id).game
    states = (cast("State", happened.state) for happened in entries_with_states(race))
    *_before, last = followed(lesson.topics, game, states)
    return last


def pages(at: Progress, names: tuple[str, ...]) -> Iterator[Page]:
    """What is said in this moment, one thing after the other."""
    if at.learner is None:
        return
    rival = at.learner.rival.seat
    for number, step in enumerate(at.steps, len(at.taught) + 1):
        text = hints.text(step, names, rival)
        yield Page(number, str(step.topic.title), text, step.topic.target, step.numbers.get("line", ""))


def render(race: Race) -> SafeString:
    """What is said now in the race of a lesson, as an element."""
    lesson = lesson_of(race)
    assert lesson is not None, "only lessons have a coach"
    at = progress_of(race, lesson)
    names = tuple(race.seats.order_by("number").values_list("name", flat=True))
    asked = at.learner is not None and len(at.learner.offered) > 1
    context = {
        "race": race,
        "question": at.question or "",
        "pages": list(pages(at, names)),
        "hint": hints.hint(at.learner) if at.learner is not None and asked else (),
        "target": where_to_answer(at) if asked else "",
        "topics": len(lesson.topics),
        "lesson": lesson,
    }
    return render_to_string("races/heat/lessons/said.html", context)

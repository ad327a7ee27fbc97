"""The coach of a lesson on its page: an element of its own beside the cockpit, which asks for itself anew when the
driver is asked something else."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from engine.heat import State
from races.heat.lessons import words
from races.heat.lessons.course import LEARNER, is_seed_of_a_lesson
from races.heat.lessons.topics import TOPICS, Progress, followed
from races.heat.table_game import heat_of
from races.models import Race
from races.race_log import entries_with_states

WHERE_TO_ANSWER = {"gears": "gear", "cards": "hand", "react": "levers", "slipstream": "levers", "discard": "hand"}
"""What the page points at while it says what the coach would do, by the phase that asks."""


def is_lesson(race: Race) -> bool:
    """Whether a race is a lesson: its seed says so, which is in no other race so small a number."""
    return race.game == "heat" and is_seed_of_a_lesson(race.seed)


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


def progress_of(race: Race) -> Progress:
    """Where the learner is, from the stored entries."""
    game = heat_of(race.content_id).game
    states = (cast("State", happened.state) for happened in entries_with_states(race))
    *_before, last = followed(game, states, LEARNER)
    return last


def pages(at: Progress, names: tuple[str, ...]) -> Iterator[Page]:
    """What is said in this moment, one thing after the other."""
    if at.learner is None:
        return
    rival = at.learner.rival.seat
    for number, step in enumerate(at.steps, len(at.taught) + 1):
        text = words.text(step, names, rival)
        yield Page(number, words.title(step), text, step.topic.target, step.numbers.get("line", ""))


def render(race: Race) -> SafeString:
    """What is said now, as an element."""
    at = progress_of(race)
    names = tuple(race.seats.order_by("number").values_list("name", flat=True))
    asked = at.learner is not None and len(at.learner.offered) > 1
    context = {
        "race": race,
        "question": at.question or "",
        "pages": list(pages(at, names)),
        "hint": words.hint(at.learner) if at.learner is not None and asked else (),
        "target": WHERE_TO_ANSWER.get(at.question.phase, "") if at.question else "",
        "topics": len(TOPICS),
    }
    return render_to_string("races/heat/lessons/said.html", context)

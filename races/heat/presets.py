"""Answers that a driver gives in advance. They hold until taken back, and nobody else ever sees them."""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.heat.choices import Choice, Choices, Cool, Discard, Pass
from engine.kernel.commands import Question

COOL, IDLE, SLIP, KEEP = "cool", "idle", "slip", "keep"

WISHES: Mapping[str, Promise | str] = {
    COOL: _("Cool all I can"),
    IDLE: _("React: go on if I can use nothing"),
    SLIP: _("Never slipstream"),
    KEEP: _("Throw nothing away"),
}
"""What can be wished for, and how it is called."""


def answer(question: Question, choices: Choices, wishes: list[str]) -> Choice | None:
    """What the driver would answer to this question, of what is offered; None where they want to be asked."""
    for wish in wishes:
        if wish in _ANSWERS and (choice := _ANSWERS[wish](question.phase, choices)) is not None:
            return choice
    return None


def _cool_all(phase: str, choices: Choices) -> Choice | None:
    """The most cooldown that is offered. What else there is in React, the driver is asked."""
    cooldowns = [choice for choice in choices.others if isinstance(choice, Cool)]
    return max(cooldowns, key=lambda cool: cool.heat, default=None) if phase == "react" else None


def _go_on(phase: str, choices: Choices) -> Choice | None:
    return Pass() if phase == "react" and len(choices) == 1 and Pass() in choices else None


def _stay(phase: str, choices: Choices) -> Choice | None:
    return Pass() if phase == "slipstream" and Pass() in choices else None


def _keep_all(phase: str, choices: Choices) -> Choice | None:
    return Discard(()) if phase == "discard" and Discard(()) in choices else None


_ANSWERS: Mapping[str, Callable[[str, Choices], Choice | None]] = {
    COOL: _cool_all,
    IDLE: _go_on,
    SLIP: _stay,
    KEEP: _keep_all,
}

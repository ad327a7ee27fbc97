"""Presets: answers that a driver gives in advance. They hold until taken back, and no other seat ever sees them."""

from collections.abc import Callable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.heat.choices import Choice, Choices
from engine.heat.moves.cool import Cool
from engine.heat.moves.discard import Discard
from engine.heat.moves.pass_ import Pass
from engine.kernel.commands import Question

COOL, IDLE, SLIP, KEEP = "cool", "idle", "slip", "keep"

PRESETS: Mapping[str, Promise | str] = {
    COOL: _("Cool all I can"),
    IDLE: _("React: go on if I can use nothing"),
    SLIP: _("Never slipstream"),
    KEEP: _("Throw nothing away"),
}
"""By its name in the race's column `presets`: what a driver reads beside the switch of a preset."""


def answer(question: Question, choices: Choices, chosen: list[str]) -> Choice | None:
    """The answer that the chosen presets give to this question, of what is offered; None where the driver is asked."""
    for preset in chosen:
        if preset in _ANSWERS and (choice := _ANSWERS[preset](question.phase, choices)) is not None:
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

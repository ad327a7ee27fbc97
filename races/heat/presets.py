"""Presets: answers that a driver gives in advance. They hold until taken back, and no other seat ever sees them."""

from collections.abc import Mapping

from django.utils.functional import Promise

from engine.heat.choices import Choice, Choices
from engine.kernel.commands import Question
from races.heat.tables import SITE

PRESETS: Mapping[str, str | Promise] = {name: preset.label for name, preset in SITE.presets.items()}
"""By its name in the race's column `presets`: what a driver reads beside the switch of a preset."""


def answer(question: Question, choices: Choices, chosen: list[str]) -> Choice | None:
    """The answer that the chosen presets give to this question, of what is offered; None where the driver is asked."""
    for name in chosen:
        preset = SITE.presets.get(name)
        if preset is None or preset.phase != question.phase:
            continue
        if (choice := preset.answer(choices)) is not None:
            return choice
    return None

"""Answers that a driver gives in advance. They hold until taken back, and nobody else ever sees them."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.heat.choices import Choice, Cool, Discard, Pass
from engine.kernel.commands import Question

COOL, SLIP, KEEP = "cool", "slip", "keep"

WISHES: Mapping[str, Promise | str] = {
    COOL: _("Cool all I can"),
    SLIP: _("Never slipstream"),
    KEEP: _("Throw nothing away"),
}
"""What can be wished for, and how it is called."""


def answer(game: Any, view: Any, question: Question, wishes: list[str]) -> Choice | None:
    """What the driver would answer to this question; None where they want to be asked."""
    mine = view.mine
    if mine is None or mine.question != question:
        return None
    for wish in wishes:
        if wish in _ANSWERS and (choice := _ANSWERS[wish](game, view)) is not None:
            return choice
    return None


def _is_offered(game: Any, view: Any, choice: Choice) -> bool:
    return game.explain(view, choice).refused is None


def _cool_all(game: Any, view: Any) -> Choice | None:
    """The most cooldown that is offered. What else there is in React, the driver is asked."""
    if view.phase != "react" or "heat" not in view.mine.hand:
        return None
    most = view.mine.hand.count("heat")
    return next((Cool(heat) for heat in range(most, 0, -1) if _is_offered(game, view, Cool(heat))), None)


def _stay(game: Any, view: Any) -> Choice | None:
    return Pass() if view.phase == "slipstream" and _is_offered(game, view, Pass()) else None


def _keep_all(game: Any, view: Any) -> Choice | None:
    return Discard(()) if view.phase == "discard" and _is_offered(game, view, Discard(())) else None


_ANSWERS: Mapping[str, Callable[[Any, Any], Choice | None]] = {COOL: _cool_all, SLIP: _stay, KEEP: _keep_all}

"""Leaving the rest of a phase. The log says nothing of it."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.heat.choices import Choice, Choices
from engine.heat.moves.pass_ import Pass, Passed
from races.heat.cockpit.screen import Button
from races.heat.commentary.log_part import LogPart
from races.heat.moves.move import Preset, SiteMove


def go_on(label: str, warning: tuple[str, ...] = ()) -> Button:
    """The main button of a screen whose question need not be answered otherwise."""
    return Button(do="pass", label=label, warning=warning)


def leave(label: str) -> Button:
    """The same beside a main button that does something."""
    return Button(do="pass", label=label)


def _if_alone(choices: Choices) -> Choice | None:
    return Pass() if len(choices) == 1 and Pass() in choices else None


def _always(choices: Choices) -> Choice | None:
    return Pass() if Pass() in choices else None


MOVE = SiteMove(
    choice=Pass,
    log=LogPart(lines=(), narrated={}, silent=frozenset({Passed})),
    counts={},
    screens={},
    levers=None,
    button=None,
    secret=None,
    named=lambda choice, cards: _("Go on without more"),
    refusals={
        "mandatory_first": gettext_lazy("Something here is a must. Use that first, then go on."),
    },
    presets=(
        Preset(
            name="idle",
            label=gettext_lazy("React: go on if I can use nothing"),
            phase="react",
            answer=_if_alone,
            default=True,
            open="if_known",
        ),
        Preset(
            name="slip",
            label=gettext_lazy("Slipstream: never"),
            phase="slipstream",
            answer=_always,
            default=False,
            open="never",
        ),
    ),
)

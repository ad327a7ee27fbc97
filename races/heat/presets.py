"""Presets: answers that a driver gives in advance. They hold until taken back, and no other seat ever sees them.

Some hold for everybody who has not switched them off: those that answer a question to which there is one good answer.
When such an answer is given is decided here, too, so that the moment tells nothing of a hand.
"""

import random
from collections import Counter
from collections.abc import Mapping

from django.utils.functional import Promise

from engine.heat import Heat, State
from engine.heat.choices import Choice, Choices
from engine.kernel.commands import Question
from races.heat.moves.move import Preset
from races.heat.tables import SITE

PRESETS: Mapping[str, str | Promise] = {name: preset.label for name, preset in SITE.presets.items()}
"""By its name in the race's column `presets`: what a driver reads beside the switch of a preset."""


DEFAULTS: tuple[str, ...] = tuple(name for name, preset in SITE.presets.items() if preset.default)
"""Those that hold for drivers who have chosen none."""

LEAST, MOST = 2.0, 4.0
"""Seconds in which a quick driver answers an easy question."""

OPEN_ITEMS = frozenset(
    {"cooldown", "boost", "adrenaline", "accelerate", "draft", "heat", "salvage", "scrap", "super_cool"}
)
"""Items of React of which everybody knows whether they can be used, or sees at once that they were. Reduce Stress is
none of them: who has no Stress to throw away does not say so."""


def answer(question: Question, choices: Choices, chosen: list[str]) -> tuple[Preset, Choice] | None:
    """The answer that the chosen presets give to this question, of what is offered; None where the driver is asked."""
    for name in chosen:
        preset = SITE.presets.get(name)
        if preset is None or preset.phase != question.phase:
            continue
        if (choice := preset.answer(choices)) is not None:
            return preset, choice
    return None


def depends_on_hand(game: Heat, state: State, seat: int, preset: Preset) -> bool:
    """Whether others could tell something of a hand from an answer by preset that comes at once.

    They cannot where they see as much anyway: who cools down is seen to do so, whatever else the hand holds, and who
    goes on without it has nothing to cool. They could where an item can be used by one hand and not by another: going
    on at once would say that this hand holds no card for it. A card that lies open is in no hand.
    """
    if preset.open != "if_known":
        return preset.open == "never"
    car = state.cars[seat]
    hidden = Counter(car.stock) - Counter((*car.discard, *car.play))
    if game.owns_direct_play(tuple(sorted(hidden.elements()))):
        return True
    return not {item.kind for item in car.items} <= OPEN_ITEMS


def as_a_person() -> float:
    """A time that a driver may have taken to answer: others cannot tell it from one."""
    return random.uniform(LEAST, MOST)  # noqa: S311, no secret: it is seen as soon as it is over

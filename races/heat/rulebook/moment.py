"""What the page of a race says of this moment: the numbers, in the coach's sentences, and which clause each control,
card symbol and sign follows from."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.heat.cards import Card
from races.heat.lessons import hints
from races.heat.lessons.learner import Learner
from races.heat.lessons.lesson import Step
from races.heat.lessons.taught import LESSONS
from races.heat.parts.symbols import SYMBOLS
from races.heat.roadside.conditions import name
from races.heat.scene import HeatScene
from races.rulebook.book import Linked, Moment

RULES = tuple(topic for lesson in LESSONS.values() for topic in lesson.topics if topic.is_rule)
"""What lessons teach that is worth reading again in a race."""

CHOICES: Mapping[str, tuple[Promise | str, str]] = {
    "gear": (gettext_lazy("Choose a gear"), "S1.2"),
    "mulligan": (gettext_lazy("Mulligan"), "SU.6"),
    "leave_race": (gettext_lazy("Retire from the race"), "S1.8"),
    "play": (gettext_lazy("Play cards"), "S2.3"),
    "value": (gettext_lazy("Choose what a card counts"), "S3.3"),
    "cool": (gettext_lazy("Cool down"), "S5.2"),
    "boost": (gettext_lazy("Boost"), "S5.4"),
    "adrenaline": (gettext_lazy("Adrenaline"), "S4.2"),
    "pay_heat": (gettext_lazy("Pay the Heat of a card"), "GR.2"),
    "scrap": (gettext_lazy("Scrap cards"), "GR.3"),
    "reduce_stress": (gettext_lazy("Throw Stress away"), "GR.4"),
    "super_cool": (gettext_lazy("Super cool"), "GR.6"),
    "salvage": (gettext_lazy("Salvage"), "GR.5"),
    "accelerate": (gettext_lazy("Accelerate"), "GR.13"),
    "draft_move": (gettext_lazy("Draft"), "GR.14"),
    "direct_play": (gettext_lazy("Direct play"), "GR.9"),
    "forgo": (gettext_lazy("Give up cards whose Heat cannot be paid"), "GH.1"),
    "slipstream": (gettext_lazy("Slipstream"), "S6.2"),
    "pick": (gettext_lazy("Draft an upgrade"), "GD.1"),
    "swap": (gettext_lazy("Swap an upgrade"), "GD.4"),
    "give_up": (gettext_lazy("Give an upgrade up"), "GD.2"),
    "pass": (gettext_lazy("Go on"), "GR.1"),
    "discard": (gettext_lazy("Throw cards away"), "S8.2"),
}
"""By kind of choice what it is called here, and its clause."""
BOARD_CHOICES = {
    "gear": "R4.1",
    "leave_race": "R13.4",
    "play": "R4.3",
    "value": "R5.3",
    "cool": "R8.2",
    "boost": "R8.1",
    "adrenaline": "R7.3",
    "slipstream": "R9.1",
    "discard": "R11.1",
}
"""The same under the Board rules, where they have a clause of their own."""

SYMBOL_CLAUSES = {
    "plus": "S3.2",
    "cooldown": "S5.3",
    "super_cool": "GR.6",
    "slipstream": "W.15",
    "draft": "GR.14",
    "direct_play": "GR.9",
    "accelerate": "GR.13",
    "adjust_limit": "GR.12",
    "reduce_stress": "GR.4",
    "salvage": "GR.5",
    "refresh": "GR.15",
    "scrap": "GR.3",
    "heat": "GR.2",
}
"""By symbol of a card its clause."""
SIGN_CLAUSES = {
    "cloud": "W.6",
    "fog": "W.7",
    "storm": "W.7",
    "snow": "W.8",
    "rain": "W.8",
    "sun": "W.7",
    "weather": "W.10",
    "overheat": "W.13",
    "limit_down": "W.12",
    "limit_up": "W.12",
    "free_boost": "W.14",
    "slipstream_plus_1": "W.15",
}
"""By weather or road token its clause."""
KINDS = {"heat": "S7.3", "stress": "S2.4"}
"""Cards that are neither Speed nor upgrade, by kind."""


class HeatMoment(Moment[HeatScene]):
    """A race of Heat at this moment."""

    def __init__(self, scene: HeatScene, seat: int | None) -> None:
        super().__init__(scene, seat)
        view = scene.view(seat)
        self.learner = None
        if seat is not None and seat in scene.questions and view.mine is not None and view.mine.question is not None:
            self.learner = Learner(scene.game, view)

    @property
    def _cards(self) -> Iterator[Card]:
        """The cards that this seat sees as its own."""
        mine = self.scene.view(self.seat).mine if self.seat is not None else None
        faces = (*mine.hand, *self.scene.view(self.seat).cars[self.seat].play) if mine and self.seat is not None else ()
        return (self.scene.game.cards[face] for face in dict.fromkeys(faces))

    def sentences(self) -> Sequence[str]:
        if self.learner is None:
            return ()
        learner, names = self.learner, tuple(seat.name for seat in self.scene.seats)
        if len(learner.view.cars) < 2 or not learner.view.round:
            return ()
        topics = (one for one in RULES if learner.view.phase in one.phases and one.due(learner))
        return [hints.text(Step(one, one.numbers(learner)), names, learner.rival.seat) for one in topics]

    def choices(self) -> Sequence[Linked]:
        if self.learner is None:
            return ()
        offered = self.learner.offered
        kinds = {type(choice) for choice in offered.others} | {
            type(group[0]) for group in offered.sets if len(group.ways)
        }
        tags = {kind.__struct_config__.tag for kind in kinds}
        board = self.scene.game.content.rules.name == "rulebook"
        return [
            Linked(str(words), BOARD_CHOICES.get(tag, clause) if board else clause)
            for tag, (words, clause) in CHOICES.items()
            if tag in tags
        ]

    def signs(self) -> Sequence[Linked]:
        view = self.scene.view(self.seat)
        symbols = dict.fromkeys(symbol for card in self._cards for symbol in card.symbols if card.kind != "stress")
        kinds = dict.fromkeys(card.kind for card in self._cards if card.kind in KINDS)
        found = [Linked({"heat": _("Heat"), "stress": _("Stress")}[kind], KINDS[kind]) for kind in kinds]
        found += [Linked(str(SYMBOLS[one].filter), SYMBOL_CLAUSES[one]) for one in symbols if one in SYMBOL_CLAUSES]
        here = dict.fromkeys((*([view.weather] if view.weather else ()), *view.tokens))
        return found + [Linked(name(one), SIGN_CLAUSES[one]) for one in here if one in SIGN_CLAUSES]

"""Matches of the games beside Heat that stand where a picture is taken: bots play until then, at the site's tables."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model

from engine import henhur, lastcard
from engine.henhur.bots import BOTS as HENS
from engine.kernel.chance import Seed, derive
from engine.kernel.commands import command_for
from engine.lastcard.bots import BOTS as CARDS
from races import live, models, scenes
from races.start import Terms, open_table
from tests.gallery import positions

Sought = Callable[[Any], bool]
"""Whether a state of the game is the one that is looked for."""
SEEDS = ("5eed", "c0c0", "beef", "1234", "d1ce", "f00d")
MOST = 1500
"""Answers after which another seed is tried."""


@dataclass(frozen=True)
class Match:
    """A position by its game, its set-up, who plays, and what is true there of the first seat."""

    game: str
    met: Sought
    seats: int = 4
    setup: dict[str, Any] = field(default_factory=dict)
    bot: str = "cautious"

    def stand(self, clock: int = 0) -> models.Race:
        """The first match in which it is met."""
        for seed in SEEDS:
            if (row := self._played(Seed(seed * 16), clock)) is not None:
                return row
        raise LookupError("no match comes by this position")

    def _played(self, seed: Seed, clock: int) -> models.Race | None:
        row = self._opened(seed, clock)
        scene: Any = scenes.load(row.pk)
        bot = self._bots()[self.bot](scene.game)
        for _ in range(MOST):
            if self.met(scene.state):
                return self._stands(row)
            if scene.is_over:
                break
            question = next(iter(scene.questions.values()))
            seat = question.seat
            choice = bot.choose(scene.view(seat), scene.legal(seat), derive(seed, str(question)))
            done, _revision = live.carry_out(row.pk, command_for(question, choice, f"gallery.{question}"))
            assert isinstance(done, live.Accepted), done
            scene = scenes.scene_of(row.pk)
        row.delete()
        return None

    def _bots(self) -> dict[str, Callable[[Any], Any]]:
        return dict(CARDS if self.game == "lastcard" else HENS)

    def _opened(self, seed: Seed, clock: int) -> models.Race:
        terms = Terms(rules="standard" if self.game == "lastcard" else "", seed=seed, host=positions.ME, clock=clock)
        if self.game == "lastcard":
            setup: object = lastcard.Setup(self.seats, **self.setup)
            return open_table(self.game, lastcard.Content(), setup, positions.starters(self.seats), terms)
        setup = henhur.Setup(self.seats)
        return open_table(self.game, henhur.base_content(), setup, positions.starters(self.seats), terms)

    def _stands(self, row: Model) -> models.Race:
        """All may know who has answered."""
        models.Race.objects.filter(pk=row.pk).update(veil={})
        scenes.forget()
        return models.Race.objects.get(pk=row.pk)


def _cards(phase: str, *also: Sought) -> Sought:
    """The first seat is asked in this phase."""
    return lambda state: state.phase == phase and 0 in state.asked and all(one(state) for one in also)


def _hens(phase: str, *also: Sought) -> Sought:
    def is_met(state: Any) -> bool:
        runner = state.runners[0]
        asked = state.order[:1] == (0,) if phase == "draft" else runner.choice is None
        return state.phase == phase and not state.ended and asked and all(one(state) for one in also)

    return is_met


def _ready(phase: str, turn: int) -> Sought:
    """The first seat has chosen and the last has not."""
    return lambda state: (
        state.phase == phase
        and state.turn >= turn
        and state.runners[0].choice is not None
        and state.runners[-1].choice is None
    )


def _turn(turn: int) -> Sought:
    return lambda state: bool(state.turn >= turn)


PUBLISHED = {"draw_four": "challenge", "calls": "by_hand"}

MATCHES: dict[str, Match] = {
    "lastcard-turn": Match(
        "lastcard",
        _cards("turn", lambda state: "W" in state.hands[0] and len(state.hands[0]) > 4 and len(state.discard) > 9),
    ),
    "lastcard-many": Match("lastcard", _cards("turn", lambda state: len(state.hands[0]) > 13), 3, bot="random"),
    "lastcard-drawn": Match("lastcard", _cards("drawn", lambda state: len(state.discard) > 5)),
    "lastcard-wait": Match("lastcard", lambda state: state.phase == "turn" and state.asked == (2,) and state.round > 1),
    "lastcard-challenge": Match("lastcard", _cards("challenge"), setup=PUBLISHED),
    "lastcard-catch": Match("lastcard", _cards("catch"), setup=PUBLISHED, bot="random"),
    "lastcard-scores": Match("lastcard", _cards("scores", lambda state: state.round > 1)),
    "lastcard-eight": Match("lastcard", _cards("turn", lambda state: len(state.discard) > 12), 8),
    "lastcard-over": Match("lastcard", lambda state: bool(state.ended)),
    "henhur-first": Match("henhur", _hens("run")),
    "henhur-run": Match(
        "henhur", _hens("run", _turn(7), lambda state: state.runners[0].tokens.count() > 2), bot="good"
    ),
    "henhur-bid": Match("henhur", _hens("bid", _turn(6), lambda state: state.runners[0].tokens.a > 0), bot="good"),
    "henhur-draft": Match("henhur", _hens("draft", _turn(8), lambda state: len(state.order) > 1)),
    "henhur-ready": Match("henhur", _ready("run", 9)),
    "henhur-eight": Match("henhur", _hens("run", _turn(11)), 8),
    "henhur-eight-first": Match("henhur", _hens("run"), 8),
    "henhur-late": Match("henhur", _hens("run", lambda state: max(one.at for one in state.runners) > 66), 5),
    "henhur-over": Match("henhur", lambda state: bool(state.ended), 5),
}
"""Positions by name."""


def stand(name: str, clock: int = 0) -> models.Race:
    return MATCHES[name].stand(clock)

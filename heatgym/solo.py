"""Heat for Gymnasium: one car is the agent's, bots and Legends of the engine drive the others."""

from collections.abc import Sequence
from typing import Any

import gymnasium
from gymnasium import spaces

from engine.heat.bots import Bot
from engine.heat.simulation import answer, bots
from heatgym.aec import Seen, a_seed, seen_space
from heatgym.races import Contest, Spoken

MINE = 0
"""The agent's seat; the grid is drawn anew for each race."""
SHUT = -0.01
"""What a word costs that the mask shuts; nothing else happens."""


class Solo(gymnasium.Env[Seen, int]):
    """Races against `rivals`, named as `python -m engine simulate` names them; the other options are those of
    `Contest`."""

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - Gymnasium's

    def __init__(
        self, rivals: Sequence[str] = ("cautious",) * 5, render_mode: str | None = None, **options: Any
    ) -> None:
        self.render_mode = render_mode
        drivers = ("racer", *rivals)  # the first seat is ours; the word only says that it has a deck
        self._contest = Contest(drivers=drivers, **options)
        self._rivals: tuple[Bot | None, ...] = bots(self._contest.game, drivers)
        self.observation_space = seen_space(self._contest)  # type: ignore[assignment] # Space[Seen]
        self.action_space = spaces.Discrete(len(self._contest.vocabulary))  # type: ignore[assignment] # Space[np.int64]
        self._race: Spoken | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        self._race = Spoken(self._contest, a_seed(self.np_random))
        self._go_on(self._race)
        return self._look(self._race), {}

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        race = self._race
        assert race is not None, "reset comes first"
        question = race.asked()
        if question is None:
            return self._look(race), 0.0, True, False, {}
        if not race.spelling(question).say(int(action)):
            return self._look(race), SHUT, False, False, {"shut": True}
        self._go_on(race)
        over = race.asked() is None
        info = {"place": race.places()[MINE]} if over else {}
        return self._look(race), race.rewards()[MINE] if over else 0.0, over, False, info

    def _go_on(self, race: Spoken) -> None:
        """Let the rivals drive until the agent is asked again, or the race is over."""
        while question := race.asked():
            if question.seat != MINE:
                answer(race.race, self._rivals[question.seat], question)
            elif choice := race.spelling(question).choice:
                race.choose(question, choice)
            else:
                return

    def _look(self, race: Spoken) -> Seen:
        return {"observation": race.observe(MINE), "action_mask": race.mask(MINE)}

"""Heat for PettingZoo: every car is an agent, and one agent at a time says a word."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engine.kernel import Seed
from heatgym.observation import Observation
from heatgym.races import Contest, Spoken
from heatgym.words import Mask

Seen = dict[str, Observation | Mask]


def seen_space(contest: Contest) -> spaces.Dict:
    """What an agent is shown: the flattened view, and the words that it may say."""
    size, words = contest.flatten.size, len(contest.vocabulary)
    return spaces.Dict(
        {
            "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
            "action_mask": spaces.Box(0, 1, (words,), np.int8),
        }
    )


def a_seed(generator: np.random.Generator) -> Seed:
    """The seed of a race, drawn by the environment's own chance."""
    return Seed(generator.bytes(32).hex())


def env(**options: Any) -> AECEnv:
    """The environment with PettingZoo's usual guards: a word that the mask shuts ends the race with a loss."""
    guarded = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc] # noqa: N801 - untyped; the name that PettingZoo's environments have
    """One race after the other; `options` are those of `Contest`. Where all are asked at once, the agents answer one
    after the other and see nothing of each other's answers, for views do not show them."""

    metadata: dict[str, Any] = {"render_modes": [], "name": "heat_v0", "is_parallelizable": False}  # noqa: RUF012 - PettingZoo's

    def __init__(self, **options: Any) -> None:
        EzPickle.__init__(self, **options)
        super().__init__()
        self.render_mode = None
        self._contest = Contest(**options)
        self._drivers = {
            f"car_{seat}": seat for seat, car in enumerate(self._contest.setup.entrants) if car.legend is None
        }
        self.possible_agents = list(self._drivers)
        self.agents: list[str] = []
        self._seen = {agent: seen_space(self._contest) for agent in self.possible_agents}
        self._words = {agent: spaces.Discrete(len(self._contest.vocabulary)) for agent in self.possible_agents}
        self._chance, _ = np_random()
        self._race: Spoken | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._words[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a race; with the same seed the same race."""
        if seed is not None:
            self._chance, _ = np_random(seed)
        self._race = Spoken(self._contest, a_seed(self._chance))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on()

    def observe(self, agent: str) -> Seen:
        race, seat = self._started(), self._drivers[agent]
        return {"observation": race.observe(seat), "action_mask": race.mask(seat)}

    def step(self, action: int) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        race = self._started()
        question = race.asked()
        assert question is not None, "an agent that is not done is asked"
        if not race.spelling(question).say(int(action)):
            raise ValueError(f"the word {self._contest.vocabulary.words[action]!r} is shut by the mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()

    def _started(self) -> Spoken:
        assert self._race is not None, "reset comes first"
        return self._race

    def _go_on(self) -> None:
        """Whose turn it is now; after the race every agent has its reward and is done."""
        race = self._started()
        race.answer_where_one_is_left()
        if question := race.asked():
            self.agent_selection = f"car_{question.seat}"
            return
        rewards = race.rewards()
        for agent in self.agents:
            self.rewards[agent] = rewards[self._drivers[agent]]
            self.terminations[agent] = True

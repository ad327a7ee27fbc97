"""Both environments keep their libraries' contracts, show nothing of other hands, and refuse what does not fit."""

from random import Random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import heatgym
from engine.heat import Choice, LeaveRace
from engine.kernel import Broken, Seed
from heatgym.races import Contest, Spoken
from heatgym.solo import SHUT, Solo
from heatgym.words import Spelling, Vocabulary, spelling
from tests.engine.heat.redeal import redealt

PLAIN: dict[str, object] = {"track": "usa", "laps": 1, "drivers": 3}
FULL: dict[str, object] = {
    "rules": "rulebook",
    "laps": 1,
    "drivers": ("racer", "legend:red", "racer", "racer"),
    "draft": "rounds",
    "weather": True,
    "roads": True,
    "season": True,
}
SEED = Seed("5e" * 32)


@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.parametrize("options", [PLAIN, FULL], ids=["plain", "full"])
def test_pettingzoo_takes_the_environment(options: dict[str, object]) -> None:
    api_test(heatgym.env(**options), num_cycles=400)
    seed_test(lambda: heatgym.env(**options), num_cycles=40)


@pytest.mark.filterwarnings("ignore:.*A Box observation space m.*imum value is")
def test_gymnasium_takes_the_environment() -> None:
    env = gymnasium.make(heatgym.SOLO, rivals=("cautious", "legend:easy"), laps=1)
    check_env(env.unwrapped, skip_render_check=True)


def test_a_race_of_random_words_ends_with_a_reward_for_each_place() -> None:
    env = heatgym.env(**PLAIN)
    env.reset(seed=3)
    chance = np.random.default_rng(3)
    rewards: dict[str, float] = {}
    for agent in env.agent_iter(20_000):
        seen, reward, over, _, _ = env.last()
        if over:
            rewards[agent] = reward
            env.step(None)
        else:
            env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    assert sorted(rewards.values()) == [-1, 0, 1]


def test_only_the_one_who_is_asked_has_words() -> None:
    env = heatgym.raw_env(**PLAIN)
    env.reset(seed=1)
    masks = {agent: env.observe(agent)["action_mask"].sum() for agent in env.agents}
    assert masks.pop(env.agent_selection) >= 1
    assert set(masks.values()) == {0}


def test_a_word_that_the_mask_shuts_is_refused() -> None:
    env = heatgym.raw_env(**PLAIN)
    env.reset(seed=1)
    shut = int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="shut by the mask"):
        env.step(shut)
    guarded = heatgym.env(**PLAIN)
    guarded.reset(seed=1)
    loser = guarded.agent_selection
    guarded.step(shut)
    assert guarded.terminations[loser]
    assert guarded.rewards[loser] == -1


def test_alone_a_word_that_is_shut_costs_and_changes_nothing() -> None:
    env = Solo(("cautious",), laps=1)
    before, _ = env.reset(seed=1)
    shut = int(np.flatnonzero(before["action_mask"] == 0)[0])
    after, reward, over, cut, info = env.step(shut)
    assert (reward, over, cut, info) == (SHUT, False, False, {"shut": True})
    assert all(np.array_equal(before[name], after[name]) for name in before)


def test_alone_a_race_ends_with_a_place_and_stays_over() -> None:
    env = Solo(("cautious", "racer"), laps=1)
    chance = np.random.default_rng(5)
    seen, _ = env.reset(seed=5)
    over, reward = False, 0.0
    info: dict[str, int] = {}
    while not over:
        assert reward == 0
        seen, reward, over, _, info = env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
    assert {1: 1.0, 2: 0.0, 3: -1.0}[info["place"]] == reward
    assert env.step(0)[1:3] == (0.0, True)


@pytest.mark.parametrize("options", [PLAIN, FULL], ids=["plain", "full"])
def test_what_a_seat_sees_stays_when_all_it_cannot_know_is_dealt_anew(options: dict[str, object]) -> None:
    contest = Contest(**options)  # type: ignore[arg-type] # by name
    spoken = Spoken(contest, SEED)
    dice = Random(4)
    compared = changed = 0
    while (question := spoken.asked()) and compared < 60:
        game, state = contest.game, spoken.race.state
        choices = [one for one in game.legal(state, question.seat) if not isinstance(one, LeaveRace)]
        if dice.randrange(3) == 0:
            other = redealt(game, state, question.seat, dice)
            changed += other != state
            row = contest.flatten(game.view(state, question.seat), ())
            assert np.array_equal(row, contest.flatten(game.view(other, question.seat), ()))
            first, second = (Spelling(contest.vocabulary, game.legal(one, question.seat)) for one in (state, other))
            assert np.array_equal(first.mask(), second.mask())
            compared += 1
        choice = dice.choice(choices)
        assert isinstance(choice, Choice)
        spoken.choose(question, choice)
    assert changed > 20


@pytest.mark.parametrize("options", [PLAIN, FULL], ids=["plain", "full"])
def test_every_choice_can_be_said_and_no_other(options: dict[str, object]) -> None:
    """Each choice of each question is reached by its words, masks open exactly words that lead to a choice."""
    contest = Contest(**options)  # type: ignore[arg-type] # by name
    spoken = Spoken(contest, SEED)
    dice = Random(9)
    kinds = set()
    while question := spoken.asked():
        legal = contest.game.legal(spoken.race.state, question.seat)
        choices = [one for one in legal if isinstance(one, Choice) and not isinstance(one, LeaveRace)]
        wanted = dice.choice(choices)
        said = Spelling(contest.vocabulary, legal)
        while said.choice is None:
            opened = {contest.vocabulary.words[word] for word in np.flatnonzero(said.mask())}
            before = tuple(contest.vocabulary.words[word] for word in said.said)
            through = {words for one in choices if (words := spelling(one))[: len(before)] == before}
            assert opened == {words[len(before)] for words in through}
            assert said.say(said.next_of(wanted))
        assert said.choice == wanted
        kinds.add(type(wanted))
        spoken.choose(question, wanted)
    assert len(kinds) > 4


def test_a_vocabulary_is_of_words_that_differ() -> None:
    contest = Contest(**FULL)  # type: ignore[arg-type] # by name
    words = Vocabulary(contest.game, contest.setup).words
    assert len(set(words)) == len(words)
    assert LeaveRace.__struct_config__.tag not in words


@pytest.mark.parametrize(
    "options",
    [{"track": "nowhere"}, {"rules": "none"}, {"laps": 0}, {"drivers": ("racer", "nobody")}, {"drivers": 99}],
    ids=str,
)
def test_options_that_make_no_race_are_told(options: dict[str, object]) -> None:
    with pytest.raises(Broken):
        heatgym.env(**options)

"""The baselines drive whole races, the shipped network fits what it is for, and training makes one."""

from pathlib import Path

import numpy as np
import pytest

from engine.heat.simulation import let_bots_drive
from engine.kernel import Seed
from heatgym.baselines import BASELINES, shipped
from heatgym.measuring import places
from heatgym.network import Adam, Network
from heatgym.races import Contest
from heatgym.training import train


@pytest.mark.parametrize("name", BASELINES)
def test_a_baseline_drives_a_race_and_again_the_same(name: str) -> None:
    contest = Contest("usa", laps=1, drivers=6)
    rankings = []
    for _ in range(2):
        race = contest.race(Seed("ab" * 32))
        let_bots_drive(race, [BASELINES[name](contest)] * 6)
        rankings.append(contest.game.view(race.state, None).ranking)
    assert rankings[0] == rankings[1]


def test_what_was_learned_beats_chance() -> None:
    drivers = ("racer",) * 6
    contest = Contest("usa", laps=1, drivers=drivers)
    race = contest.race(Seed("cd" * 32))
    let_bots_drive(race, [BASELINES["learned"](contest)] * 3 + [BASELINES["random"](contest)] * 3)
    assert set(contest.game.view(race.state, None).ranking[:3]) == {0, 1, 2}


def test_places_are_those_of_the_first_seat() -> None:
    found = places("random", "cautious", "usa", "standard", 2, 1)
    assert found == [6, 6]


def test_the_slopes_are_those_of_the_loss() -> None:
    """Against differences: the derivative of the loss by some parameters of each array."""
    chance = np.random.default_rng(1)
    network = Network.fresh(5, 7, 4, chance)
    rows = chance.standard_normal((6, 5)).astype(np.float64)
    network.parameters = {name: one.astype(np.float64) for name, one in network.parameters.items()}
    masks = np.ones((6, 4), np.int8)
    masks[:, 3] = 0
    words = chance.integers(0, 3, 6)

    def loss() -> float:
        weights = np.where(masks, network(rows), -1e9)  # type: ignore[arg-type] # finer
        return float(np.mean(np.log(np.exp(weights).sum(axis=1)) - weights[np.arange(6), words]))

    slopes = network.slopes(rows, masks, words)  # type: ignore[arg-type] # finer
    for name, one in network.parameters.items():
        for place in list(np.ndindex(one.shape))[:6]:
            was = one[place]
            one[place] = was + 1e-5
            above = loss()
            one[place] = was - 1e-5
            below = loss()
            one[place] = was
            assert slopes[name][place] == pytest.approx((above - below) / 2e-5, abs=1e-6)


def test_following_the_slopes_learns() -> None:
    chance = np.random.default_rng(2)
    network = Network.fresh(3, 16, 2, chance)
    rows = chance.standard_normal((200, 3)).astype(np.float32)
    words = (rows[:, 0] > rows[:, 1]).astype(np.int64)
    masks = np.ones((200, 2), np.int8)
    optimiser = Adam(network, 0.01)
    for _ in range(200):
        optimiser.follow(network.slopes(rows, masks, words))
    assert np.mean(network(rows).argmax(axis=1) == words) > 0.95


def test_training_writes_a_network_of_the_shipped_shape(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heatgym.training.TRACKS", ("usa",))
    monkeypatch.setattr("heatgym.training.RULES", ("standard",))
    train(2, 1, 1, tmp_path / "one.npz")
    made = Network.read(tmp_path / "one.npz")
    assert {n: one.shape for n, one in made.parameters.items()} == {
        n: one.shape for n, one in shipped().parameters.items()
    }

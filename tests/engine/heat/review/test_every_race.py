"""Every kind of race can be looked back at: both rule sets, drafts, weather, roads, sponsors, events, Legends."""

from typing import Any

import pytest

from engine.heat import RULEBOOK, STANDARD, Heat, Ruleset
from engine.heat.bots.racer import Racer
from engine.heat.review import Decision
from engine.heat.review.decisions import driven
from engine.heat.review.following import Follower
from engine.heat.review.review import judge
from tests.engine.heat.review.kit import SEED, raced

EXPANSIONS = ("heavy_rain", "tunnel_vision")
EVERYTHING: dict[str, Any] = {"weather": True, "roads": True, "season": True, "expansions": EXPANSIONS}
LITTLE = 1
"""The fewest races that there may be."""

STRIDE = 15


def looked_at(drivers: str, rules: Ruleset, modules: dict[str, Any]) -> list[Decision]:
    """Every fifteenth decision of seat 0."""
    record = raced(drivers, rules, **modules)
    game = Heat(record.content)
    follower = Follower(game, Racer(game))
    made = driven(game, record, 0).made[::STRIDE]
    return [decision for one in made if (decision := judge(follower, one, SEED, LITTLE)) is not None]


@pytest.mark.parametrize(
    ("rules", "modules"),
    [
        (STANDARD, {}),
        (STANDARD, {**EVERYTHING, "draft": "rounds", "event": "title_sponsor"}),
        (STANDARD, {**EVERYTHING, "draft": "random", "mulligan": True}),
        (RULEBOOK, {}),
        (RULEBOOK, {**EVERYTHING, "draft": "snake", "event": "going_global"}),
        (RULEBOOK, {**EVERYTHING, "draft": "one"}),
    ],
)
def test_every_kind_of_race_can_be_looked_back_at(rules: Ruleset, modules: dict[str, Any]) -> None:
    row = {"level": "medium", "helmet": "red"}[rules.legend_rows]
    found = looked_at(f"random,racer,legend:{row}", rules, modules)
    assert found
    for decision in found:
        assert decision.chosen.choice not in [one.choice for one in decision.alternatives]
        for one in (decision.chosen, *decision.alternatives):
            assert len(one.places) == 3
            assert sum(one.places) == pytest.approx(1)

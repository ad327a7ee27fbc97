"""Which round decided a race, and what is kept of it."""

import pytest

from races.heat.results.clip import clip_of, decisive_round
from races.models import Race
from tests.races.factories import heat_scene
from tests.races.heat.results.kit import finished_race


@pytest.mark.parametrize(
    ("leaders", "decisive"),
    [
        ([0, 1, 1, 1], 3),  # the lead of the first round held: the finish
        ([0, 1, 2, 1, 1], 3),
        ([1, 1, 1, 0], 3),
        ([0], 0),
    ],
)
def test_the_last_change_of_the_lead_decides(leaders: list[int], decisive: int) -> None:
    assert decisive_round([(leader,) for leader in leaders]) == decisive


@pytest.fixture
def race(db: None) -> Race:
    return finished_race()


def test_a_clip_holds_that_round_and_no_other(race: Race) -> None:
    scene = heat_scene(race)
    clip = clip_of(scene)
    assert clip is not None
    assert [step["look"] for step in clip.steps].count("shift") <= len(scene.seats), "the gears of one round"
    assert clip.steps[0]["look"] == "shift"
    moment = clip.steps[clip.moment]
    assert moment["seat"] == clip.leader
    assert "path" in moment

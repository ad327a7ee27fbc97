"""The pit wall in words and as a chart: every decision with its numbers, and the reasons of those that mattered."""

import re
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from engine.heat import Slipstream
from engine.heat.bots.bot import listed
from engine.heat.review import Decision, Reason
from races.heat.pitwall import words
from races.heat.pitwall.chart import NARROW, WIDE, chart
from races.heat.pitwall.page import context_of
from races.heat.tables import SITE
from races.models import Race
from tests.races.factories import heat_scene, heat_states
from tests.races.heat.pitwall.kit import reviewed, stored, whole_race

pytestmark = pytest.mark.django_db


@pytest.fixture
def race() -> Race:
    return whole_race()


def worse(decision: Decision, reason: Reason = "distance", lost: float = 0.75) -> Decision:
    """The decision as one that gave much away."""
    better = replace(decision.alternatives[0], win=0.9, place=1.2, spin_out=0.05, heat=5.0, distance=14.0)
    chosen = replace(decision.chosen, win=0.35, place=1.95, spin_out=0.4, heat=2.0, distance=9.5)
    return replace(decision, chosen=chosen, alternatives=(better, *decision.alternatives[1:]), lost=lost, reason=reason)


def test_every_decision_has_all_its_numbers(race: Race) -> None:
    review = reviewed(race)
    shown: dict[str, Any] = context_of(heat_scene(race), stored(race))
    assert [one["step"] for one in shown["decisions"]] == [one.step for one in review.decisions]
    for one, decision in zip(shown["decisions"], review.decisions, strict=True):
        assert one["before"] == decision.step - 1
        assert len(one["rows"]) == min(9, 1 + len(decision.alternatives))
        assert [row["chosen"] for row in one["rows"]].count(True) == 1
        assert [row["best"] for row in one["rows"]].count(True) == 1
        assert all(row["win"] and row["place"] and row["choice"] for row in one["rows"])
    assert shown["alone"] == review.total - len(review.decisions)
    fewest = min(one.chosen.races for one in review.decisions)
    assert f"at least {fewest} imagined races" in str(shown["sure"])


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        ("spin_out", "The risk of a spin-out was 40% instead of 5%."),
        ("distance", "It would have gone 4.5 spaces farther in that turn."),
        ("heat", "It would have left 3.0 Heat more in the engine."),
        ("later", "It pays in the rounds after that."),
        ("", ""),
    ],
)
def test_why_another_choice_was_better(race: Race, reason: Reason, sentence: str) -> None:
    assert words.reason(worse(reviewed(race).decisions[0], reason)) == sentence


def test_no_reason_is_without_a_sentence(race: Race) -> None:
    decision = reviewed(race).decisions[0]
    assert {one for one in get_args(Reason) if one} == {
        one for one in get_args(Reason) if words.reason(worse(decision, one))
    }


def test_what_mattered_is_said_with_what_it_gave_away(race: Race) -> None:
    decision = worse(reviewed(race).decisions[1])
    shown: dict[str, Any] = context_of(heat_scene(race), stored(race, mattered=(decision,)))
    (one,) = shown["mattered"]
    assert "gave 0.75 places away on average" in one["sentence"]
    assert "35% to win instead of 90%" in one["sentence"]
    assert one["where"].startswith("Round 1: ")


def test_every_choice_that_can_be_made_has_a_name(race: Race) -> None:
    scene, found = heat_scene(race), set()
    for state in heat_states(race):
        for seat in range(len(state.cars)):
            choices = scene.game.legal(state, seat)
            for choice in listed(choices):
                if type(choice) in SITE.named:
                    name = SITE.named[type(choice)](choice, scene.game.cards)
                    assert name
                    assert "%(" not in name
                    found.add(type(choice))
    assert len(found) >= 6
    assert SITE.named[Slipstream](Slipstream(2), scene.game.cards) == "Slipstream of 2 spaces"


@pytest.mark.parametrize("breadth", [WIDE, NARROW])
def test_the_chart_has_a_point_for_each_decision_and_marks_those_that_mattered(race: Race, breadth: int) -> None:
    review = reviewed(race)
    html = chart(replace(review, mattered=(worse(review.decisions[0]),)), breadth)
    for path in re.findall(r'<path class="chance \w+" d="([^"]+)"', html):
        points = [tuple(map(float, point.split())) for point in path.removeprefix("M").split("L")]
        assert len(points) == len(review.chart)
        assert all(0 <= x <= breadth for x, _y in points)
    assert html.count('class="mattered"') == 1
    assert "Chance to win" in html


def test_one_decision_is_a_point_and_none_is_no_chart(race: Race) -> None:
    review = reviewed(race)
    assert 'class="only"' in chart(replace(review, chart=review.chart[:1], mattered=()))
    assert not chart(replace(review, chart=()))

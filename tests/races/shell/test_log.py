"""The log: by rounds, the newest first, and only what is new."""

import re

import pytest

from engine.heat.moves.leave_race import LeaveRace
from engine.kernel.chance import Seed
from engine.kernel.commands import Withdrawal, command_for
from races import live, scenes
from races.models import Race
from races.shell import log
from tests.races.heat.board.kit import drawn_race, scene_of, shift

pytestmark = pytest.mark.django_db(transaction=True)


def drive_on(race: Race, answers: int) -> None:
    """Answer whatever is asked with the last that is offered, but for leaving."""
    for number in range(answers):
        scene = scenes.load(race.pk)
        question = next(iter(scene.table_game.game.awaiting(scene.state)))
        legal = scene.legal(question.seat)
        choices = [choice for choice in legal if not isinstance(choice, LeaveRace | Withdrawal)]
        live.submit(race.pk, command_for(question, choices[-1], f"on-{scene.version}-{number}"))


def test_rounds_stand_with_the_newest_first() -> None:
    race = drawn_race("ada", "bo", seed=Seed("5eed" * 16))
    drive_on(race, 24)
    scene = scene_of(race)
    rounds = [int(number) for number in re.findall(r'<ol id="log-(\d+)">', log.whole(scene))]
    assert rounds[0] == scene.state.round >= 2
    assert rounds == sorted(rounds, reverse=True)


def lists(html: str) -> dict[int, str]:
    """The lines of a log by round."""
    found = re.findall(r'<ol id="log-(\d+)">(.*?)</ol>', html, re.DOTALL)
    return {int(number): lines.replace("\n", "") for number, lines in found}


def follow(shown: dict[int, str], sent: str) -> dict[int, str]:
    """What a page shows once it was sent news."""
    now = lists(sent) | shown
    for number, lines in re.findall(r'<ol hx-swap-oob="afterbegin:#log-(\d+)">(.*?)</ol>', sent, re.DOTALL):
        now[int(number)] = lines.replace("\n", "") + shown[int(number)]
    return now


def test_news_added_to_the_old_log_are_the_whole_log() -> None:
    race = drawn_race("ada", "bo")
    drive_on(race, 3)
    before = scene_of(race)
    shown = lists(log.whole(before))
    for _ in range(40):
        drive_on(race, 1)
        scene = scene_of(race)
        shown = follow(shown, log.news(scene, before.version))
        assert shown == lists(log.whole(scene))
        before = scene
    assert len(shown) > 3


def test_a_round_of_which_nothing_is_said_yet_has_no_heading() -> None:
    race = drawn_race("ada", "bo")
    before = scene_of(race)
    assert "Round 1" not in log.whole(before)
    shift(race, 0)
    shift(race, 1, gear=2)
    sent = log.news(scene_of(race), before.version)
    assert re.match(r'\s*<div hx-swap-oob="afterbegin:#log-lines"><div><h3 class="round caps">Round 1</h3>', sent)


def test_news_go_to_their_round() -> None:
    race = drawn_race("ada", "bo")
    shift(race, 0)
    shift(race, 1, gear=2)
    before = scene_of(race)
    drive_on(race, 2)
    sent = log.news(scene_of(race), before.version)
    assert re.match(r'\s*<ol hx-swap-oob="afterbegin:#log-1"><li', sent)
    assert 'id="steps"' in sent


def test_without_news_nothing_is_sent() -> None:
    scene = scene_of(drawn_race("ada", "bo"))
    assert log.news(scene, scene.version) == ""


def test_after_a_gap_the_log_is_sent_whole() -> None:
    race = drawn_race("ada", "bo")
    drive_on(race, 4)
    scene = scene_of(race)
    scene.log = scene.log[2:]
    assert 'id="log-lines"' in log.news(scene, 0)

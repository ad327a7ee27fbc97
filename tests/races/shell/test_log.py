"""The log: by rounds, the newest first, and only what is new."""

import re

import pytest

from engine.heat.moves.leave_race import LeaveRace
from engine.kernel.chance import Seed
from engine.kernel.commands import Withdrawal, command_for
from races import live, scenes
from races.models import Race
from races.pages import sentences_of
from races.shell import log
from races.shell.log import grouped
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


def test_news_added_to_the_old_log_are_the_whole_log() -> None:
    race = drawn_race("ada", "bo")
    drive_on(race, 3)
    for _ in range(20):
        before = scene_of(race)
        old = {
            group.round: [line["html"] for line in group.lines]
            for group in grouped(sentences_of(before, before.log), before.state.round)
        }
        drive_on(race, 1)
        scene = scene_of(race)
        new = [entry for entry in scene.log if entry.seq > before.version]
        for group in grouped(sentences_of(scene, new), scene.state.round):
            assert group.whole == (group.round not in old) or not group.lines
            old[group.round] = [line["html"] for line in group.lines] + old.get(group.round, [])
        now = {
            group.round: [line["html"] for line in group.lines]
            for group in grouped(sentences_of(scene, scene.log), scene.state.round)
        }
        assert {number: lines for number, lines in old.items() if lines} == {
            number: lines for number, lines in now.items() if lines
        }


def test_news_go_to_their_round() -> None:
    race = drawn_race("ada", "bo")
    shift(race, 0)
    before = scene_of(race)
    shift(race, 1, gear=2)
    sent = log.news(scene_of(race), before.version)
    assert re.match(r'\s*<ol hx-swap-oob="afterbegin:#log-1"><li data-seat="\d">', sent)
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

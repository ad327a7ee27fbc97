"""What the operator reads while all is well: the lines that docs/OPERATING.md explains, and never a secret."""

import logging
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from pytest_django.fixtures import Settings

from engine.kernel.commands import Question, command_for
from races import changes, live, scenes, sweeper
from races.models import Race
from races.start import Start
from tests.races.factories import SEED, drivers, make_race

GUIDE = Path(__file__).parents[2] / "docs" / "OPERATING.md"
VISITORS = ("visitor-one-8f3a", "visitor-two-77c1")
OURS = ("races", "lobby", "heatsite")


def shape(line: str) -> str:
    """A line without what differs from race to race."""
    return re.sub(r"\d+(\.\d+)?", "N", re.sub(r"\b[B-DF-HJ-NP-TV-Z2-9]{8}\b", "CODE", line))


def explained() -> set[str]:
    """The lines that the guide explains, each in the first cell of a row."""
    return {shape(line) for line in re.findall(r"^\| `(Race [^`]+)` \|", GUIDE.read_text(), re.MULTILINE)}


def asked(race: Race) -> list[Question]:
    scene = scenes.load(race.pk)
    return list(scene.table_game.game.awaiting(scene.state))


def drive_to_the_end(race: Race) -> None:
    while questions := asked(race):
        scene = scenes.load(race.pk)
        choice = scene.table_game.game.legal(scene.state, questions[0].seat)[0]
        assert isinstance(live.submit(race.pk, command_for(questions[0], choice)), live.Accepted)


@pytest.mark.django_db(transaction=True)
def test_every_line_of_a_race_is_explained_and_holds_no_secret(
    caplog: pytest.LogCaptureFixture, settings: Settings
) -> None:
    caplog.set_level(logging.DEBUG)
    settings.SLOW_COMMAND = 0
    bot = Start(name="Bot", colour="teal", number=7, bot="cautious")
    race = make_race(starters=[*drivers(*VISITORS), bot], host=VISITORS[0])
    changes.pause(race.pk)
    changes.pause(race.pk)
    changes.resume(race.pk)
    changes.resume(race.pk)
    changes.hand_over(race.pk, 1, "racer")
    changes.hand_over(race.pk, 1, "")
    sweeper.expire(race.pk, timezone.now() + timedelta(hours=1))  # no player is connected: the clocks stand
    for question, reason in zip(asked(race), ("admin", "bot", "bot"), strict=False):
        live.submit(race.pk, live.stand_in(question, reason))
    drive_to_the_end(race)

    told = [record.getMessage() for record in caplog.records if record.name.startswith(OURS)]
    assert {shape(line) for line in told} <= explained()
    assert all(race.code in line for line in told)
    for secret in (SEED, *VISITORS, *(visitor.title() for visitor in VISITORS)):
        assert not [record for record in caplog.records if secret in record.getMessage()]
    counts = {part: sum(part in line for line in told) for part in ("started", "paused", "goes on", "ended after")}
    assert counts == {"started": 1, "paused": 1, "goes on": 1, "ended after": 1}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("away", [True, False])
def test_a_stand_in_says_why(caplog: pytest.LogCaptureFixture, away: bool) -> None:
    race = make_race(clock=0 if away else 5, grace=5)
    now = timezone.now()
    race.seats.update(seen=now + timedelta(seconds=60))
    if away:
        with changes.change(race.pk) as row:
            row.absent[0] = 0
    sweeper.expire(race.pk, now + timedelta(seconds=61))
    reason = "the driver has been away for too long" if away else "the time to answer was over"
    assert f"Race {race.code}: a stand-in answered for seat 0, {reason}" in caplog.messages


def test_the_guide_explains_no_line_that_is_not_written() -> None:
    text = (Path(live.__file__).parent / "operator_log.py").read_text()
    for line in explained():
        for word in re.findall(r"[a-z]{3,}", line):
            assert word in text or word in {"standard", "racer", "cautious", "driver", "drivers", "bot", "legend"}


@pytest.mark.django_db
def test_a_quick_command_is_not_told(caplog: pytest.LogCaptureFixture, settings: Settings) -> None:
    settings.SLOW_COMMAND = 3_600_000
    race = make_race()
    live.submit(race.pk, live.stand_in(asked(race)[0], "admin"))
    assert not [line for line in caplog.messages if "slow" in line]

"""Short chaos runs, and one on a site with a planted fault, which they must find. `python -m tests.chaos` runs more."""

import pytest

from tests import forks
from tests.chaos.run import run
from tests.chaos.screen import Screen

PLANTED = "tests.chaos.planted:application"


@pytest.mark.parametrize(("services", "kills"), [(False, 3), (True, 5)], ids=["sqlite", "services"])
def test_nothing_that_was_acknowledged_is_lost(services: bool, kills: int) -> None:
    others = ("hold", "drop", "redis", "redis_hangs", "postgres_crash") if services else ("hold", "drop")
    report = run("everyday", services=services, kills=kills, races=50, others=others, start=forks.start)
    assert not report.wrong, report.wrong
    assert report.kills >= kills
    assert report.acknowledged > report.races
    assert report.checks > report.acknowledged


def test_an_acknowledgement_before_the_commit_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.chaos.run.PATIENCE", 5.0)  # races whose answers were lost never go on
    report = run("planted", services=False, kills=2, races=10, application=PLANTED, start=forks.start)
    assert any("is stored 0 times" in wrong for wrong in report.wrong), report.wrong


def test_a_screen_that_is_not_the_truth_is_found() -> None:
    shown, truth = Screen(), Screen()
    for screen in (shown, truth):
        screen.show(
            '<div id="a">one <b id="b">two</b></div><div id="log-lines"><ol id="log-1"><li>begin</li></ol></div>'
        )
    assert not shown.differs(truth)
    truth.show('<b id="b">three</b><ol hx-swap-oob="afterbegin:#log-1"><li>go</li></ol>')
    b, log = shown.differs(truth)
    assert b.startswith("b: ")
    assert log.startswith("log: ")
    shown.show('<b id="b">three</b>')
    assert [wrong.partition(":")[0] for wrong in shown.differs(truth)] == ["log"]


def test_a_screen_has_the_lines_of_two_rounds_that_come_together_as_a_page_has_them() -> None:
    shown, truth = Screen(), Screen()
    shown.show('<div id="log-lines"><ol id="log-1"><li>begin</li></ol></div>')
    shown.show(
        '<ol hx-swap-oob="afterbegin:#log-1"><li>go</li></ol>'
        '<div hx-swap-oob="afterbegin:#log-lines"><ol id="log-2"><li>faster</li><li>fast</li></ol></div>'
    )
    truth.show(
        '<div id="log-lines"><ol id="log-2"><li>faster</li><li>fast</li></ol>'
        '<ol id="log-1"><li>go</li><li>begin</li></ol></div>'
    )
    assert not shown.differs(truth)

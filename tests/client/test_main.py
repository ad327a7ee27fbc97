"""The client's command line: where the token comes from, and what is said at the end."""

import io
from typing import Any

import pytest

from client import Finish, TurnedAway, __main__

RACE = "http://heat.example/races/BCDFGHJK/"


@pytest.fixture
def driven(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What drivers were made with; none of them really drives."""
    made: list[dict[str, Any]] = []

    class Parked:
        def __init__(self, race: str, token: str, **given: object) -> None:
            if not race.startswith("http"):
                raise ValueError("no race")
            made.append({"race": race, "token": token, **given})

        async def play(self) -> Finish:
            if made[-1]["token"] == "old":
                raise TurnedAway(4401)
            return Finish((2, 1), 0, "/races/BCDFGHJK/record/")

    monkeypatch.setattr(__main__, "Program", Parked)
    monkeypatch.setenv(__main__.TOKEN, "")
    return made


def test_the_token_comes_from_the_environment(
    driven: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(__main__.TOKEN, "abc1")
    assert __main__.main([RACE, "--bot", "cautious", "--think", "0.5"]) == 0
    assert (driven[0]["token"], driven[0]["bot"], driven[0]["think"]) == ("abc1", "cautious", 0.5)
    assert "Finished in place 2 of 2" in capsys.readouterr().out


def test_the_token_can_be_piped_in(driven: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("abc1\n"))
    assert __main__.main([RACE]) == 0
    assert driven[0]["token"] == "abc1"


def test_it_says_why_it_was_turned_away(
    driven: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(__main__.TOKEN, "old")
    assert __main__.main([RACE]) == 1
    assert "taken back" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "token"), [([RACE], "a b"), ([RACE], ""), (["nowhere"], "abc1"), ([RACE, "--bot", "nobody"], "abc1")]
)
def test_wrong_words_are_told(
    driven: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, words: list[str], token: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(token))
    with pytest.raises(SystemExit) as end:
        __main__.main(words)
    assert end.value.code == 2
    assert not driven

"""The ladder of bots: what it drives, what it keeps, how it rates."""

from pathlib import Path

import pytest

from engine.cli.options import chosen_seed
from tests.load import bot_ladder
from tests.load.bot_ladder import Outcome, Pairing, driven, pairings, ratings, wins

SEED = chosen_seed("7")


def outcomes(first: str, second: str, won: int, deals: int = 20) -> list[Outcome]:
    """So many deals, of which the first bot wins both races of `won` and loses both of the others."""
    return [
        Outcome(Pairing((first, second), "usa", "standard", SEED, deal), (0, 0) if deal < won else (1, 1))
        for deal in range(deals)
    ]


def test_every_bot_meets_every_other_everywhere() -> None:
    found = pairings(("a", "b", "c"), ("usa", "italia"), ("standard",), 2, SEED)
    assert len(found) == len(set(found)) == 3 * 2 * 2
    assert {one.drivers for one in found[:3]} == {("a", "b"), ("a", "c"), ("b", "c")}


def test_who_wins_more_stands_higher_and_intervals_are_told() -> None:
    found = ratings([*outcomes("a", "b", 15), *outcomes("b", "c", 16), *outcomes("a", "c", 19)], ("c", "b", "a"))
    assert [one.driver for one in found] == ["a", "b", "c"]
    assert all(one.low < one.rating < one.high for one in found)


def test_equals_cannot_be_told_apart() -> None:
    first, second = ratings(outcomes("a", "b", 10), ("a", "b"))
    assert first.low < second.rating
    assert second.high > first.rating


def test_more_races_narrow_the_interval() -> None:
    few, many = (ratings(outcomes("a", "b", 3 * deals // 4, deals), ("a", "b"))[0] for deals in (12, 240))
    assert many.high - many.low < few.high - few.low


def test_shares_are_those_of_either_side() -> None:
    found = outcomes("a", "b", 15)
    assert wins(found, "a", "b").startswith("75.0 (")
    assert wins(found, "b", "a").startswith("25.0 (")
    assert wins(found, "a", "a") == "–"


def test_races_that_are_kept_are_not_driven_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = tmp_path / "races.jsonl"
    wanted = pairings(("random", "cautious"), ("usa",), ("standard",), 2, SEED)
    first = list(driven(wanted[:1], keep, 1))
    assert first[0].winners == (1, 1)
    drove = []

    def drive(pairing: Pairing) -> Outcome:
        drove.append(pairing)
        return Outcome(pairing, (0, 1))

    monkeypatch.setattr(bot_ladder, "drive", drive)
    assert list(driven(wanted, keep, 1)) == [*first, Outcome(wanted[1], (0, 1))]
    assert drove == wanted[1:]
    assert list(driven(wanted, keep, 1)) == [*first, Outcome(wanted[1], (0, 1))]
    assert drove == wanted[1:]

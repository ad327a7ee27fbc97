"""Golden championships, which change only on purpose (`make golden`)."""

from itertools import zip_longest

import pytest

from engine.heat import RULESETS
from engine.heat.season import champion, read_season, standings, verify_season
from engine.kernel import encode
from tests.engine.heat.golden import seasons


@pytest.mark.parametrize("one", seasons.CHAMPIONSHIPS, ids=lambda one: one.name)
def test_golden_championship(one: seasons.Championship) -> None:
    assert one.path.exists(), "there is no golden championship; `make golden` makes it"
    kept = one.path.read_text(encoding="utf-8").splitlines()
    for line, (was, now) in enumerate(zip_longest(kept, seasons.golden(one).splitlines())):
        race = next((text.split()[0] for text in reversed(kept[1 : line + 1]) if text[0].isdigit()), "1")
        assert now == was, f"{one.path.name}: the first difference is in race {race}"


def test_golden_championships_are_one_for_each_rule_set() -> None:
    assert {path.stem for path in seasons.HERE.glob("*.txt")} == {one.name for one in seasons.CHAMPIONSHIPS}
    assert {one.rules for one in seasons.CHAMPIONSHIPS} == set(RULESETS)


@pytest.mark.parametrize("one", seasons.CHAMPIONSHIPS, ids=lambda one: one.name)
def test_golden_championship_verifies_and_has_a_champion(one: seasons.Championship) -> None:
    run, _ = seasons.championship(one)
    season = verify_season(read_season(encode(run.record("0"))))
    assert encode(season) == encode(run.season)
    assert champion(season) == standings(season)[0].seat

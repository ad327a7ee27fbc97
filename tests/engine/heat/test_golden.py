"""Golden races, which change only on purpose (`make golden`), and recorded races, which must fold for ever."""

from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

import engine
from engine.heat import RULESETS, Heat, all_tracks, read_record
from engine.heat.notation import read_record_text, write_record
from engine.heat.rules import DRAFTS
from engine.kernel import encode, fold, replay, verify
from tests.engine.heat.golden import make

COMBINATIONS = make.combinations()
KEPT = sorted(make.RECORDS.glob("*.json"))


@pytest.mark.parametrize("one", COMBINATIONS, ids=lambda one: one.path.stem)
def test_golden_race(one: make.Combination) -> None:
    assert one.path.exists(), "there is no golden race; `make golden` makes it"
    kept = one.path.read_text(encoding="utf-8").splitlines()
    for line, (was, now) in enumerate(zip_longest(kept, make.golden(one).splitlines())):
        step = next((text.split()[0] for text in reversed(kept[1 : line + 1]) if text[0].isdigit()), "0")
        assert now == was, f"{one.path.name}: the first difference is at step {step}"


def test_golden_races_are_one_for_each_track_and_rule_set() -> None:
    assert {path.stem for path in make.HERE.glob("*.txt")} == {one.path.stem for one in COMBINATIONS}
    plain = [one for one in COMBINATIONS if not one.modules]
    for track in all_tracks():
        assert {bool(one.mix.legends) for one in plain if one.track == track} == {True, False}
    for rules in RULESETS:
        assert {one.mix.name for one in plain if one.rules == rules} == {mix.name for mix in make.MIXES}


def test_golden_races_with_modules_have_every_draft_and_module() -> None:
    options = [one.mix.options for one in COMBINATIONS if one.modules]
    assert {option.get("draft", "") for option in options} == set(DRAFTS)
    for module in ("weather", "roads", "season", "event", "expansions", "tiers"):
        assert any(option.get(module) for option in options), module
    for rules in RULESETS:
        assert any(one.modules and one.rules == rules for one in COMBINATIONS)


def test_golden_races_with_modules_show_what_modules_do() -> None:
    """If a kind of event is in none of them, they guard less than they seem to."""
    told = "".join(one.path.read_text(encoding="utf-8") for one in COMBINATIONS if one.modules)
    for words in (
        *("picks", "gives back", "swaps", "{weather", "{roads", "{deal", "sponsors event", "sponsors press"),
        *("paid", "forgoes", "{scrap", "reduced", "supercooled", "salvaged", "direct", "accelerates", "drafts"),
        *("0 spent sp", "refreshed", "lost Heat", "overheat", "uncounted", "again", "sector"),
    ):
        assert words in told, words


def test_golden_races_stay_small() -> None:
    assert sum(path.stat().st_size for path in make.HERE.glob("*.txt")) < 1_500_000


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_recorded_race_folds_for_ever(path: Path) -> None:
    record = read_record(path.read_bytes())
    game: Any = Heat(record.content)
    *_, state = replay(game, record.entries)
    kept = dict(line.split() for line in (make.RECORDS / make.DIGESTS).read_text(encoding="utf-8").splitlines())
    assert make.digest(state) == kept[path.name]
    assert fold(game, [event for entry in record.entries for event in entry.events]) == state
    assert game.problems(state) == ()
    assert encode(record) == path.read_bytes()


@pytest.mark.parametrize("path", [path for path in KEPT if path.name.startswith(f"{engine.__version__}-")])
def test_recorded_race_of_this_version_plays_again(path: Path) -> None:
    record = read_record(path.read_bytes())
    game: Any = Heat(record.content)
    verify(game, record)
    assert read_record_text(write_record(record)) == record


def test_recorded_races_are_there() -> None:
    """At least those of this version, and a digest for each."""
    names = {line.split()[0] for line in (make.RECORDS / make.DIGESTS).read_text(encoding="utf-8").splitlines()}
    assert names == {path.name for path in KEPT}
    assert {f"{engine.__version__}-{name}.json" for name, _ in make.records()} <= names

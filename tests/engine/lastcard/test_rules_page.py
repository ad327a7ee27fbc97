"""docs/rules/lastcard.md is complete: every clause has a test, and every test of a clause is there."""

import re
from pathlib import Path

import pytest

from engine.lastcard.judging import SENTENCES
from engine.lastcard.state import Setup

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs/rules/lastcard.md").read_text(encoding="utf-8")
SOURCES = {path: path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("test_*.py"))}
ROWS = re.findall(r"^\| (LC-\d\d|U\d+|P\.\d+) \| (.+?) \| (.+?) \|$", PAGE, re.MULTILINE)
PROVING = [path for path in SOURCES if path.stem in ("test_clauses", "test_readings")]


def named(cell: str) -> list[str]:
    return re.findall(r"`(test_\w+)`", cell)


def clause_tests(*paths: Path) -> list[str]:
    return [name for path in paths for name in re.findall(r"^def (test_\w+)", SOURCES[path], re.MULTILINE)]


def test_every_id_is_there_once_and_in_order() -> None:
    ids = [row[0] for row in ROWS]
    assert ids[:30] == [f"LC-{number:02}" for number in range(1, 31)]
    assert ids[30:44] == [f"U{number}" for number in range(1, 15)]
    assert len(ids) == len(set(ids)) > 50


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_clause_names_tests_that_bear_its_id(row: tuple[str, str, str]) -> None:
    clause, says, cell = row
    prefix = {"L": f"test_lc_{clause[3:]}_", "U": f"test_u{clause[1:]}_", "P": "test_"}[clause[0]]
    assert says
    assert named(cell)
    assert all(name.startswith(prefix) for name in named(cell))


def test_every_test_of_a_clause_is_on_the_page_and_every_test_on_the_page_exists() -> None:
    listed = [name for row in ROWS for name in named(row[2])]
    assert sorted(listed) == sorted(clause_tests(*PROVING))


def test_every_setting_is_on_the_page() -> None:
    section = PAGE.partition("## Settings")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)`", section, re.MULTILINE) == list(Setup.__struct_fields__)


@pytest.mark.parametrize("code", SENTENCES)
def test_every_refusal_is_proved(code: str) -> None:
    assert any(f'"{code}"' in SOURCES[path] for path in PROVING)
    assert f"`{code}`" in PAGE

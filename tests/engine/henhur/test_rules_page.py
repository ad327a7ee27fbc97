"""docs/rules/henhur.md is complete: every point and every reading has a test, and every test of one is there."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from engine.henhur import SENTENCES

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs/rules/henhur.md"
CLAUSES = [f"HEN-{number:02}" for number in range(1, 49)] + [f"H{number}" for number in range(1, 18)]


@cache
def rows() -> tuple[tuple[str, str, str], ...]:
    """Clause, what it says, and its tests, of every row of the tables that end with tests."""
    found = re.findall(r"^\| (HEN-\d\d|H\d+) \| (.*?) \| (.*?) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    return tuple(found)


@cache
def clause_tests() -> frozenset[str]:
    """The names of all tests of clauses, wherever in the tests of this game they are."""
    paths = [path for path in (ROOT / "tests").rglob("test_*.py") if "henhur" in path.as_posix()]
    return frozenset(
        node.name
        for path in paths
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and re.match(r"test_(hen_\d\d|h\d+)_", node.name)
    )


def prefix(clause: str) -> str:
    return f"test_{clause.lower().replace('-', '_')}_"


def test_every_point_and_every_reading_is_on_the_page_once() -> None:
    assert [clause for clause, _, _ in rows()] == CLAUSES
    assert all(text for _, text, _ in rows())


@pytest.mark.parametrize("clause", CLAUSES)
def test_the_row_of_a_clause_names_its_tests_and_no_others(clause: str) -> None:
    (cell,) = (cell for one, _, cell in rows() if one == clause)
    named = re.findall(r"`(test_\w+)`", cell)
    assert named
    assert set(named) == {name for name in clause_tests() if name.startswith(prefix(clause))}


def test_every_refusal_is_on_the_page() -> None:
    section = PAGE.read_text(encoding="utf-8").partition("## Refusals")[2]
    assert re.findall(r"^\| `(\w+)`", section, re.MULTILINE) == list(SENTENCES)

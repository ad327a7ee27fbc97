"""docs/RULES.md is complete: every clause has a test, every test of a clause is there, every refusal is proved."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from engine.heat import Ruleset
from engine.heat.tables import SHIPPED
from engine.kernel import SENTENCES as KERNEL_SENTENCES

ROOT = Path(__file__).parent.parent
CLAUSE = re.compile(r"[A-Z]+\d*\.\d+")
OF_A_CLAUSE = ("test_std_", "test_rb_", "test_reading_")
REFUSALS = (*KERNEL_SENTENCES, *SHIPPED.sentences)


@cache
def page() -> str:
    return (ROOT / "docs/RULES.md").read_text(encoding="utf-8")


@cache
def rows() -> tuple[tuple[str, ...], ...]:
    """The rows of every table whose last column holds tests, by cell."""
    found: list[tuple[str, ...]] = []
    inside = False
    for line in page().splitlines():
        cells = tuple(cell.strip() for cell in line.strip().strip("|").split("|"))
        if not line.startswith("|"):
            inside = False
        elif cells[-1] == "tests":
            inside = True
        elif inside and set(line) - set("|-: "):
            found.append(cells)
    return tuple(found)


def named(cell: str) -> list[str]:
    return re.findall(r"`(test_\w+)`", cell)


@cache
def sources() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "tests").rglob("test_*.py"))}


@cache
def engine_tests() -> tuple[str, ...]:
    """The names of all tests of the engine."""
    return tuple(
        node.name
        for path, tree in sources().items()
        if path.is_relative_to(ROOT / "tests/engine")
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


@cache
def asserted() -> frozenset[str]:
    """Every text that an assertion of a test compares with, or that a test is given as a case."""
    return frozenset(
        leaf.value
        for path, tree in sources().items()
        if path != Path(__file__)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in (*function.decorator_list, *(one for one in ast.walk(function) if isinstance(one, ast.Assert)))
        for leaf in ast.walk(node)
        if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str)
    )


def test_the_page_has_clauses() -> None:
    assert len(rows()) > 50


def test_every_row_has_a_clause_what_it_says_and_a_test() -> None:
    bad = [row for row in rows() if len(row) != 3 or not row[1] or not named(row[-1])]
    assert not bad, bad


def test_clause_ids_are_unique() -> None:
    ids = [row[0] for row in rows()]
    assert not [one for one in ids if not CLAUSE.fullmatch(one)]
    assert not [one for one, times in Counter(ids).items() if times > 1]


def test_every_test_on_the_page_exists() -> None:
    missing = set(named(page())) - set(engine_tests())
    assert not missing, sorted(missing)


def test_every_test_of_a_clause_is_on_the_page() -> None:
    listed = {name for row in rows() for name in named(row[-1])}
    missing = {name for name in engine_tests() if name.startswith(OF_A_CLAUSE)} - listed
    assert not missing, sorted(missing)


def test_no_two_tests_of_clauses_share_a_name() -> None:
    twice = [name for name, times in Counter(engine_tests()).items() if times > 1 and name.startswith(OF_A_CLAUSE)]
    assert not twice, twice


def test_every_field_of_a_rule_set_is_on_the_page() -> None:
    section = page().partition("## The rule sets")[2].partition("\n## ")[0]
    fields = re.findall(r"^\| `(\w+)`", section, re.MULTILINE)
    assert fields == list(Ruleset.__struct_fields__)


@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_is_proved(code: str) -> None:
    assert code in asserted(), f"no test asserts the refusal {code!r}"

"""Whatever tests start has an environment that every machine has; else they pass on one machine only."""

import ast
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests import forks
from tests.environment import KEPT, bare

ROOT = Path(__file__).parents[1]
TESTS = sorted((ROOT / "tests").rglob("*.py"))
STARTS = {"run", "Popen", "check_call", "check_output", "call"}
COPIES = {"copy", "items", "values"}
OWN = {"tests/environment.py", "tests/forks.py", "tests/test_environment.py"}
"""What makes the environment of a process, and what tests it."""


def calls_without_env(tree: ast.AST) -> Iterator[int]:
    """Yield the lines on which a process is started in the environment of the tests themselves."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "subprocess"
            and node.func.attr in STARTS
            and not any(given.arg == "env" for given in node.keywords)
        ):
            yield node.lineno


def copies_of_environment(tree: ast.AST) -> Iterator[int]:
    """Yield the lines that take over the whole environment. One variable of it may be read by its name."""
    for parent in ast.walk(tree):
        for node in ast.iter_child_nodes(parent):
            if not (isinstance(node, ast.Attribute) and ast.unparse(node) in {"os.environ", "os.environb"}):
                continue
            by_name = isinstance(parent, ast.Subscript) or (
                isinstance(parent, ast.Attribute) and parent.attr not in COPIES
            )
            if not by_name and not (isinstance(parent, ast.Call) and parent.func is not node and _patches(parent)):
                yield node.lineno


def _patches(call: ast.Call) -> bool:
    """Return whether a call is `mock.patch.dict(os.environ, NAME=...)`."""
    return isinstance(call.func, ast.Attribute) and call.func.attr == "dict"


@pytest.mark.parametrize("find", [calls_without_env, copies_of_environment])
def test_no_test_passes_its_own_environment_on(find: Callable[[ast.AST], Iterator[int]]) -> None:
    found = {
        str(path.relative_to(ROOT)): lines
        for path in TESTS
        if str(path.relative_to(ROOT)) not in OWN and (lines := list(find(ast.parse(path.read_text()))))
    }
    assert not found


BAD = """
subprocess.run(words)
subprocess.Popen(words, env={**os.environ, "A": "1"})
subprocess.Popen(words, env=os.environ | {"A": "1"})
forks.run(words, dict(os.environ))
forks.run(words, {name: value for name, value in os.environ.items()})
"""
GOOD = """
subprocess.run(words, env=bare())
os.environ["A"]
os.environ.get("A")
os.environ.setdefault("A", "1")
"""


def test_what_is_looked_for_is_found() -> None:
    assert list(calls_without_env(ast.parse(BAD))) == [2]
    assert sorted(copies_of_environment(ast.parse(BAD))) == [3, 4, 5, 6]
    assert not [*calls_without_env(ast.parse(GOOD)), *copies_of_environment(ast.parse(GOOD))]


@pytest.mark.parametrize("start", [forks.start, forks.start_anew])
def test_a_process_of_the_tests_has_nothing_else(
    start: Callable[..., forks.Process], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    monkeypatch.setenv("HEATSITE_LOG", "ERROR")
    told = tmp_path / "told"
    with told.open("w") as out:
        words = ["-c", "import os; print(*sorted(os.environ))"]
        start(words, bare(HEATSITE_DB="here"), out=out).wait()
    # Python itself sets LC_CTYPE where the language has no encoding.
    allowed = {*KEPT, "HEATSITE_BOT_NICENESS", "HEATSITE_DB", "LC_CTYPE"}
    assert {"PATH", "HEATSITE_DB"} <= set(told.read_text().split()) <= allowed


def test_ci_runs_the_checks_with_nothing_else(tmp_path: Path) -> None:
    """Here a script stands in for make, and writes down what it was given."""
    make = tmp_path / "make"
    make.write_text(f"#!/bin/sh\necho $* >{tmp_path}/words\n/usr/bin/env >{tmp_path}/env\n")
    make.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    env = bare(PATH=path, PYTHONUNBUFFERED="1", HEATSITE_LOG="ERROR", PIP_INDEX_URL="here", SHELL="/bin/zsh")
    subprocess.run(["sh", str(ROOT / ".ci/run")], check=True, env=env)
    assert (tmp_path / "words").read_text() == "test\n"
    given = dict(line.split("=", 1) for line in (tmp_path / "env").read_text().splitlines())
    of_the_shell = {"PWD", "OLDPWD", "SHLVL", "_"}
    assert set(given) - of_the_shell == {name for name in KEPT if name in os.environ} | {"CI", "PIP_INDEX_URL"}


def test_a_line_of_the_log_is_there_when_it_is_written(tmp_path: Path) -> None:
    """The process ends by a signal; what Python still keeps would be lost."""
    code = (
        "import os, signal\nfrom heatsite.logs import write_lines_at_once\nwrite_lines_at_once()\n"
        "print('a line')\nos.kill(os.getpid(), signal.SIGKILL)"
    )
    log = tmp_path / "log"
    with log.open("w") as out:
        subprocess.run([sys.executable, "-c", code], stdout=out, env=bare(), cwd=ROOT, check=False)
    assert log.read_text() == "a line\n"

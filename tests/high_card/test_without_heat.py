"""High Card needs nothing of Heat: its tests are green in a copy of the site from which Heat was taken away."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.environment import bare

ROOT = Path(__file__).parents[2]
COPIED = (
    "engine",
    "races",
    "lobby",
    "operating",
    "heatsite",
    "templates",
    "static",
    "manage.py",
    "pyproject.toml",
    "tests",
)
HEAT = (
    *("engine/heat", "engine/cli", "races/heat", "lobby/games/heat", "templates/races/heat", "templates/lobby/heat"),
    *("races/management/commands/draw_tracks.py", "races/management/commands/make_fixtures.py"),
    *("static/js/heat", "static/css/heat"),
    *("tests/engine/heat", "tests/engine/cli"),
    *(f"tests/{room}" for room in ("client", "e2e", "heatsite", "load", "lobby", "races", "services")),
)
"""Heat's parts, and tests of the site as it is with Heat."""
LISTS = {"races/registry.py": "GAMES", "lobby/games/__init__.py": "OFFERS"}
"""Where the site names its games, and in which list."""


def copy_without_heat(place: Path) -> None:
    def left_out(folder: str, names: list[str]) -> set[str]:
        inside = Path(folder).relative_to(ROOT).as_posix()
        return {"__pycache__", "fonts", *(name for name in names if f"{inside}/{name}" in HEAT)}

    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, place / name, ignore=left_out)
        else:
            shutil.copy(ROOT / name, place / name)
    for name, games in LISTS.items():
        text = (place / name).read_text(encoding="utf-8")
        text, found = re.subn(rf"^({games}: dict\[str, str\] = ){{[^}}]*}}", r"\1{}", text, flags=re.MULTILINE)
        assert found == 1, f"{name} names its games otherwise"
        (place / name).write_text(text, encoding="utf-8")


def test_its_tests_are_green_in_a_copy_without_heat(tmp_path: Path) -> None:
    copy_without_heat(tmp_path)
    assert not [path for path in tmp_path.rglob("heat") if path.is_dir()]
    tests = [str(path.relative_to(tmp_path)) for path in (tmp_path / "tests/high_card").glob("test_*.py")]
    tests.remove(f"tests/high_card/{Path(__file__).name}")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests],
        cwd=tmp_path,
        env=bare(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert " passed" in done.stdout

"""The house itself: arrows between rooms, what the engine must not touch, and that the papers tell the truth."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

import engine
from tests.environment import bare

ROOT = Path(__file__).parent.parent

ENGINE = {"engine", "msgspec"}
ROOMS = {"client", "engine", "heatgym", "races", "lobby", "operating", "heatsite", "tests"}
NO_GAMES = {"cli", "kernel"}
GAMES = sorted(path.parent.name for path in ROOT.glob("engine/*/__init__.py") if path.parent.name not in NO_GAMES)
MAY_USE: dict[str, set[str]] = {  # room → what it may import of ours
    "engine/kernel": {"engine.kernel"},
    **{f"engine/{game}": {"engine.kernel", f"engine.{game}"} for game in GAMES},
    "engine": {"engine"},
    "client": {"client", "engine"},
    "heatgym": {"engine", "heatgym"},
    "races": {"engine", "races"},
    "lobby": {"engine", "races", "lobby"},
    "operating": {"engine", "races", "lobby", "operating"},
    "heatsite": {"engine", "races", "lobby", "operating", "heatsite"},
}
COMMAND_LINE = ("engine/__main__.py", "engine/cli/")
OUTSIDE_WORLD = {  # clocks, global randomness, and what else would make two runs differ
    *("asyncio", "calendar", "datetime", "multiprocessing", "os", "random", "secrets", "socket", "subprocess"),
    *("tempfile", "threading", "time", "uuid"),
}

PAPERS = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
LOCKS = [ROOT / "requirements.txt", ROOT / "requirements-dev.txt"]
SKIPPED = {"__pycache__", "build", "dist", "node_modules", "staticfiles"}


def project_files(folder: Path = ROOT) -> Iterator[Path]:
    """Every file of ours: dot folders but `.ci` are other tools', and so is what can be made again."""
    for path in sorted(folder.iterdir()):
        if ".sqlite3" in path.name or path.name == ".git":
            continue  # a database, perhaps of another test, and gone in a moment; where a worktree's history lies
        if path.is_file():
            yield path
        elif path.name == ".ci" or not (
            path.name.startswith(".") or path.name in SKIPPED or path.suffix == ".egg-info"
        ):
            yield from project_files(path)


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def sources(room: str) -> list[Path]:
    return [path for path in project_files() if path.suffix == ".py" and place(path).startswith(f"{room}/")]


@cache
def imports(path: Path) -> tuple[str, ...]:
    """The full dotted names that a file imports, wherever in it that is."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{place(path)}:{node.lineno}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def within(name: str, packages: set[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


@pytest.mark.parametrize("room", MAY_USE)
def test_arrows_point_one_way(room: str) -> None:
    against = [
        f"{place(path)} imports {name}"
        for path in sources(room)
        for name in imports(path)
        if within(name, ROOMS) and not within(name, MAY_USE[room])
    ]
    assert not against


def imported_modules(path: Path, modules: dict[str, Path]) -> set[str]:
    """The modules among these that a file imports, wherever in it that is: at its top, in functions, for typing."""
    found = set()
    for name in imports(path):
        if name in modules:
            found.add(name)
        elif (parent := name.rpartition(".")[0]) in modules:
            found.add(parent)
    return found


def module_paths(*rooms: str) -> dict[str, Path]:
    """Every module of these rooms by its dotted name; a package by the name of its folder."""
    paths = [path for room in rooms for path in sources(room)]
    return {place(path).removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in paths}


def packages_of(module: str, modules: dict[str, Path]) -> set[str]:
    """The packages around a module: whatever imports it runs their `__init__` first."""
    parts = module.split(".")
    return {".".join(parts[:end]) for end in range(1, len(parts))} & modules.keys()


def way_to(graph: dict[str, set[str]], start: str, goals: set[str]) -> list[str]:
    """The shortest way from a module to one of these; empty if there is none."""
    before = {start: ""}
    queue = [start]
    for module in queue:
        if module in goals:
            way = [module]
            while before[way[-1]]:
                way.append(before[way[-1]])
            return way[::-1]
        for further in sorted(graph[module] - before.keys()):
            before[further] = module
            queue.append(further)
    return []


def way_back(graph: dict[str, set[str]], start: str) -> list[str]:
    """The shortest way from a module to itself; empty if there is none."""
    before = dict.fromkeys(graph[start], start)
    queue = sorted(before)
    for module in queue:
        if module == start:
            way = [start, before[start]]
            while way[-1] != start:
                way.append(before[way[-1]])
            return way[::-1]
        for further in sorted(graph[module] - before.keys()):
            before[further] = module
            queue.append(further)
    return []


@pytest.mark.parametrize("room", ["engine", "races", "lobby", "operating"])
def test_no_module_imports_itself_in_the_end(room: str) -> None:
    """Imports for typing and imports inside functions count. A package's `__init__` counts where it is named."""
    modules = module_paths(room)
    graph = {name: imported_modules(path, modules) for name, path in modules.items()}
    assert len(graph) > 5
    ways: list[list[str]] = [way for name in sorted(graph) if (way := way_back(graph, name))]
    assert not ways, "the shortest cycle: " + " → ".join(min((len(way), way) for way in ways)[1])


def test_engine_needs_only_the_standard_library_and_msgspec() -> None:
    allowed = ENGINE | sys.stdlib_module_names
    foreign = [f"{place(p)} imports {n}" for p in sources("engine") for n in imports(p) if not within(n, allowed)]
    assert not foreign


def test_engine_reads_no_clock_and_no_global_randomness() -> None:
    touched = [
        f"{place(path)} imports {name}"
        for path in sources("engine")
        if not place(path).startswith(COMMAND_LINE)
        for name in imports(path)
        if within(name, OUTSIDE_WORLD)
    ]
    assert not touched


def test_engine_installs_with_its_data() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["engine"]
    others = [path.relative_to(ROOT / "engine").as_posix() for path in project_files(ROOT / "engine")]
    lost = [name for name in others if not name.endswith(".py") and not any(fnmatch(name, p) for p in patterns)]
    assert not lost
    assert "py.typed" in others


def test_environments_install_with_their_data() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["heatgym"]
    others = [path.relative_to(ROOT / "heatgym").as_posix() for path in project_files(ROOT / "heatgym")]
    data = [name for name in others if not name.endswith(".py")]
    assert sorted(data) == ["data/learned.npz", "py.typed"]
    assert all(any(fnmatch(name, pattern) for pattern in patterns) for name in data)


def test_engine_has_a_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", engine.__version__)


# Besides its packages, its entry points: commands that are called by name and lie where Django looks for them.
A_GAME_S_OWN = {
    "heat": (
        *("engine.heat", "races.heat", "lobby.games.heat"),
        *("races.management.commands.draw_tracks", "races.management.commands.find_lessons"),
        "races.management.commands.make_fixtures",
    ),
    "lastcard": ("engine.lastcard", "races.lastcard", "lobby.games.lastcard"),
    "henhur": ("engine.henhur", "races.henhur", "lobby.games.henhur"),
}
"""By game the modules that are its own. All others of `races` and `lobby` know no game, and find one by its name."""


@pytest.mark.parametrize("room", ["races", "lobby"])
@pytest.mark.parametrize("game", A_GAME_S_OWN)
def test_tables_know_no_game(room: str, game: str) -> None:
    """However many imports lie between: none leads from what any table needs to a game. Those for typing and inside
    functions count; a module that is looked up by a name in a list does not."""
    modules = module_paths("engine", "races", "lobby")
    graph = {name: imported_modules(path, modules) | packages_of(name, modules) for name, path in modules.items()}
    own = {name for name in modules if within(name, set(A_GAME_S_OWN[game]))}
    generic = {name for name in graph if within(name, {room})} - own
    assert len(generic) > 20
    assert len(own) > 20
    ways = [way for name in sorted(generic) if (way := way_to(graph, name, own))]
    assert not ways, "the shortest way: " + " → ".join(min((len(way), way) for way in ways)[1])


@pytest.mark.parametrize("game", A_GAME_S_OWN)
def test_what_is_a_game_s_own_exists(game: str) -> None:
    modules = module_paths("engine", "races", "lobby")
    assert all(name in modules for name in A_GAME_S_OWN[game])


@pytest.mark.parametrize("lock", LOCKS, ids=place)
def test_requirements_are_hashed_and_name_no_index(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^-", text, re.MULTILINE), "an option, where only packages belong"
    entries = re.split(r"\n(?=[a-z0-9])", re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE))
    unhashed = [e.splitlines()[0] for e in entries if not re.match(r"[\w.-]+==\S+ [^\n]*\\\n +--hash=sha256:", e)]
    assert not unhashed


def test_development_lock_holds_what_runs() -> None:
    running, developing = (
        set(re.findall(r"^[\w.-]+==\S+", p.read_text(encoding="utf-8"), re.MULTILINE)) for p in LOCKS
    )
    assert running
    assert running < developing


def test_papers_name_only_commands_that_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = {
        command
        for paper in PAPERS
        for command in re.findall(r"(?:`|^)make ([a-z-]+)", paper.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert {"play", "test"} <= named <= targets
    assert "make test" in (ROOT / ".ci/run").read_text(encoding="utf-8")


def test_papers_name_only_engine_commands_that_exist() -> None:
    named = {
        command for paper in PAPERS for command in re.findall(r"-m engine ([a-z]+)", paper.read_text(encoding="utf-8"))
    }
    told = subprocess.run(
        [sys.executable, "-m", "engine", "--help"], cwd=ROOT, capture_output=True, text=True, check=True, env=bare()
    )
    assert named
    assert named <= set(re.findall(r"[a-z]+", told.stdout))


def test_links_between_papers_lead_somewhere() -> None:
    broken = [
        f"{place(paper)}: {target}"
        for paper in PAPERS
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", paper.read_text(encoding="utf-8"))
        if not (paper.parent / target).exists()
    ]
    assert not broken


def test_no_file_names_a_machine() -> None:
    """No package registry's host and no place on one machine's disk: clients and paths are the reader's own."""
    hosts = r"\b(?:files\.)?py(?:pi|thonhosted)\.org|\bregistry\.(?:npm|yarn)|\bdeb\.debian|\.ubuntu\.com"
    places = r"(?<![\w.$}/])/(?:work|home|root|opt|Users|mnt)/\w"
    named = [
        f"{place(path)}:{number}: {line.strip()[:80]}"
        for path in project_files()
        if path.suffix
        in {"", ".cfg", ".css", ".html", ".ini", ".js", ".json", ".md", ".py", ".sh", ".svg", ".toml", ".txt"}
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(f"{hosts}|{places}", line)
    ]
    assert not named

"""What `scripts/system.sh` decides: what the checks lack on this system, and whether to install it or to say so.

The script runs in a project of its own, on a PATH that has a few real programs and stubs. These note how they were
called, and install nothing.
"""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"
REAL = ("env", "grep", "mktemp", "rm", "sed", "tail")
THERE = (
    "chromium-headless-shell",
    "redis-server",
    "pg_ctl",
    "nginx",
    "xgettext",
    "msgmerge",
    "apt-get",
    "apt-cache",
    "python3",
)
FONTS = "echo 'LiberationSans-Regular.ttf: Liberation Sans'"


class System:
    """A machine with a project, and what is installed on it."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "project"
        self.path = folder / "bin"
        self.calls = folder / "calls"
        self.path.mkdir()
        self.calls.touch()
        shutil.copytree(SCRIPTS, self.project / "scripts")
        for name in REAL:
            (self.path / name).symlink_to(str(shutil.which(name)))
        for name in THERE:
            self.install(name)
        self.install("fc-list", FONTS)
        self.install("id", "echo 0")

    def install(self, name: str, does: str = "") -> None:
        """A stub that notes how it was called, and does something besides."""
        stub = self.path / name
        stub.write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.calls}"\n{does}\n')
        stub.chmod(0o755)

    def remove(self, *names: str) -> None:
        for name in names:
            (self.path / name).unlink()

    def run(self, task: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
        """What the script says; afterwards `calls` has what it called."""
        self.calls.write_text("")
        return subprocess.run(
            ["/bin/sh", "scripts/system.sh", *([task] if task else [])],
            cwd=self.project,
            env={
                "PATH": str(self.path),
                "HOME": str(self.project),
                "POSTGRES_PLACE": str(self.project),
                "NGINX_PLACE": str(self.project),
                **environment,
            },
            capture_output=True,
            text=True,
            check=False,
        )

    def called(self, name: str) -> list[str]:
        return [line.removeprefix(f"{name} ") for line in self.calls.read_text().splitlines() if line.startswith(name)]


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


def test_where_nothing_is_missing_it_says_and_does_nothing(system: System) -> None:
    ran = system.run()
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert not system.called("apt") + system.called("id")


def test_with_an_environment_made_python_is_not_even_started(system: System) -> None:
    (system.project / ".venv" / "bin").mkdir(parents=True)
    (system.project / ".venv" / "bin" / "python").symlink_to("/bin/sh")
    system.remove("python3")
    assert system.run().returncode == 0
    assert not system.called("python3")


LACKS: dict[str, tuple[Callable[[System], None], str]] = {
    "browser": (lambda system: system.remove("chromium-headless-shell"), "chromium-headless-shell"),
    "redis": (lambda system: system.remove("redis-server"), "redis-server"),
    "postgres": (lambda system: system.remove("pg_ctl"), "postgresql"),
    "nginx": (lambda system: system.remove("nginx"), "nginx-light"),
    "gettext": (lambda system: system.remove("msgmerge"), "gettext"),
    "fonts": (lambda system: system.install("fc-list"), "fontconfig fonts-liberation"),
    "no Python": (lambda system: system.remove("python3"), "python3 python3-venv"),
    "an old Python": (lambda system: system.install("python3", "exit 1"), "python3 python3-venv"),
    "no venv": (lambda system: system.install("python3", "case $* in *venv*) exit 1 ;; esac"), "python3-venv"),
    "all": (
        lambda system: system.remove("chromium-headless-shell", "redis-server", "pg_ctl", "nginx", "python3"),
        "python3 python3-venv chromium-headless-shell redis-server postgresql nginx-light",
    ),
}


@pytest.mark.parametrize("lack", LACKS)
def test_root_installs_what_is_missing_and_says_so(system: System, lack: str) -> None:
    take, packages = LACKS[lack]
    take(system)
    ran = system.run()
    assert ran.returncode == 0, ran.stderr
    assert system.called("apt-get") == ["update -qq", f"install -y -qq --no-install-recommends {packages}"]
    assert ran.stdout.count("\n") == 1
    assert ran.stdout.endswith(f": {packages}\n")
    assert "SYSTEM=no" in ran.stdout


def test_a_python_of_another_name_is_as_good(system: System) -> None:
    system.remove("python3")
    system.install("python3.13")
    assert system.run().stdout == ""
    system.install("python3.13", "case $* in *venv*) exit 1 ;; esac")
    assert system.run().stdout.endswith(": python3.13-venv\n")


def test_postgresql_is_found_off_the_path(system: System) -> None:
    """Debian keeps its programs in a folder for each version."""
    system.remove("pg_ctl")
    place = system.project / "15" / "bin"
    place.mkdir(parents=True)
    (place / "pg_ctl").touch()
    assert system.run().stdout == ""


def test_a_cluster_needs_no_browser(system: System) -> None:
    system.remove("chromium-headless-shell", "nginx", "redis-server")
    assert system.run("cluster").stdout.endswith(": redis-server nginx-light\n")


@pytest.mark.parametrize("program", ["chromium", "chromium-browser"])
def test_a_browser_with_windows_is_as_good(system: System, program: str) -> None:
    system.remove("chromium-headless-shell")
    system.install(program)
    assert system.run().stdout == ""


def test_a_browser_may_be_named(system: System) -> None:
    system.remove("chromium-headless-shell")
    assert system.run(CHROMIUM="/somewhere/chrome").stdout == ""


def test_sudo_helps_where_it_asks_for_no_password(system: System) -> None:
    system.remove("redis-server")
    system.install("id", "echo 1000")
    system.install("sudo", 'shift; [ "$1" = true ] || exec "$@"')
    assert system.run().returncode == 0
    assert system.called("sudo")[0] == "-n true"
    assert all(call.startswith("-n env DEBIAN_FRONTEND") for call in system.called("sudo")[1:])
    assert system.called("apt-get")[1].endswith(" redis-server")


@pytest.mark.parametrize("why", ["no sudo", "a password", "forbidden"])
def test_where_it_may_not_it_says_in_a_line_what_to_run(system: System, why: str) -> None:
    system.remove("redis-server", "pg_ctl")
    if why != "forbidden":
        system.install("id", "echo 1000")
    if why == "a password":
        system.install("sudo", "exit 1")
    ran = system.run(SYSTEM="no" if why == "forbidden" else "")
    assert ran.returncode == 1
    assert ran.stderr.strip().count("\n") == 0
    assert ran.stderr.strip().endswith("sudo apt-get install --no-install-recommends redis-server postgresql")
    assert ran.stdout == ""
    assert not system.called("apt-get")


def test_without_apt_it_names_what_is_missing(system: System) -> None:
    system.remove("apt-get", "redis-server")
    ran = system.run()
    assert ran.returncode == 1
    assert ran.stderr.strip().endswith("please install them: redis-server")


def test_what_apt_says_is_shown_where_it_fails(system: System) -> None:
    system.remove("redis-server")
    system.install("apt-get", "echo there is no network; exit 100")
    ran = system.run()
    assert ran.returncode == 1
    assert "there is no network" in ran.stderr
    assert ran.stderr.strip().endswith("apt-get update -qq")


def test_make_is_wanted_only_by_who_cannot_run_it(system: System) -> None:
    assert system.run().stdout == ""
    assert system.run("make").stdout.endswith(": make\n")


# A system without a package of the browser, as Ubuntu


@pytest.fixture
def snappy(system: System) -> System:
    system.remove("chromium-headless-shell")
    system.install("apt-cache", '[ "$2" != chromium-headless-shell ]')
    binaries = system.project / ".venv" / "bin"
    binaries.mkdir(parents=True)
    stub = binaries / "python"
    stub.write_text(f'#!/bin/sh\necho "python $*" >>"{system.calls}"\n')
    stub.chmod(0o755)
    return system


def test_without_a_package_the_browser_is_left_to_playwright(snappy: System) -> None:
    snappy.remove("redis-server")
    assert snappy.run().returncode == 0
    assert snappy.called("apt-get")[1:] == ["install -y -qq --no-install-recommends redis-server"]
    ran = snappy.run("browser")
    assert ran.returncode == 0, ran.stderr
    assert snappy.called("python") == ["-m playwright install-deps chromium", "-m playwright install chromium"]
    assert ran.stdout.count("\n") == 1


def test_a_browser_of_playwright_is_found_again(snappy: System) -> None:
    (snappy.project / ".cache" / "ms-playwright" / "chromium-1200").mkdir(parents=True)
    assert [(ran.returncode, ran.stdout) for ran in (snappy.run(), snappy.run("browser"))] == [(0, ""), (0, "")]
    assert not snappy.called("python")


def test_where_it_may_not_it_says_how_to_get_that_browser(snappy: System) -> None:
    assert snappy.run(SYSTEM="no").returncode == 0, "there is no package to be named"
    ran = snappy.run("browser", SYSTEM="no")
    assert ran.returncode == 1
    assert ran.stderr.strip().endswith("playwright install chromium")
    assert not snappy.called("python")

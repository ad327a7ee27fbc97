"""The container: what `make container` does with the engine that is there, what goes into an image, and what starts."""

import re
import shutil
import subprocess
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILE = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")


class Machine:
    """A copy of the scripts on a path that has stubs alone."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "project"
        self.path = folder / "bin"
        self.calls = folder / "calls"
        self.path.mkdir()
        self.calls.touch()
        for name in ("scripts", "deploy"):
            shutil.copytree(ROOT / name, self.project / name)

    def install(self, place: Path, name: str, does: str = "") -> None:
        place.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(f'#!/bin/sh\necho "{name} $*" >>"{self.calls}"\n{does}\n')
        (place / name).chmod(0o755)

    def run(self, script: str, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["/bin/sh", script, *arguments],
            cwd=self.project,
            env={"PATH": str(self.path), **environment},
            capture_output=True,
            text=True,
            check=False,
        )

    @property
    def called(self) -> list[str]:
        return self.calls.read_text().splitlines()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_without_an_engine_it_says_what_to_install(machine: Machine) -> None:
    ran = machine.run("scripts/container.sh")
    assert ran.returncode == 1
    assert "apt install podman" in ran.stderr


def test_an_engine_that_does_not_run_is_passed_over(machine: Machine) -> None:
    machine.install(machine.path, "podman", "exit 1")
    machine.install(machine.path, "docker")
    assert machine.run("scripts/container.sh").returncode == 0
    assert [call.split()[:2] for call in machine.called] == [
        ["podman", "info"],
        ["docker", "info"],
        ["docker", "build"],
        ["docker", "run"],
    ]


def test_it_is_built_and_started_with_a_volume(machine: Machine) -> None:
    machine.install(machine.path, "podman")
    ran = machine.run("scripts/container.sh", "--env-file", "heatsite.env", PORT="9000")
    assert "http://localhost:9000/" in ran.stdout
    assert machine.called[1:] == [
        "podman build --format docker --file deploy/Containerfile --tag heatsite .",
        "podman run --rm --init --publish 9000:8000 --volume heatsite:/data --env-file heatsite.env heatsite",
    ]


def test_it_prepares_the_database_and_serves_with_a_secret_of_its_own(machine: Machine) -> None:
    for name in ("cat",):
        (machine.path / name).symlink_to(str(shutil.which(name)))
    places = machine.project / ".venv" / "bin"
    machine.install(places, "python", 'if [ "$1" = -c ]; then echo a-secret; fi')
    machine.install(places, "daphne", f'echo "secret $HEATSITE_SECRET_KEY" >>"{machine.calls}"')
    (machine.project / "data").mkdir()
    database = machine.project / "data" / "heatsite.sqlite3"
    for _ in range(2):
        assert machine.run("deploy/container.sh", HEATSITE_DB=str(database)).returncode == 0
    serves = "daphne -b 0.0.0.0 -p 8000 heatsite.asgi:application"
    assert machine.called[1:4] == ["python manage.py prepare", serves, "secret a-secret"]
    assert machine.called[4:] == ["python manage.py prepare", serves, "secret a-secret"]  # made once
    assert (database.parent / "secret.key").stat().st_mode & 0o077 == 0


def ignored(path: str) -> bool:
    patterns = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line and line[0] != "#"]
    first = path.split("/")[0]
    return any(fnmatch(first, pattern) or fnmatch(path, pattern) for pattern in patterns)


def test_it_does_what_manage_does_with_the_secret_of_the_site(machine: Machine) -> None:
    """A backup is made from outside, by the user of the container, who has no other secret and can make none."""
    (machine.path / "cat").symlink_to(str(shutil.which("cat")))
    places = machine.project / ".venv" / "bin"
    machine.install(places, "python", f'echo "secret $HEATSITE_SECRET_KEY" >>"{machine.calls}"')
    machine.install(places, "daphne")
    (machine.project / "data").mkdir()
    (machine.project / "data" / "secret.key").write_text("a-secret")
    database = machine.project / "data" / "heatsite.sqlite3"
    wanted = ("backup", "/data/backups/", "--keep", "14")
    assert machine.run("deploy/container.sh", *wanted, HEATSITE_DB=str(database)).returncode == 0
    assert machine.called == ["python manage.py backup /data/backups/ --keep 14", "secret a-secret"]


def test_no_secret_and_no_database_goes_into_an_image() -> None:
    for path in ("secret.key", ".env", "heatsite.sqlite3", "heatsite.sqlite3-wal", ".cluster/env", ".git/config"):
        assert ignored(path), path


def test_all_that_a_server_needs_goes_into_one() -> None:
    copied = re.findall(r"^COPY (\S+) ", FILE, re.MULTILINE)
    assert copied == ["requirements.txt", "."]
    needed = (
        "manage.py",
        "heatsite",
        "operating",
        "lobby",
        "races",
        "engine",
        "templates",
        "static",
        "fixtures",
        "locale",
    )
    for path in (*needed, "deploy/container.sh", "requirements.txt"):
        assert (ROOT / path).exists(), path
        assert not ignored(path), path


def test_it_serves_as_a_user_without_rights() -> None:
    steps = re.findall(r"^([A-Z]+) ", FILE, re.MULTILINE)
    assert steps.index("USER") < steps.index("CMD")
    assert "USER heatsite" in FILE
    assert "/healthz" in FILE

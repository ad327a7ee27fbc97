"""The two profiles: local without any environment, public by host names; and nothing half-set."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from heatsite import env

ROOT = Path(__file__).parents[2]
SECRET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    own = {name: value for name, value in os.environ.items() if not name.startswith("HEATSITE_")}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env={**own, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_public_profile_is_ready_to_deploy() -> None:
    run = manage("check", "--deploy", "--fail-level", "INFO", HEATSITE_HOSTS="heat.example", HEATSITE_SECRET_KEY=SECRET)
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize(
    ("environment", "told"),
    [
        ({"HEATSITE_HOSTS": "heat.example"}, "HEATSITE_SECRET_KEY"),
        ({"HEATSITE_HOSTS": "heat.example", "HEATSITE_SECRET_KEY": SECRET, "HEATSITE_DEBUG": "1"}, "HEATSITE_DEBUG"),
        ({"HEATSITE_HOSTS": "heat.example", "HEATSITE_SECRET_KEY": "short"}, "HEATSITE_SECRET_KEY"),
        ({"HEATSITE_HOSTS": "heat.example", "HEATSITE_SECRET_KEY": "secret" * 9}, "HEATSITE_SECRET_KEY"),
        ({"HEATSITE_HOSTS": "*", "HEATSITE_SECRET_KEY": SECRET}, "HEATSITE_HOSTS"),
        ({"HEATSITE_MAIL_HOST": "mail.example", "HEATSITE_MAIL_FROM": "a@heat.example"}, "HEATSITE_HOSTS"),
        (
            {"HEATSITE_HOSTS": "heat.example", "HEATSITE_SECRET_KEY": SECRET, "HEATSITE_MAIL_HOST": "mail.example"},
            "HEATSITE_MAIL_FROM",
        ),
        ({"HEATSITE_MAIL_SECURITY": "some"}, "HEATSITE_MAIL_SECURITY"),
        ({"HEATSITE_DEBUG": "perhaps"}, "HEATSITE_DEBUG"),
        ({"HEATSITE_SQLITE_SYNC": "OFF"}, "HEATSITE_SQLITE_SYNC"),
        ({"HEATSITE_ROOM_LIFETIME": "long"}, "HEATSITE_ROOM_LIFETIME"),
        ({"HEATSITE_METRICS": "10.0.0.0/8, everybody"}, "HEATSITE_METRICS"),
        ({"HEATSITE_LOG_FORMAT": "xml"}, "HEATSITE_LOG_FORMAT"),
    ],
)
def test_settings_that_make_no_sense_stop_the_start_by_name(environment: dict[str, str], told: str) -> None:
    run = manage("check", **environment)
    assert run.returncode != 0
    assert told in run.stderr


@pytest.mark.parametrize(
    ("environment", "seconds", "subdomains"),
    [
        ({}, 365 * 24 * 3600, False),
        ({"HEATSITE_HSTS": "60", "HEATSITE_HSTS_SUBDOMAINS": "yes"}, 60, True),
    ],
)
def test_how_long_browsers_keep_to_https_is_a_setting(
    environment: dict[str, str], seconds: int, subdomains: bool
) -> None:
    """Of other sites of the same domain only if their operator says so."""
    public = {"HEATSITE_HOSTS": "heat.example", "HEATSITE_SECRET_KEY": SECRET}
    told = manage("diffsettings", "--all", **public, **environment).stdout.splitlines()
    assert f"SECURE_HSTS_SECONDS = {seconds}" in told
    assert f"SECURE_HSTS_INCLUDE_SUBDOMAINS = {subdomains}" in " ".join(told)
    assert f"SECURE_HSTS_PRELOAD = {subdomains}" in " ".join(told)


def test_nothing_waits_to_be_migrated() -> None:
    assert manage("makemigrations", "--check", "--dry-run").returncode == 0


def test_the_secret_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "secret.key"
    first = env.secret_of(file)
    assert len(first) >= 50
    assert env.secret_of(file) == first
    assert file.stat().st_mode & 0o077 == 0


def test_an_empty_secret_is_told(tmp_path: Path) -> None:
    file = tmp_path / "secret.key"
    file.write_text("")
    with pytest.raises(ImproperlyConfigured, match=r"secret\.key is empty"):
        env.secret_of(file)


def test_words_and_numbers_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A", " one, two ,")
    monkeypatch.setenv("B", "7")
    assert env.words("A") == ["one", "two"]
    assert (env.number("B", 1), env.number("C", 1)) == (7, 1)
    assert not env.flag("C")


def test_the_guide_for_operators_has_every_setting_and_no_other() -> None:
    code = "".join((ROOT / "heatsite" / name).read_text() for name in ("settings.py", "env.py"))
    table = re.findall(r"^\| `(HEATSITE_[A-Z_]+)` \|", (ROOT / "docs" / "OPERATING.md").read_text(), re.MULTILINE)
    assert sorted(table) == sorted(set(re.findall(r'"(HEATSITE_[A-Z_]+)"', code)))

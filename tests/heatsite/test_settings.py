"""The two profiles: local without any environment, public by host names; and nothing half-set."""

import re
import subprocess
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from heatsite import env
from tests import forks
from tests.environment import bare

ROOT = Path(__file__).parents[2]
SECRET = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def manage(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    own = bare()
    return forks.run(["manage.py", *arguments], {**own, **environment})


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
        ({"HEATSITE_HOSTS": "https://heat.example", "HEATSITE_SECRET_KEY": SECRET}, "HEATSITE_HOSTS"),
        ({"HEATSITE_HOSTS": "heat.example:8443", "HEATSITE_SECRET_KEY": SECRET}, "HEATSITE_HOSTS"),
        ({"HEATSITE_HOSTS": "heat.example www.heat.example", "HEATSITE_SECRET_KEY": SECRET}, "HEATSITE_HOSTS"),
        ({"HEATSITE_REDIS": "localhost:6379"}, "HEATSITE_REDIS"),
        ({"HEATSITE_REDIS": "redis://localhost:port/0"}, "HEATSITE_REDIS"),
        ({"HEATSITE_KEEP_RACES": "-1"}, "HEATSITE_KEEP_RACES"),
        ({"HEATSITE_KEEP_VISITORS": "9999999"}, "HEATSITE_KEEP_VISITORS"),
        ({"HEATSITE_BOT_PROCESSES": "0"}, "HEATSITE_BOT_PROCESSES"),
        ({"HEATSITE_BOT_NICENESS": "20"}, "HEATSITE_BOT_NICENESS"),
        ({"HEATSITE_POSTGRES": "heatsite", "HEATSITE_POSTGRES_POOL": "0"}, "HEATSITE_POSTGRES_POOL"),
    ],
)
def test_settings_that_make_no_sense_stop_the_start_by_name(environment: dict[str, str], told: str) -> None:
    run = manage("check", **environment)
    assert run.returncode == 1
    assert run.stderr.startswith("The settings make no sense: ")
    assert told in run.stderr
    assert len(run.stderr.splitlines()) == 1
    assert "Traceback" in manage("check", "--traceback", **environment).stderr


def test_a_server_process_tells_it_in_a_sentence_too() -> None:
    own = bare()
    words = ["-m", "daphne", "-p", "0", "heatsite.asgi:application"]
    run = forks.run(words, {**own, "HEATSITE_HOSTS": "heat.example"})
    assert run.returncode == 1
    assert "The settings make no sense: A public site needs HEATSITE_SECRET_KEY" in run.stderr
    assert "Traceback" not in run.stderr


def test_a_database_that_cannot_be_used_is_told_in_a_sentence(tmp_path: Path) -> None:
    run = manage("prepare", HEATSITE_DB=str(tmp_path / "nowhere" / "heatsite.sqlite3"), HEATSITE_SECRET_KEY=SECRET)
    assert run.returncode == 1
    assert run.stderr == "The database cannot be used: unable to open database file (--traceback tells where)\n"


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


def test_only_server_processes_have_a_pool_and_it_gives_up_in_time_to_try_again() -> None:
    """Commands tell at once why there is no connection; pages should not wait for half a minute, nor the pool for five
    between two tries."""
    look = "from heatsite.settings import DATABASES; print(DATABASES['default']['OPTIONS'])"
    told = []
    for before in ("", "import daphne.server; "):
        env = {**bare(), "HEATSITE_POSTGRES": "heatsite", "HEATSITE_SECRET_KEY": SECRET}
        run = forks.run(["-c", before + look], env)
        assert run.returncode == 0, run.stderr
        told.append(run.stdout.strip())
    assert told[0] == "{}"
    assert "'timeout': 5, 'reconnect_timeout': 5" in told[1]


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


def test_a_secret_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match="HEATSITE_SECRET_KEY"):
        env.secret_of(tmp_path / "nowhere" / "secret.key")


def test_words_and_numbers_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A", " one, two ,")
    monkeypatch.setenv("B", "7")
    assert env.words("A") == ["one", "two"]
    assert (env.number("B", 1), env.number("C", 1)) == (7, 1)
    assert not env.flag("C")


def test_the_guide_for_operators_has_the_defaults_of_the_code() -> None:
    code = (ROOT / "heatsite" / "settings.py").read_text()
    guide = (ROOT / "docs" / "OPERATING.md").read_text()
    numbers = dict(re.findall(r'env\.number\("(HEATSITE_\w+)", (\d+)[,)]', code))
    told = dict(re.findall(r"^\| `(HEATSITE_\w+)` \| .* \| (\d+) \|$", guide, re.MULTILINE))
    assert len(told) >= 9
    assert told == numbers
    choices = dict(re.findall(r'env\.choice\("(HEATSITE_\w+)", "(\w+)"', code))
    assert choices == dict(re.findall(r"^\| `(HEATSITE_\w+)` \| .* \| `(\w+)` \|$", guide, re.MULTILINE))


def test_the_guide_for_operators_has_every_setting_and_no_other() -> None:
    code = "".join((ROOT / "heatsite" / name).read_text() for name in ("settings.py", "env.py"))
    table = re.findall(r"^\| `(HEATSITE_[A-Z_]+)` \|", (ROOT / "docs" / "OPERATING.md").read_text(), re.MULTILINE)
    assert sorted(table) == sorted(set(re.findall(r'"(HEATSITE_[A-Z_]+)"', code)))

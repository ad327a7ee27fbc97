"""In which order tests are handed to workers: those that wait beside those that keep a core busy."""

from pathlib import Path

from tests.handing_out import WAITING, busy_first, waiting_first

ROOT = Path(__file__).parents[1]
SCOPES = ["tests/engine/test_a.py", "tests/gallery/test_b.py::test_b", "tests/e2e/test_c.py::test_c", "tests/services/"]


def test_each_kind_of_worker_begins_with_its_own_and_helps_with_the_rest() -> None:
    engine, gallery, e2e, services = SCOPES
    assert sorted(SCOPES, key=waiting_first) == [services, e2e, gallery, engine]
    assert sorted(SCOPES, key=busy_first) == [engine, services, e2e, gallery]


def test_the_folders_of_tests_that_wait_are_there() -> None:
    assert all(list((ROOT / folder).glob("test_*.py")) for folder in WAITING)

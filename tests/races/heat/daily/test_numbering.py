"""Drives that an older version stored, several open ones at a time among them, get numbers."""

from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from races.models import DailyTry
from tests.races.factories import make_race

pytestmark = pytest.mark.django_db(transaction=True)

BEFORE = ("races", "0016_openings")


def migrate(*targets: tuple[str, str]) -> MigrationExecutor:
    executor = MigrationExecutor(connection)
    executor.migrate(list(targets) or executor.loader.graph.leaf_nodes())
    return MigrationExecutor(connection)


def test_first_tries_have_0_and_practice_counts_from_1() -> None:
    races = iter([make_race().pk for _race in range(9)])
    old: Any = migrate(BEFORE).loader.project_state([BEFORE]).apps.get_model("races", "DailyTry").objects
    try:
        for key, visitor, counts in [
            ("2026-11-19", "ada", True),
            ("2026-11-19", "ada", False),
            ("2026-11-19", "bo", True),
            ("2026-11-19", "ada", False),
            ("2026-11-20", "ada", True),
            ("2026-11-20", "ada", False),
            ("2026-11-19", "", True),
            ("2026-11-19", "", True),
            ("2026-11-19", "", False),
        ]:
            old.create(race_id=next(races), key=key, visitor=visitor, counts=counts)
    finally:
        migrate()
    found = DailyTry.objects.order_by("pk").values_list("number", flat=True)
    assert list(found) == [0, 1, 0, 2, 0, 1, 0, 0, 1]

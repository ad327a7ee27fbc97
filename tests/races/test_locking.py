"""The lock of a race: what changed is written, whichever column it is, and nothing else."""

from datetime import datetime
from typing import Any

import pytest
from django.db import connection, models
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from races import changes, live
from races.locking import locked
from races.models import Race
from races.models.columns import BySeat
from tests.races.factories import make_race
from tests.races.test_live import first_answer

pytestmark = pytest.mark.django_db(transaction=True)

COLUMNS = [
    field
    for field in Race._meta.concrete_fields
    if not field.primary_key and not field.is_relation and field.name not in ("started", "touched")
]


def another(field: "models.Field[Any, Any]", value: Any) -> Any:
    """A value that the column does not have yet."""
    if isinstance(field, BySeat):
        return {**value, 3: 1}
    if isinstance(field, models.JSONField):
        return [3] if value is None else {**value, "phase": "1.gears"}
    if isinstance(field, models.BooleanField):
        return not value
    if isinstance(field, models.DateTimeField):
        return timezone.now()
    return (
        value + 1 if isinstance(value, int) else f"{value}x"[-field.max_length :] if field.max_length else f"{value} "
    )


@pytest.mark.parametrize("field", COLUMNS, ids=lambda field: field.name)
def test_no_column_is_forgotten(field: "models.Field[Any, Any]") -> None:
    race = make_race()
    with locked(race.pk) as row:
        changed = another(field, getattr(row, field.name))
        setattr(row, field.name, changed)
    assert getattr(Race.objects.get(pk=race.pk), field.name) == changed


def test_what_changes_in_place_is_written_too() -> None:
    race = make_race(clock=60)
    with locked(race.pk) as row:
        row.clocks[0]["left"] = 5
    assert Race.objects.get(pk=race.pk).clocks[0]["left"] == 5


def updates(queries: CaptureQueriesContext) -> list[str]:
    return [query["sql"] for query in queries if query["sql"].startswith("UPDATE")]


def test_what_did_not_change_is_not_written() -> None:
    race = make_race()
    with CaptureQueriesContext(connection) as queries, locked(race.pk) as row:
        row.paused = True
    (update,) = updates(queries)
    assert '"paused" = ' in update
    assert '"state" = ' not in update
    assert '"bots" = ' not in update
    with CaptureQueriesContext(connection) as queries, locked(race.pk):
        pass
    assert updates(queries) == []


def test_lists_are_in_the_order_of_what_is_shown() -> None:
    """A private change, or an answer under the veil, moves no race to the top of a list."""
    race = make_race(veiled=True)

    def touched() -> datetime:
        return Race.objects.values_list("touched", flat=True).get(pk=race.pk)

    before = touched()
    changes.set_presets(race.pk, 0, [])
    assert isinstance(live.submit(race.pk, first_answer(race, 0, "hidden")), live.Accepted)
    assert Race.objects.get(pk=race.pk).veil["hidden"] == 1
    assert touched() == before
    changes.lift_veil(race.pk)
    lifted = touched()
    assert lifted > before
    assert isinstance(live.submit(race.pk, first_answer(race, 1, "seen")), live.Accepted)
    assert touched() > lifted


def test_a_change_that_fails_leaves_no_trace() -> None:
    race = make_race()

    def fail() -> None:
        with locked(race.pk) as row:
            row.paused = True
            row.laps //= 0

    with pytest.raises(ZeroDivisionError):
        fail()
    assert not Race.objects.get(pk=race.pk).paused

"""The statements that are made once read and write what Django's own queries do."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from races.models import Entry, Race
from races.statements import statements
from tests.races.factories import make_race

pytestmark = pytest.mark.django_db


def columns(row: Race) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in Race._meta.concrete_fields}


def test_a_row_is_read_as_by_django() -> None:
    race = make_race("ada", "bo", clock=30)
    with transaction.atomic():
        row = statements().read(race.pk)
    assert columns(row) == columns(Race.objects.get(pk=race.pk))
    assert row.clocks.keys() == {0, 1}
    assert row.due is not None
    assert row.due.tzinfo is not None
    assert not row._state.adding
    with transaction.atomic(), pytest.raises(Race.DoesNotExist):
        statements().read(race.pk + 1)


def test_columns_are_written_as_by_django() -> None:
    race = make_race("ada", "bo")
    before = Race.objects.get(pk=race.pk)
    now = timezone.now()
    with transaction.atomic():
        row = statements().read(race.pk)
        row.presets, row.waiting, row.due, row.state = {1: ["never", "é"]}, [0], now, "{}"
        row.revision = 77  # not among the names
        statements().update(row, ["presets", "waiting", "due", "state", "touched"])
    after = Race.objects.get(pk=race.pk)
    assert (after.presets, after.waiting, after.due, after.state) == ({1: ["never", "é"]}, [0], now, "{}")
    assert after.revision == before.revision
    assert after.touched > before.touched
    with transaction.atomic():
        row.waiting = row.due = None
        statements().update(row, ["waiting", "due"])
    after.refresh_from_db()
    assert (after.waiting, after.due) == (None, None)
    assert Race.objects.filter(pk=race.pk, waiting__isnull=True).exists()


def test_entries_are_added_as_by_django() -> None:
    race = make_race("ada", "bo")
    now = timezone.now()
    entries = [Entry(race=race, seq=seq, seat=1, command_id=f"c{seq}", events="[]", accepted=now) for seq in (1, 2)]
    with transaction.atomic():
        statements().insert(entries)
    stored = Entry.objects.filter(race=race, seq__gt=0).values_list("seq", "seat", "command_id", "command", "accepted")
    assert list(stored) == [(1, 1, "c1", "", now), (2, 1, "c2", "", now)]
    with pytest.raises(IntegrityError), transaction.atomic():
        statements().insert(entries[:1])


def test_nothing_is_made_anew() -> None:
    race = make_race("ada", "bo")
    with transaction.atomic():
        first = statements()
        first.update(first.read(race.pk), ["revision"])
    made = dict(first.update_sql)
    with CaptureQueriesContext(connection) as queries, transaction.atomic():
        assert statements() is first
        first.update(first.read(race.pk), ["revision"])
    assert first.update_sql == made
    said = [query["sql"] for query in queries.captured_queries]
    assert [sql.split()[0] for sql in said if sql.split()[0] in ("SELECT", "UPDATE")] == ["SELECT", "UPDATE"]

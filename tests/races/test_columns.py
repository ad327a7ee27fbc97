"""Columns by seat: numbers in code, text in the database, and nothing for a migration to do."""

import json

import pytest
from django.db import connection, models

from races.models import Race
from races.models.columns import BySeat
from tests.races.factories import make_race

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_row_is_read_with_the_numbers_it_was_written_with() -> None:
    race = make_race(clock=60)
    Race.objects.filter(pk=race.pk).update(absent={0: 5}, bots={1: "racer"})
    row = Race.objects.get(pk=race.pk)
    assert (row.absent, row.bots, set(row.clocks)) == ({0: 5}, {1: "racer"}, {0, 1})
    assert Race.objects.values_list("absent", flat=True).get(pk=race.pk) == {0: 5}
    assert not Race.objects.filter(absent={})


def test_the_database_keeps_what_it_always_kept() -> None:
    race = make_race()
    Race.objects.filter(pk=race.pk).update(presets={0: ["slip"]})
    with connection.cursor() as cursor:
        cursor.execute("SELECT presets FROM races_race")
        assert json.loads(cursor.fetchone()[0]) == {"0": ["slip"]}


def test_migrations_take_it_for_a_plain_column() -> None:
    _, path, _, options = BySeat().deconstruct()
    assert (path, options) == ("django.db.models.JSONField", {"default": dict})
    assert isinstance(BySeat(), models.JSONField)

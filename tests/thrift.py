"""What makes the tests cheap, and takes nothing from what they prove. Called once in each process, by conftest.py."""

import os
import sys
from functools import cache

from django.conf import settings
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import connection
from django.test import TransactionTestCase

FILLED = {model._meta.db_table for model in (ContentType, Permission)}
"""The tables that migrations fill."""


def save() -> None:
    """Before anything starts: what is set in the environment is for the processes that tests start, too."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # each of a hundred processes would compile the site anew
    sys.dont_write_bytecode = False  # and each worker the tests
    # Bots and reviews that give way to all others would wait for other tests, not for what they are asked.
    os.environ["HEATSITE_BOT_NICENESS"] = "0"
    settings.BOT_NICENESS = 0
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # a good one is slow on purpose
    TransactionTestCase._fixture_teardown = empty_tables  # type: ignore[attr-defined]


def empty_tables(_case: TransactionTestCase) -> None:
    """After a test that waits: Django would empty all tables, and ask each app to fill its own again."""
    connection.ops.execute_sql_flush(_flush())


@cache
def _flush() -> list[str]:
    tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False))
    return list(connection.ops.sql_flush(no_style(), sorted(tables - FILLED)))

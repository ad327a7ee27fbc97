"""What makes the tests cheap, and takes nothing from what they prove. Called once in each process, by conftest.py."""

import asyncio
import gc
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from typing import Any

import asgiref.sync
from django.conf import settings
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management.color import no_style
from django.db import connection
from django.test import TransactionTestCase

FILLED = {model._meta.db_table for model in (ContentType, Permission)}
"""The tables that migrations fill."""


def save() -> None:
    """Before anything starts. `tests.environment` does the same for the processes that tests start."""
    # Bots and reviews that give way to all others would wait for other tests, not for what they are asked.
    settings.BOT_NICENESS = 0
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # a good one is slow on purpose
    TransactionTestCase._fixture_teardown = empty_tables  # type: ignore[attr-defined]
    asgiref.sync.ThreadPoolExecutor = Threads  # type: ignore[attr-defined]


def keep_what_is_collected() -> None:
    """Once a worker has all of its tests: Python would look through thousands of them again and again for garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


_threads = ThreadPoolExecutor(64)


class Threads(ThreadPoolExecutor):
    """Where no event loop runs, asgiref makes a thread for each call of a coroutine, and so for each command that a
    test submits. Those are used again here; any other work has the one thread that it asks for."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        return (_threads.submit if work is asyncio.run else super().submit)(work, *args, **kwargs)


def empty_tables(_case: TransactionTestCase) -> None:
    """After a test that waits: Django would empty all tables, and ask each app to fill its own again."""
    connection.ops.execute_sql_flush(_flush())


@cache
def _flush() -> list[str]:
    tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False))
    return list(connection.ops.sql_flush(no_style(), sorted(tables - FILLED)))

"""A database for what is measured or drawn outside of pytest."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import django


@contextmanager
def tables() -> Iterator[None]:
    """Set Django up, with a database that has the shipped circuits and is thrown away."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "heatsite.settings"
    django.setup()
    from django.conf import settings
    from django.core.management import call_command
    from django.test.utils import get_runner, setup_test_environment

    settings.DRAW_TRACKS = False
    setup_test_environment()
    runner = get_runner(settings)(verbosity=0, interactive=False)
    databases = runner.setup_databases()
    try:
        call_command("loaddata", "tracks", "lesson_tracks", "legend_decks", verbosity=0)
        yield
    finally:
        runner.teardown_databases(databases)

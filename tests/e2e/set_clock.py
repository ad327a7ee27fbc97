"""The site on a machine whose time the test sets: the seconds that stand in a file are added to it."""

import os
import time
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

FILE = "HEATSITE_TEST_SECONDS"
"""The variable of the environment that names the file."""

_file = Path(os.environ[FILE])
_time, _now = time.time, timezone.now


def seconds() -> float:
    return float(_file.read_text() or 0)


time.time = lambda: _time() + seconds()
timezone.now = lambda: _now() + timedelta(seconds=seconds())

from heatsite.asgi import application  # noqa: E402, it takes the time from above

__all__ = ["application"]

"""The environment of every server and command that tests start.

A test that passes only with a variable of one developer's machine proves nothing about any other machine.
"""

import os
from collections.abc import Mapping

KEPT = ("HOME", "PATH", "LANG")
"""Variables that every machine has."""


def bare(own: Mapping[str, str] | None = None, **more: str) -> dict[str, str]:
    """Return an environment that holds what every machine has, and what the test sets.

    Bots and reviews do not give way to other processes: they would wait for other tests.
    """
    kept = {name: os.environ[name] for name in KEPT if name in os.environ}
    return {**kept, "HEATSITE_BOT_NICENESS": "0", **(own or {}), **more}

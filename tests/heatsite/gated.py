"""The site, but while a test keeps the gate closed, each command waits before it goes to the database.

`HEATSITE_GATE` is a folder: the gate is closed while `closed` is in it, and a command that waits makes `waiting`.
"""

import os
import time
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.kernel.refusals import Refusal
from heatsite.asgi import application
from races import live

__all__ = ["application"]

gate = Path(os.environ["HEATSITE_GATE"])
carry_out = live.carry_out


def wait_and_carry_out(
    race_id: int, command: Any, now: datetime | None = None, then: object | None = None
) -> tuple[live.Accepted | Refusal, int | None]:
    while (gate / "closed").exists():
        (gate / "waiting").touch()
        time.sleep(0.05)
    return carry_out(race_id, command, now, then)


live.carry_out = wait_and_carry_out

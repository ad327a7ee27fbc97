"""A small circuit as JSON, to be changed and broken."""

import json
from typing import Any

import pytest

from engine.heat.tracks import Track, read_track
from engine.kernel.faults import Broken, Fault

Json = Any


def plain() -> Json:
    """A circuit of 20 spaces to break: a chicane at 4 and 6, a corner at 12, every list filled."""
    return {
        "id": "test_ring",
        "name": "Test Ring",
        "length": 20,
        "lanes": 2,
        "laps": 2,
        "heat": 6,
        "stress": 3,
        "corners": [
            {"line": 4, "limit": 4, "legend_line": 0, "race_lane": 2, "aggressive": 3, "double_aggressive": 1},
            {"line": 6, "limit": 4, "legend_line": 4, "race_lane": 2, "chicane_of": 4},
            {"line": 12, "limit": 2, "legend_line": 7, "race_lane": 1},
        ],
        "grid": [{"space": 19 - n // 2, "lane": n % 2 + 1} for n in range(12)],
        "flooded": [{"space": 1, "lane": 1}, {"space": 1, "lane": 2}],
        "tunnel": [{"space": 9, "lane": 2}],
        "gravel": [{"space": 13, "lane": 1}],
        "press_order": [6, 12],
        "press_corners": [12],
        "bridge_under": [2, 3],
        "outline": [[0, 0], [50, 0], [100, 0], [100, 50], [100, 99.5], [50, 99.5], [0, 99.5], [0, 50]],
    }


def read(raw: Json) -> Track:
    return read_track(json.dumps(raw))


def faults_of(data: bytes | str) -> tuple[Fault, ...]:
    with pytest.raises(Broken) as caught:
        read_track(data)
    assert caught.value.what == "track"
    assert caught.value.faults
    return caught.value.faults


def changed(*path_and_value: Json) -> Json:
    """The plain circuit with one thing changed: a path, then the value."""
    *path, last, value = path_and_value
    raw = plain()
    inner = raw
    for step in path:
        inner = inner[step]
    inner[last] = value
    return raw

from collections.abc import Callable

from races.table import Scene

FRAGMENTS: dict[str, Callable[[Scene], str]] = {}

def whole_log(scene: Scene) -> str:
    return ""

def news(scene: Scene, told: int) -> str:
    return ""

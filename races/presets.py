from typing import Any


def answer(game: Any, view: Any, question: Any, wishes: list[str]) -> Any | None:
    return None

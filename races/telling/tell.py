from typing import Any

def tell(game: Any, before: Any, events: tuple[Any, ...]) -> list[dict[str, Any]]:
    return []

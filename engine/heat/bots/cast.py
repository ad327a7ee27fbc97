"""The cast: characters of our own invention that bots play, each with a style and a strength."""

from functools import cache

from engine.kernel.characters import Character, read_cast


@cache
def cast() -> tuple[Character, ...]:
    """Every character that ships."""
    return read_cast("engine.heat", "drivers.json")

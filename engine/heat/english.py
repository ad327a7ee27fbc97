"""Small words of the terminal's English: lists of cards, counted things, places."""

from collections.abc import Sequence

from engine.heat.course import Course


def card_list(cards: Sequence[str]) -> str:
    return " ".join(cards) if cards else "nothing"


def counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def spaces(count: int) -> str:
    return counted(count, "space")


def place(course: Course, at: int) -> str:
    return f"space {course.space(at)}, lap {max(1, course.lap(at) + 1)}"

"""A card as it is shown: its numbers, what it does, whether it burns."""

from typing import Any

from engine.henhur import Card
from races.henhur import words


def face(card: Card) -> dict[str, Any]:
    """What card.html needs."""
    return {
        "id": card.id,
        "title": words.title(card),
        "race": card.race,
        "more": card.more(),
        "trick": card.trick,
        "priority": words.priority(card.priority),
        "rolled": bool(card.priority.dice),
        "run": tuple(words.effect(one) for one in card.run),
        "burn": tuple(words.effect(one) for one in card.burn),
    }

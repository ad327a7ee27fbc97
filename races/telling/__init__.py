"""What everybody may read of a race: events become told lines when they happen, and sentences when somebody reads."""

from races.telling.tell import tell

__all__ = ["tell"]

"""What everybody may read of a race: events become told lines when they happen, and sentences when somebody reads."""

from races.telling.line import Line
from races.telling.sentences import plain, sentence
from races.telling.steps import steps, steps_html
from races.telling.tell import tell

__all__ = ["Line", "plain", "sentence", "steps", "steps_html", "tell"]

"""What everybody may read of a race: events become told lines when they happen, and sentences when somebody reads."""

from races.heat.commentary.line import Line
from races.heat.commentary.sentences import plain, sentence
from races.heat.commentary.steps import steps, steps_html
from races.heat.commentary.tell import tell

__all__ = ["Line", "plain", "sentence", "steps", "steps_html", "tell"]

"""What the log has of an action, or of something that happens without a choice: one such object a module."""

from dataclasses import dataclass

from races.heat.commentary.line import LogLine
from races.heat.commentary.narrator import Narration


@dataclass(frozen=True, kw_only=True)
class LogPart:
    """Some events, and the lines that they lead to. Each event stands in `narrated` or in `silent` of one module."""

    lines: tuple[type[LogLine], ...]
    """The kinds of lines that this module has; each says itself and knows how it is played back."""
    narrated: Narration
    """For each event, in the form that a spectator may see, the function that puts it into lines."""
    continuing: frozenset[type] = frozenset()
    """Events of `narrated` that go on with the open line of the same car."""
    silent: frozenset[type] = frozenset()
    """Events that lead to no line."""


NO_LINES = LogPart(lines=(), narrated={})
"""For an action whose events are those of another one, or of none."""

"""What an action is on the site: all that pages show of it, in one value that its module declares."""

from dataclasses import dataclass

from engine.heat.choices import Choice
from races.heat.commentary.log_part import LogPart


@dataclass(frozen=True, kw_only=True)
class SiteMove:
    """One action."""

    choice: type[Choice]
    log: LogPart
    """What the log and the playback have of its events."""

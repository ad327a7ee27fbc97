"""Last Card: play cards by colour or symbol, be the first without any, and score what the others still hold."""

from engine.lastcard.choices import (
    Accept,
    Catch,
    Challenge,
    Choice,
    Command,
    Draw,
    Keep,
    LetGo,
    Next,
    Pass,
    Play,
    read_command,
)
from engine.lastcard.content import Content, Rules, read_content, rule_sets
from engine.lastcard.events import Event
from engine.lastcard.game import LastCard, MatchRecord, read_record
from engine.lastcard.state import Setup, State
from engine.lastcard.views import Explanation, View

__all__ = [
    "Accept",
    "Catch",
    "Challenge",
    "Choice",
    "Command",
    "Content",
    "Draw",
    "Event",
    "Explanation",
    "Keep",
    "LastCard",
    "LetGo",
    "MatchRecord",
    "Next",
    "Pass",
    "Play",
    "Rules",
    "Setup",
    "State",
    "View",
    "read_command",
    "read_content",
    "read_record",
    "rule_sets",
]

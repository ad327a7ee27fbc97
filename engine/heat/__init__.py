"""Heat: the race under any rule set. This page is all that another program needs to name."""

from engine.heat.choices import (
    Adrenaline,
    Boost,
    Choice,
    Choices,
    Cool,
    Discard,
    Gear,
    LeaveRace,
    Mulligan,
    Pass,
    Play,
    Slipstream,
    Value,
)
from engine.heat.content import Content
from engine.heat.game import Command, Heat, read_command
from engine.heat.reading import RaceRecord, read_record, read_state
from engine.heat.rules import RULEBOOK, RULESETS, STANDARD, Ruleset, Stage
from engine.heat.state import Entrant, Setup, State
from engine.heat.tracks import Track, all_tracks, read_track
from engine.heat.views import View

__all__ = [
    "RULEBOOK",
    "RULESETS",
    "STANDARD",
    "Adrenaline",
    "Boost",
    "Choice",
    "Choices",
    "Command",
    "Content",
    "Cool",
    "Discard",
    "Entrant",
    "Gear",
    "Heat",
    "LeaveRace",
    "Mulligan",
    "Pass",
    "Play",
    "RaceRecord",
    "Ruleset",
    "Setup",
    "Slipstream",
    "Stage",
    "State",
    "Track",
    "Value",
    "View",
    "all_tracks",
    "read_command",
    "read_record",
    "read_state",
    "read_track",
]

"""Heat: the race under any rule set. This page is all that another program needs to name."""

from engine.heat.choices import Choice, Choices
from engine.heat.content import Content
from engine.heat.game import Command, Heat, read_command
from engine.heat.moves.adrenaline import Adrenaline
from engine.heat.moves.boost import Boost
from engine.heat.moves.cool import Cool
from engine.heat.moves.discard import Discard
from engine.heat.moves.gear import Gear
from engine.heat.moves.leave_race import LeaveRace
from engine.heat.moves.mulligan import Mulligan
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.play import Play
from engine.heat.moves.slipstream import Slipstream
from engine.heat.moves.value import Value
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

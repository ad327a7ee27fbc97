"""Playing cards face down. What the log says of it comes when they are turned over: see happenings/drive.py."""

from engine.heat.moves.play import Play
from races.heat.commentary.log_part import NO_LINES
from races.heat.moves.move import SiteMove

MOVE = SiteMove(choice=Play, log=NO_LINES)

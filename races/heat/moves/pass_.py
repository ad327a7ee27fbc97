"""Leaving the rest of a phase. The log says nothing of it."""

from engine.heat.moves.pass_ import Pass, Passed
from races.heat.commentary.log_part import LogPart
from races.heat.moves.move import SiteMove

MOVE = SiteMove(choice=Pass, log=LogPart(lines=(), narrated={}, silent=frozenset({Passed})))

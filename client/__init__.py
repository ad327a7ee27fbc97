"""The reference client: plays a seat of a race with a bot of the engine, over the socket that any program can use."""

from client.minds import Misunderstood
from client.program import Finish, Program, TurnedAway

__all__ = ["Finish", "Misunderstood", "Program", "TurnedAway"]

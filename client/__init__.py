"""The reference client: drives a seat of a race with a bot of the engine, over the socket that any program can use."""

from client.driver import Driver, Finish, Misunderstood, TurnedAway

__all__ = ["Driver", "Finish", "Misunderstood", "TurnedAway"]

"""The socket of a program: JSON under a sub-protocol."""

from races.consumers.socket import RaceSocket

PROTOCOL = "heatsite.race.v1"


class RaceProgram(RaceSocket):
    """Speaks JSON."""

"""What the lobby does in a server process besides requests: each task with the seconds between two runs."""

from collections.abc import Callable

from lobby.cleaning import clean_rooms
from lobby.presence import BEAT, renew

WORK: tuple[tuple[Callable[[], object], float], ...] = ((renew, BEAT), (clean_rooms, 300))

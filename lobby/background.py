"""What the lobby does in a server process besides requests: each task with the seconds between two runs."""

from collections.abc import Callable

from lobby.calls.sending import LOOK, make_calls
from lobby.cleaning import clean_rooms
from lobby.presence import BEAT, renew, time_was_set
from races import machine_time

WORK: tuple[tuple[Callable[[], object], float], ...] = ((renew, BEAT), (clean_rooms, 300), (make_calls, LOOK))

machine_time.listeners.append(time_was_set)

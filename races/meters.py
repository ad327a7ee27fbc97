"""What a server process counts and times, for the operator: `operating.metrics` shows it.

A number here is the sum of all races. No label names a race, a seat or a visitor, and none tells what was chosen: who
reads all of it knows how busy the site is, and nothing of any game.
"""

from prometheus_client import Counter, Histogram

FINE = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Bounds of buckets, in seconds."""

STARTED = Counter("heatsite_races_started", "Races that were started", ["game"])
ENDED = Counter("heatsite_races_ended", "Races that have ended", ["game"])
COMMANDS = Counter("heatsite_commands", "Commands that were carried out", ["game", "source"])
COMMAND_SECONDS = Histogram(
    "heatsite_command_seconds",
    "From a command's turn to its commit, with the wait for the lock",
    ["game"],
    buckets=FINE,
)
REFUSALS = Counter("heatsite_refusals", "Commands that were refused, by the code that the player was told", ["code"])
RENDER_SECONDS = Histogram(
    "heatsite_render_seconds",
    "Rendering for all viewers, or for one player",
    ["part"],
    buckets=FINE,
)
FAILED_REQUESTS = Counter("heatsite_failed_requests", "Requests that were answered with an error of the server")
"""Counted without their view, too: a counter that is new with its first failure shows Prometheus no increase."""
REQUESTS = Counter("heatsite_requests", "Requests for pages, and forms", ["view", "status"])
REQUEST_SECONDS = Histogram("heatsite_request_seconds", "Answering for pages", ["view"], buckets=FINE)
"""Without the status: whoever tries every form at every address would leave ten thousand numbers in the process."""
BOT_SECONDS = Histogram("heatsite_bot_seconds", "From asking a bot to its answer", ["game", "outcome"], buckets=FINE)


def carried_out(game: str, source: str, seconds: float) -> None:
    """`source` is who gave the command: a driver, a bot, a stand-in or the table."""
    COMMANDS.labels(game, source).inc()
    COMMAND_SECONDS.labels(game).observe(seconds)


def refused(code: str) -> None:
    REFUSALS.labels(code).inc()


RENDERING = {part: RENDER_SECONDS.labels(part) for part in ("public", "own")}


def rendered(part: str, seconds: float) -> None:
    """`part` is what all viewers see, or a player's own."""
    RENDERING[part].observe(seconds)

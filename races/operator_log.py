"""What the operator of the site reads in the log while all is well, a line each: how races go, and what was slow.

A line names a race by its code and a seat by its number. It never holds a choice, a card, a seed, a token, or who a
visitor is: docs/OPERATING.md promises so, and tests/races/test_operator_log.py allows these sentences only.
"""

import logging
from collections import Counter
from collections.abc import Iterable

from django.conf import settings

from engine.kernel.commands import StandIn
from races.models import Race

logger = logging.getLogger(__name__)

REASONS = {
    "clock": "the time to answer was over",
    "away": "the driver has been away for too long",
    "bot": "the bot gave no answer",
    "admin": "an admin asked for it",
}


def started(race: Race, kinds: Iterable[str]) -> None:
    """`kinds` has a word for each seat: driver, bot or legend."""
    grid = ", ".join(f"{number} {kind}{'s' * (number > 1)}" for kind, number in Counter(kinds).items())
    rules = f"{race.rules} rules, laps: {race.laps}" if race.laps else race.rules or race.game
    logger.info("Race %s started: %s, grid: %s", race.code, rules, grid)


def paused(race: Race) -> None:
    logger.info("Race %s was paused", race.code)


def resumed(race: Race) -> None:
    logger.info("Race %s goes on after a pause", race.code)


def ended(race: Race) -> None:
    logger.info("Race %s ended after %s commands", race.code, race.version)


def seat_changed_hands(race: Race, seat: int, bot: str) -> None:
    """A seat was given to a bot, or, without one, taken back by its driver."""
    if bot:
        logger.info("Race %s: the bot %s drives seat %s from now on", race.code, bot, seat)
    else:
        logger.info("Race %s: the driver of seat %s has taken it back from a bot", race.code, seat)


def carried_out(race: Race, seat: int, command: object, seconds: float) -> None:
    """A command was stored, in so many seconds from its turn on: with the wait for the lock of the race."""
    if isinstance(command, StandIn):
        reason = REASONS.get(command.reason, "of an unknown reason")
        logger.info("Race %s: a stand-in answered for seat %s, %s", race.code, command.question.seat, reason)
    if seconds >= settings.SLOW_COMMAND / 1000:
        source = f"a command of seat {seat}" if seat >= 0 else "a command of the site"
        logger.info("Race %s: %s was slow, it took %.1f seconds", race.code, source, seconds)

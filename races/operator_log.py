"""What the operator of the site reads in the log while all is well, a line each: how races go, and what was slow.

A line names a race by its code and a seat by its number. It never holds a choice, a card, a seed, a token, or who a
visitor is: docs/OPERATING.md promises so, and tests/races/test_operator_log.py allows these sentences only.
"""

import logging
from collections import Counter
from collections.abc import Iterable

from django.conf import settings

from engine.kernel.commands import StandIn
from races import meters
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
    meters.STARTED.labels(race.game).inc()
    grid = ", ".join(f"{number} {kind}{'s' * (number > 1)}" for kind, number in Counter(kinds).items())
    rules = f"{race.rules} rules, laps: {race.laps}" if race.laps else race.rules or race.game
    logger.info("Race %s started: %s, grid: %s", race.code, rules, grid, extra=_about(race))


def paused(race: Race) -> None:
    logger.info("Race %s was paused", race.code, extra=_about(race))


def resumed(race: Race) -> None:
    logger.info("Race %s goes on after a pause", race.code, extra=_about(race))


def ended(race: Race) -> None:
    meters.ENDED.labels(race.game).inc()
    logger.info("Race %s ended after %s commands", race.code, race.version, extra=_about(race))


def seat_changed_hands(race: Race, seat: int, bot: str) -> None:
    """A seat was given to a bot, or, without one, taken back by its driver."""
    if bot:
        message = "Race %s: the bot %s drives seat %s from now on"
        logger.info(message, race.code, bot, seat, extra=_about(race, seat))
    else:
        message = "Race %s: the driver of seat %s has taken it back from a bot"
        logger.info(message, race.code, seat, extra=_about(race, seat))


def carried_out(race: Race, seat: int, command: object, seconds: float) -> None:
    """A command was stored, in so many seconds from its turn on: with the wait for the lock of the race."""
    meters.carried_out(race.game, _source(race, seat, command), seconds)
    if isinstance(command, StandIn):
        reason = REASONS.get(command.reason, "of an unknown reason")
        message = "Race %s: a stand-in answered for seat %s, %s"
        about = _about(race, command.question.seat)
        logger.info(message, race.code, command.question.seat, reason, extra=about)
    if seconds >= settings.SLOW_COMMAND / 1000:
        source = f"a command of seat {seat}" if seat >= 0 else "a command of the site"
        message = "Race %s: %s was slow, it took %.1f seconds"
        logger.info(message, race.code, source, seconds, extra=_about(race, seat if seat >= 0 else None))


def _source(race: Race, seat: int, command: object) -> str:
    """Who gave a command, in a word for the meters. An answer by preset counts as its driver's: that it was none is
    secret."""
    if isinstance(command, StandIn):
        return "stand_in"
    if seat < 0:
        return "table"
    return "bot" if seat in race.bots else "driver"


def _about(race: Race, seat: int | None = None) -> dict[str, object]:
    """What a structured log (`heatsite.logs`) has besides the sentence."""
    return {"race": race.code, "seat": seat}

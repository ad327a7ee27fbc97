"""What happens in a race without a choice, one module each: the events, their log lines and how these are played."""

from races.heat.commentary.log_part import LogPart
from races.heat.events import (
    adrenaline_given,
    answers,
    cluttered,
    corner,
    drive,
    finish,
    heat_lost,
    legend,
    market,
    road,
    round,
    spin_out,
    sponsors,
    start,
    weather,
)

EVENTS: tuple[LogPart, ...] = (
    start.LOG,
    market.LOG,
    weather.LOG,
    road.LOG,
    sponsors.LOG,
    round.LOG,
    answers.LOG,
    drive.LOG,
    legend.LOG,
    cluttered.LOG,
    adrenaline_given.LOG,
    corner.LOG,
    spin_out.LOG,
    heat_lost.LOG,
    finish.LOG,
)
"""All of them. The log and the playback of the site are derived from this list and that of `races.heat.moves`."""

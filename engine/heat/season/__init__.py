"""Championships: a pure fold over ordinary races. This page is all that another program needs to name."""

from engine.heat.season.calendar import Stop, all_seasons, expansions_of, random_calendar
from engine.heat.season.record import (
    Departure,
    SeasonRecord,
    race_record,
    read_season,
    replay_season,
    verify_season,
    verify_season_events,
)
from engine.heat.season.result import Placing, RaceResult, place_points, result_of
from engine.heat.season.run import SeasonRun, let_bots_race
from engine.heat.season.season import Season, after, begin, leave, lineup, next_race
from engine.heat.season.setup import Competitor, SeasonContent, SeasonSetup, season_faults
from engine.heat.season.standings import Raced, Score, Standing
from engine.heat.season.views import SeasonView, champion, standings, view

__all__ = [
    "Competitor",
    "Departure",
    "Placing",
    "RaceResult",
    "Raced",
    "Score",
    "Season",
    "SeasonContent",
    "SeasonRecord",
    "SeasonRun",
    "SeasonSetup",
    "SeasonView",
    "Standing",
    "Stop",
    "after",
    "all_seasons",
    "begin",
    "champion",
    "expansions_of",
    "leave",
    "let_bots_race",
    "lineup",
    "next_race",
    "place_points",
    "race_record",
    "random_calendar",
    "read_season",
    "replay_season",
    "result_of",
    "season_faults",
    "standings",
    "verify_season",
    "verify_season_events",
    "view",
]

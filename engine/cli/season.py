"""Championships between bots and Legends: the table of one race by race, or who takes the title how often of many."""

import argparse
import json
import time
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

import engine
from engine.cli.figures import at_least_one, side_by_side, wilson
from engine.cli.options import (
    add_seed,
    check_writable,
    chosen_expansions,
    chosen_rules,
    chosen_seed,
    write_bytes,
)
from engine.cli.progress import progress
from engine.heat import RULESETS, Heat
from engine.heat.decks import deck_for
from engine.heat.season import (
    Competitor,
    Season,
    SeasonContent,
    SeasonRun,
    SeasonSetup,
    Standing,
    Stop,
    all_seasons,
    expansions_of,
    let_bots_race,
    random_calendar,
    view,
)
from engine.heat.season.setup import season_faults
from engine.heat.simulation import entrants
from engine.heat.views import HIDDEN
from engine.kernel import Broken, Fault, Seed, derive, encode

RACES = 4


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "season",
        help="drive championships between bots and Legends",
        description="Drive a championship between bots and Legends and print its table: for each race the place and "
        "the points, with the event's after a plus; R is retired, – did not start. With --seasons many are driven, and "
        "who takes the title how often is printed.",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--year", type=int, help=f"a season of the game: {', '.join(map(str, all_seasons()))}")
    which.add_argument("--races", type=int, default=RACES, help=f"a random season of so many (default: {RACES})")
    parser.add_argument("--rules", default=next(iter(RULESETS)), help=f"the rule set: {', '.join(RULESETS)}")
    add_seed(parser)
    parser.add_argument(
        "--drivers",
        default="racer,cautious",
        help="who competes: random, cautious, racer, champion, stand_in, legend:ROW; with commas "
        "(default: %(default)s)",
    )
    parser.add_argument("--no-garage", action="store_true", help="everybody has the starting upgrades; no drafts")
    parser.add_argument("--no-weather", action="store_true", help="neither weather nor road conditions")
    parser.add_argument("--no-events", action="store_true", help="races without events")
    parser.add_argument("--expansions", default="", help="whose cards and events join, with commas (default: none)")
    parser.add_argument("--laps", type=int, help="laps of every race, before its event (default: the track's)")
    parser.add_argument("--seasons", type=int, default=1, help="how many championships (default: 1)")
    parser.add_argument("--jobs", type=int, default=1, help="processes that drive side by side (default: 1)")
    parser.add_argument("--time", action="store_true", help="tell how long a championship takes on one core")
    parser.add_argument("--record", metavar="FILE", help="write the record of the championship to a file")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


class Plan(Struct, frozen=True):
    """What every season of a run shares. Random calendars are of so many `races`; `setup` names the calendar else."""

    content: SeasonContent
    setup: SeasonSetup
    drivers: tuple[str, ...]
    races: int
    laps: int | None
    seed: Seed


class Title(Struct, frozen=True):
    """How one championship went."""

    calendar: tuple[Stop, ...]
    champion: int | None
    table: tuple[Standing, ...]
    seconds: float


def run(given: argparse.Namespace) -> int:
    at_least_one(seasons=given.seasons, jobs=given.jobs)
    if given.record and given.seasons > 1:
        raise Broken("options", (Fault("--record", "too_many", "the record of one championship can be written"),))
    if given.record:
        check_writable(given.record, "record")
    plan = _plan(given)
    if given.seasons == 1:
        championship, title = _driven(plan, 0)
        if given.record:
            write_bytes(given.record, encode(championship.record(engine.__version__)), "record")
        summary = one(plan.content.rules.name, plan.drivers, title)
    else:
        titles = side_by_side(_season, range(given.seasons), given.jobs, _start, encode(plan))
        summary = many(plan, list(progress(titles, given.seasons)), given.year)
    if not given.time:
        summary.pop("seconds")
    print(json.dumps(summary) if given.json else text_of(summary))
    return 0


def _plan(given: argparse.Namespace) -> Plan:
    rules = chosen_rules(given.rules)
    content = SeasonContent(rules=rules, legends=deck_for(rules.legend_rows))
    drivers = tuple(word.strip() for word in given.drivers.split(","))
    game = Heat(content.race(content.tracks[0].id))
    competitors = tuple(Competitor(entrant.legend) for entrant in entrants(game, drivers))
    seed = chosen_seed(given.seed)
    calendar: tuple[Stop, ...] = ()
    if given.year is not None:
        if given.year not in all_seasons():
            text = f"there is no season {given.year}, but {', '.join(map(str, all_seasons()))}"
            raise Broken("options", (Fault("--year", "unknown", text),))
        calendar = tuple(replace(stop, laps=given.laps) for stop in all_seasons()[given.year])
    wanted = set(chosen_expansions(given.expansions))
    if not given.no_events:
        wanted.update(expansions_of(calendar, content.modules.events))
    setup = SeasonSetup(
        calendar=calendar,
        competitors=competitors,
        garage=not given.no_garage,
        expansions=tuple(sorted(wanted)),
        weather=not given.no_weather,
        roads=not given.no_weather,
        events=not given.no_events,
    )
    plan = Plan(content, setup, drivers, given.races, given.laps, seed)
    if faults := season_faults(content, _setup(plan, seed)):
        raise Broken("options", faults)
    return plan


def _setup(plan: Plan, seed: Seed) -> SeasonSetup:
    """The set-up of one season; a random calendar is drawn for it."""
    if plan.setup.calendar:
        return plan.setup
    stops = random_calendar(plan.races, seed, plan.content.tracks)
    calendar = tuple(replace(stop, laps=plan.laps) for stop in stops)
    return replace(plan.setup, calendar=calendar)


_given: Plan | None = None
"""The plan of this process."""


def _start(plan: bytes) -> None:
    global _given
    _given = msgspec.json.decode(plan, type=Plan)


def _season(number: int) -> Title:
    assert _given is not None, "the process was started"
    return _driven(_given, number)[1]


def _driven(plan: Plan, number: int) -> tuple[SeasonRun, Title]:
    seed = derive(plan.seed, f"season {number}")
    begun = time.process_time()
    championship = SeasonRun(plan.content, _setup(plan, seed), seed)
    season = let_bots_race(championship, plan.drivers)
    seconds = time.process_time() - begun
    return championship, title_of(season, seconds)


def title_of(season: Season, seconds: float = 0) -> Title:
    """How a championship went, or stands. Events that are still secret are left out."""
    seen = view(season, None)
    calendar = [replace(stop, event="" if stop.event == HIDDEN else stop.event) for stop in seen.calendar]
    return Title(tuple(calendar), seen.champion, seen.standings, seconds)


def one(rules: str, drivers: Sequence[str], title: Title) -> dict[str, Any]:
    """The table of one championship."""
    return {
        "rules": rules,
        "calendar": [{"track": stop.track, "event": stop.event} for stop in title.calendar],
        "champion": title.champion,
        "standings": [{"driver": drivers[row.seat]} | msgspec.to_builtins(_full(row)) for row in title.table],
        "seconds": title.seconds,
    }


def _full(row: Standing) -> dict[str, Any]:
    """A row with every field written out."""
    races = [
        score and {"place": score.place, "points": score.points, "bonus": score.bonus, "retired": score.retired}
        for score in row.races
    ]
    return {"seat": row.seat, "place": row.place, "points": row.points, "races": races}


def many(plan: Plan, titles: Sequence[Title], year: int | None) -> dict[str, Any]:
    """Who took the title how often."""
    seats = []
    for seat, driver in enumerate(plan.drivers):
        rows = [row for title in titles for row in title.table if row.seat == seat]
        won = sum(title.champion == seat for title in titles)
        low, high = wilson(won, len(titles))
        seats.append(
            {
                "driver": driver,
                "titles": won,
                "title_share": won / len(titles),
                "title_share_low": low,
                "title_share_high": high,
                "mean_place": sum(row.place for row in rows) / len(titles),
                "mean_points": sum(row.points for row in rows) / len(titles),
            }
        )
    return {
        "rules": plan.content.rules.name,
        "year": year,
        "seasons": len(titles),
        "drivers": seats,
        "seconds": sum(title.seconds for title in titles) / len(titles),
    }


def text_of(summary: dict[str, Any]) -> str:
    lines = _many_lines(summary) if "seasons" in summary else _one_lines(summary)
    if "seconds" in summary:
        lines.append(f"A championship takes {summary['seconds']:.2f} s of one core.")
    return "\n".join(lines)


def _one_lines(summary: dict[str, Any]) -> list[str]:
    stops = [f"{stop['track']} ({stop['event']})" if stop["event"] else stop["track"] for stop in summary["calendar"]]
    header = "".join(f" {number:>12}" for number in range(1, len(stops) + 1))
    lines = [f"{summary['rules']} rules", *(f"  {number}  {stop}" for number, stop in enumerate(stops, start=1))]
    lines.append(f"{'':>3} {'seat':>4} {'driver':<16}{header} {'points':>8}")
    for row in summary["standings"]:
        cells = "".join(f" {_cell(score):>12}" for score in row["races"])
        cells += " " * (13 * (len(stops) - len(row["races"])))
        lines.append(f"{row['place']:>3} {row['seat']:>4} {row['driver']:<16}{cells} {row['points']:>8}")
    names = {row["seat"]: row["driver"] for row in summary["standings"]}
    title = summary["champion"]
    lines.append("Nobody is champion." if title is None else f"{names[title]} (seat {title}) is champion.")
    return lines


def _cell(score: dict[str, Any] | None) -> str:
    """`2. 10+1`: the place, its points, and what the event adds."""
    if score is None:
        return "–"
    if score["retired"]:
        return "R 0"
    return f"{score['place']}. {score['points']}" + (f"+{score['bonus']}" if score["bonus"] else "")


def _many_lines(summary: dict[str, Any]) -> list[str]:
    lines = [
        f"{summary['rules']} rules, {summary['seasons']} championships"
        + (f" of {summary['year']}" if summary["year"] else ""),
        f"{'driver':<16} {'titles':>7} {'share':>7} {'95 % interval':>16} {'place':>6} {'points':>7}",
    ]
    for seat in summary["drivers"]:
        interval = f"{100 * seat['title_share_low']:.1f} – {100 * seat['title_share_high']:.1f} %"
        lines.append(
            f"{seat['driver']:<16} {seat['titles']:>7} {100 * seat['title_share']:>5.1f} % {interval:>16} "
            f"{seat['mean_place']:>6.2f} {seat['mean_points']:>7.1f}"
        )
    return lines

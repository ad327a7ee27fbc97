"""A championship from its beginning to its end: what is stored, and the season that follows from it.

The season is the engine's, a fold over the results of races. Nothing of it is stored but what it was begun with; a race
that is over adds its result by being over, however it ended: the flag, the host's or an admin's end, the last driver
out.
"""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import msgspec
from django.db import transaction

import engine
from engine.heat import Heat, State
from engine.heat.season import (
    Competitor,
    RaceResult,
    Season,
    SeasonContent,
    SeasonSetup,
    after,
    begin,
    next_race,
    result_of,
)
from engine.kernel.chance import Seed
from engine.kernel.faults import Broken, Fault
from engine.kernel.records import decode, encode
from races import codes, models, scenes
from races.heat.table_game import heat_of
from races.models import Championship, Race
from races.models.championships import LENGTH_OF_CODE
from races.start import Start, Terms, open_table

STAND_IN = "racer"
"""The bot that drives a seat whose player is not in the room when a race starts."""

_CONTENTS = msgspec.json.Decoder(SeasonContent)
_SETUPS = msgspec.json.Decoder(SeasonSetup)


class UnreadableRace(Exception):
    """A race of a championship makes no sense to this version of the site. `season` is as it was before that race."""

    def __init__(self, season: Season, race: Race) -> None:
        super().__init__(race.code)
        self.season = season
        self.race = race


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What a championship is to be begun with. Seats are those of `starters`, in their order."""

    content: SeasonContent
    setup: SeasonSetup
    tracks: Sequence[int]
    """The circuit of each race, by the key of its version."""
    room: str = ""
    watching: str = Race.Watching.ANYBODY
    seed: Seed = field(default_factory=lambda: Seed(secrets.token_hex(32)))


def competitors_of(starters: Sequence[Start]) -> tuple[Competitor, ...]:
    return tuple(Competitor(starter.legend or None) for starter in starters)


def found(plan: Plan, starters: Sequence[Start]) -> Championship:
    """Begin a championship: its calendar and its events are drawn. Raises `Broken` with every fault of the plan."""
    begin(plan.content, plan.setup, plan.seed)
    with transaction.atomic():
        row = Championship.objects.create(
            code=codes.unused(Championship.objects, LENGTH_OF_CODE),
            room=plan.room,
            content=encode(plan.content).decode(),
            setup=encode(plan.setup).decode(),
            seed=plan.seed,
            engine=engine.__version__,
            rules=plan.content.rules.name,
            watching=plan.watching,
        )
        models.Stop.objects.bulk_create(
            models.Stop(championship=row, number=number, track_id=track) for number, track in enumerate(plan.tracks)
        )
        models.Competitor.objects.bulk_create(
            models.Competitor(championship=row, seat=seat, **_who(starter)) for seat, starter in enumerate(starters)
        )
    return row


def _who(starter: Start) -> dict[str, object]:
    """The columns of a competitor that say who drives and how the car looks."""
    return {
        "name": starter.name,
        "colour": starter.colour,
        "car_number": starter.number,
        "visitor": starter.visitor,
        "bot": starter.bot,
        "legend": starter.legend,
    }


def go_on(championship: Championship, starters: Sequence[Start], terms: Terms) -> Race:
    """Start the next race, or return the one that is on. `starters` are found by their colours; a seat that none of
    them has is driven by a bot. Raises `Broken` if no race is left, and `UnreadableRace`."""
    with transaction.atomic():
        row = Championship.objects.select_for_update().get(pk=championship.pk)
        season = season_of(row)
        if season.over:
            raise Broken("season", (Fault("", "over", "the championship is over"),))
        stop = (
            row.stops.select_related("race", "track").defer("track__data", "track__art").get(number=len(season.raced))
        )
        if stop.race is not None:
            return stop.race
        grid = line_up(list(row.competitors.all()), starters)
        content, setup, seed = next_race(season)
        settled = replace(terms, rules=row.rules, track=stop.track, laps=setup.laps, seed=seed)
        race = open_table(Heat.name, content, setup, grid, settled)
        stop.race = race
        stop.save(update_fields=["race"])
        keep_drivers(row, grid)
        row.room, row.watching, row.meeting = terms.room, terms.watching, None
        row.save(update_fields=["room", "watching", "meeting"])
    return race


def line_up(competitors: Sequence[models.Competitor], starters: Sequence[Start]) -> list[Start]:
    """Who drives each seat in the next race. Colours are the seats': a player who left the room gave the colour to a
    bot, and one who joined got a colour that was free."""
    by_colour = {starter.colour: starter for starter in starters}
    grid = []
    for one in competitors:
        here = by_colour.get(one.colour)
        if one.legend or here is None or here.legend:
            bot = "" if one.legend else one.bot or STAND_IN
            here = Start(name=one.name, colour=one.colour, number=one.car_number, bot=bot, legend=one.legend)
        grid.append(here)
    return grid


def keep_drivers(row: Championship, grid: Sequence[Start]) -> None:
    """Note who drives each seat from now on. A player for whom a bot stands in keeps the seat."""
    for one, starter in zip(row.competitors.all(), grid, strict=True):
        if starter.visitor:
            take_over(row, one.colour, starter.visitor, starter.name, starter.number)


def take_over(row: Championship, colour: str, visitor: str, name: str, number: int) -> None:
    """A player has this seat from now on, and no other one of the championship."""
    row.competitors.filter(visitor=visitor).exclude(colour=colour).update(visitor="")
    row.competitors.filter(colour=colour).update(visitor=visitor, name=name, car_number=number, bot="")


def stop_of(race: Race) -> models.Stop | None:
    """Which race of a championship this is; None for a single race."""
    return models.Stop.objects.select_related("championship").filter(race=race).first()


def goes_on(row: Championship) -> bool:
    """Whether a race is still to be driven, or is on."""
    return row.stops.filter(race__ended=None).exists()


def begun_with(row: Championship) -> Season:
    """The season before its first race. Raises `Broken` where it makes no sense to this version."""
    content, setup = decode(_CONTENTS, row.content, "championship"), decode(_SETUPS, row.setup, "championship")
    return begin(content, setup, Seed(row.seed))


def season_of(row: Championship) -> Season:
    """The season with the results of all races that are over. Raises `UnreadableRace`, and `Broken` where the
    championship itself makes no sense to this version."""
    over = row.stops.filter(race__ended__isnull=False).order_by("number").values_list("race__code", flat=True)
    return _season(row.code, tuple(over))


@lru_cache(maxsize=64)
def _season(code: str, over: tuple[str, ...]) -> Season:
    """A race that is over never changes, so neither does the season after it."""
    if not over:
        return begun_with(Championship.objects.get(code=code))
    season = _season(code, over[:-1])
    race = Race.objects.get(code=over[-1])
    try:
        return after(season, result(race))
    except (Broken, msgspec.DecodeError) as fault:
        raise UnreadableRace(season, race) from fault


def forget() -> None:
    """Drop all seasons, as a new process has none."""
    _season.cache_clear()


def result(race: Race) -> RaceResult:
    """What a race that is over brings to its championship."""
    state = scenes.state_of(race)
    assert isinstance(state, State)
    return result_of(heat_of(race.content_id).game, state)

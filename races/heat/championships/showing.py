"""A championship as its pages show it: the calendar, the next race, the table with all that it is made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, Protocol

import msgspec
from django.db.models.functions import Length
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from engine.heat import Heat
from engine.heat import events as e
from engine.heat.cards import Card
from engine.heat.season import Season, Standing, lineup, next_race, place_points, standings, view
from engine.heat.season.calendar import laps_of
from engine.heat.season.standings import Score
from engine.heat.views import HIDDEN
from engine.kernel.faults import Broken
from races import records
from races.heat import rulesets
from races.heat.board.explained import places
from races.heat.championships import running
from races.heat.championships.events import Event, event_of
from races.models import Championship, Race, TrackVersion


class Driver(Protocol):
    """Who has a seat, in a room or in a championship."""

    name: str
    colour: str
    car_number: int
    visitor: str
    bot: str
    legend: str


@dataclass(frozen=True)
class Stop:
    """One race of the calendar."""

    number: int
    name: str
    theme: str
    mini: SafeString
    laps: int
    event: Event | None
    state: Literal["over", "unreadable", "on", "next", "later"]
    secret: bool = False
    """Whether its event is still unknown."""
    race: Race | None = None
    winner: Driver | None = None
    ending: str = ""
    """Why it ended, if not by the flag."""
    places: tuple[str, ...] = ()
    """The rules of its flooded road, tunnels, gravel and chicanes."""


LEFT = ("on", "next", "later")
"""The states of races that still are to be driven, or are."""


@dataclass(frozen=True)
class Cell:
    """What a seat made of one race: `press` are the sponsor cards that it earned."""

    score: Score
    press: int


@dataclass(frozen=True)
class Line:
    """A row of the table."""

    place: int
    seat: int
    driver: Driver
    points: int
    cells: Sequence[Cell | None]
    rose: int
    """How many places it gained by the last race; negative for places lost."""
    tie: str
    """Why it is ahead of the next row with as many points."""
    sponsors: int
    """Sponsor cards in hand for the next race."""
    upgrades: Sequence[str]

    @property
    def fell(self) -> int:
        return -self.rose


@dataclass(frozen=True)
class Page:
    """All of it, for one viewer."""

    season: Season
    stops: Sequence[Stop]
    table: Sequence[Line]
    grid: Sequence[Driver]
    """From pole backwards; empty where it is drawn, and after the last race."""
    facts: Sequence[str]
    sponsors: Sequence[str]
    """The viewer's own sponsor cards."""
    champion: Line | None
    rules: str

    @property
    def raced(self) -> int:
        return len(self.season.raced)

    @property
    def now(self) -> Stop | None:
        """The race that is on, or the next one."""
        return next((stop for stop in self.stops if stop.state in ("on", "next")), None)

    @property
    def is_on(self) -> bool:
        """Whether its first race has started, and it is not over."""
        return any(stop.race for stop in self.stops) and any(stop.state in LEFT for stop in self.stops)

    @property
    def has_press(self) -> bool:
        """Whether any car has earned a sponsor card."""
        return any(cell and cell.press for line in self.table for cell in line.cells)

    @property
    def keeps_upgrades(self) -> bool:
        """Whether drivers keep the upgrades that they draft."""
        rules = self.season.content.rules
        return self.season.setup.garage and rules.championship_draft == "one_kept_each_race"

    @property
    def own_cards(self) -> list[Card]:
        """The faces that the page shows the viewer."""
        return [self.cards[face] for face in dict.fromkeys(self.sponsors)]

    @property
    def cards(self) -> Mapping[str, Card]:
        """By face, for the template tags that draw cards."""
        return {card.id: card for card in self.season.content.cards.cards}


def page_of(
    season: Season,
    drivers: Sequence[Driver],
    tracks: Sequence[int],
    races: Sequence[Race | None],
    me: int | None = None,
) -> Page:
    """`tracks` are keys of circuit versions; `races` those of the calendar that have started. Both by stop."""
    table = _table(season, drivers, [race for race in races if race is not None and race.ended is not None])
    seen = view(season, me)
    mine = next((line for line in (seen.raced[-1].line(me),) if line), None) if me is not None and seen.raced else None
    return Page(
        season=season,
        stops=_stops(season, drivers, tracks, races),
        table=table,
        grid=_grid(season, drivers),
        facts=_facts(season),
        sponsors=mine.sponsors if mine and not season.over else (),
        champion=table[0] if season.over and season.raced else None,
        rules=rulesets.name(season.content.rules.name),
    )


def of(row: Championship, season: Season, me: int | None = None) -> Page:
    """A championship that has begun, for one viewer."""
    stops = list(row.stops.select_related("race").defer("race__state", "race__setup"))
    races = [stop.race for stop in stops]
    return page_of(season, list(row.competitors.all()), [stop.track_id for stop in stops], races, me)


@dataclass(frozen=True)
class AfterRace:
    """What a race that is over was for its championship, as its results show it."""

    row: Championship
    number: int
    races: int
    points: Mapping[int, int]
    """By seat, with those of the event."""
    goes_on: bool


def after_race(race: Race) -> AfterRace | None:
    """None for a single race, and for one that cannot be read any more."""
    stop = running.stop_of(race)
    if stop is None:
        return None
    try:
        season = running.season_of(stop.championship)
    except running.UnreadableRace as fault:
        season = fault.season
    except Broken:
        return None
    if stop.number >= len(season.raced):
        return None
    raced = season.raced[stop.number]
    points = {number: line.total for number, line in enumerate(raced.result.lines)}
    races = len(season.setup.calendar)
    return AfterRace(stop.championship, stop.number + 1, races, points, not season.over)


def _stops(
    season: Season, drivers: Sequence[Driver], tracks: Sequence[int], races: Sequence[Race | None]
) -> list[Stop]:
    stops = []
    events = {event.id: event for event in season.content.modules.events}
    pictures = thumbnails(tracks)
    for number, seen in enumerate(view(season, None).calendar):
        race, over = races[number], number < len(season.raced)
        result = season.raced[number].result if over else None
        picture = pictures[tracks[number]]
        track = season.content.track(seen.track)
        stops.append(
            Stop(
                number=number + 1,
                name=track.name,
                theme=picture.theme,
                mini=picture.mini,
                laps=laps_of(seen, track, events.get(seen.event)),
                event=event_of(Heat(season.content.race(seen.track)), seen.event),
                secret=seen.event == HIDDEN,
                state=_state(number, race, len(season.raced)),
                race=race,
                winner=drivers[season.raced[number].seats[result.ranking[0]]] if result else None,
                ending=_ending(result.ended) if result else "",
                places=tuple(places(track)),
            )
        )
    return stops


def _state(number: int, race: Race | None, raced: int) -> Literal["over", "unreadable", "on", "next", "later"]:
    if number < raced:
        return "over"
    if race is not None:
        return "on" if race.ended is None else "unreadable"
    return "next" if number == raced else "later"


def _ending(ended: str) -> str:
    """Why a race ended before the flag, and what that means for the table."""
    return {
        "ended": _("It was ended early, and counts as it stood."),
        "unattended": _("Nobody drove it to its end; it counts as it stood."),
        "no_driver": _("Every driver left it; who left scores nothing."),
        "round_limit": _("It took too many rounds, and counts as it stood."),
    }.get(ended, "")


def _table(season: Season, drivers: Sequence[Driver], over: Sequence[Race]) -> list[Line]:
    rows = standings(season)
    before = _places_before(season)
    earned = [sponsors_earned(race.code) for race in over]
    lines = []
    for row, behind in zip(rows, [*rows[1:], None], strict=True):
        last = season.raced[-1].line(row.seat) if season.raced else None
        lines.append(
            Line(
                place=row.place,
                seat=row.seat,
                driver=drivers[row.seat],
                points=row.points,
                cells=[
                    None if score is None else Cell(score, earned[number][season.raced[number].seats.index(row.seat)])
                    for number, score in enumerate(row.races)
                ],
                rose=before.get(row.seat, row.place) - row.place,
                tie=_tie(row, behind, drivers),
                sponsors=len(last.sponsors) if last else 0,
                upgrades=last.upgrades if last else (),
            )
        )
    return lines


def _places_before(season: Season) -> dict[int, int]:
    """The places before the last race; none before the second."""
    if len(season.raced) < 2:
        return {}
    earlier = msgspec.structs.replace(season, raced=season.raced[:-1])
    return {row.seat: row.place for row in standings(earlier)}


def _tie(row: Standing, behind: Standing | None, drivers: Sequence[Driver]) -> str:
    """Why a row is ahead of the one behind that has as many points."""
    if behind is None or not row.races or row.points != behind.points:
        return ""
    mine, other = row.races[-1], behind.races[-1]
    if mine is None or other is None:
        return ""
    words = {"name": drivers[behind.seat].name, "place": mine.place, "other": other.place}
    return _("As many points as %(name)s, but place %(place)s in the last race, not %(other)s.") % words


def _grid(season: Season, drivers: Sequence[Driver]) -> list[Driver]:
    if season.over or not season.raced:
        return []
    _content, setup, _seed = next_race(season)
    seats = lineup(season)
    return [drivers[seats[seat]] for seat in setup.grid or ()]


def _facts(season: Season) -> list[str]:
    """What every race of it has, each in a sentence."""
    rules, setup, cars = season.content.rules, season.setup, len(season.setup.competitors)
    points = " · ".join(str(place_points(rules.points, place, cars)) for place in range(1, cars + 1))
    grid = {
        "reverse_standings": _("The leader of the table starts last."),
        "standings": _("The leader of the table starts from pole."),
    }[rules.next_grid]
    garage = {
        "full_each_race": _("Before every race everybody drafts a new set of upgrades."),
        "one_kept_each_race": _(
            "Before every race everybody drafts one upgrade and keeps it. Whoever picks first may swap an older one."
        ),
    }[rules.championship_draft]
    return [
        _("Points from first to last: %(points)s.") % {"points": points},
        grid,
        garage if setup.garage else _("Everybody drives with the starting upgrades."),
        *([_("Weather is drawn for every race.")] if setup.weather else []),
        *([_("Road conditions are drawn for every race.")] if setup.roads else []),
    ]


@lru_cache(maxsize=256)
def sponsors_earned(code: str) -> tuple[int, ...]:
    """How many sponsor cards each seat earned in a race that is over. What the event dealt at its start does not
    count."""
    race = Race.objects.get(code=code)
    earned = [0] * race.seats.count()
    for entry in records.entries(race):
        for event in entry.events:
            if isinstance(event, e.SponsorsDrawn) and event.why != "event":
                earned[event.seat] += len(event.cards)
    return tuple(earned)


class Thumbnail(msgspec.Struct):
    """The small picture of a circuit, a part of its stored art."""

    theme: str = ""
    mini: SafeString = SafeString()


class _Art(msgspec.Struct):
    theme: str = ""
    mini: str = ""


def thumbnails(versions: Sequence[int]) -> dict[int, Thumbnail]:
    """Those of these versions of circuits. The length of the stored picture is part of the key of the cache, because a
    circuit is drawn some seconds after it was saved."""
    lengths = TrackVersion.objects.filter(pk__in=versions).values_list("pk", Length("art"))
    return {version: _thumbnail(version, length) for version, length in lengths}


@lru_cache(maxsize=64)
def _thumbnail(version: int, length: int) -> Thumbnail:
    if not length:
        return Thumbnail()
    art = msgspec.json.decode(TrackVersion.objects.values_list("art", flat=True).get(pk=version), type=_Art)
    return Thumbnail(art.theme, mark_safe(art.mini))  # noqa: S308, drawn by us

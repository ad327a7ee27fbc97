"""A championship as a pure fold over ordinary races: what the next race is, and what its result makes of the season."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.heat.content import Content
from engine.heat.refusals import refuse
from engine.heat.season.calendar import Stop, draw_events, events_in_use, laps_of
from engine.heat.season.result import RaceResult
from engine.heat.season.setup import SeasonContent, SeasonSetup, has_events, season_faults
from engine.heat.season.standings import Raced, order_of
from engine.heat.state import Entrant, Setup
from engine.kernel.chance import Seed, derive, is_seed
from engine.kernel.faults import Broken, Fault
from engine.kernel.refusals import Refusal, refusal


class Season(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A championship between two races. It holds every secret; views do not."""

    content: SeasonContent
    setup: SeasonSetup
    seed: Seed
    events: tuple[str, ...]
    """The event of each race, those to come included; empty where there is none."""
    raced: tuple[Raced, ...] = ()
    left: tuple[int, ...] = ()
    """The seats that have left the championship, in the order in which they left."""

    @property
    def over(self) -> bool:
        """All races are driven, or no driver is left to drive them."""
        return len(self.raced) == len(self.setup.calendar) or not any(
            self.setup.competitors[seat].legend is None for seat in lineup(self)
        )


def begin(content: SeasonContent, setup: SeasonSetup, seed: Seed) -> Season:
    """A season before its first race. Raises `Broken` with every fault of what it is to be played with."""
    faults = season_faults(content, setup)
    if not is_seed(seed):
        faults += (Fault("seed", "bad_seed", "a seed is 32 to 128 hexadecimal digits"),)
    if faults:
        raise Broken("season", faults)
    events = ("",) * len(setup.calendar)
    if has_events(content, setup):
        cards = events_in_use(content.modules.events, setup.expansions)
        events = draw_events(setup.calendar, {track.id: track for track in content.tracks}, cards, seed)
    return Season(content=content, setup=setup, seed=seed, events=events)


def lineup(season: Season) -> tuple[int, ...]:
    """Who starts in the next race: its seats, by their seats of the season."""
    return tuple(seat for seat in range(len(season.setup.competitors)) if seat not in season.left)


def stop_of(season: Season) -> Stop:
    """Where the next race is."""
    return season.setup.calendar[len(season.raced)]


def next_race(season: Season) -> tuple[Content, Setup, Seed]:
    """The next race, an ordinary one: what it is driven on, its set-up and its seed. Raises `Broken` if none is left.

    The seed of a race tells nothing of the season's, nor of another race's.
    """
    if season.over:
        raise Broken("season", (Fault("", "over", "the championship is over"),))
    setup, number, stop = season.setup, len(season.raced), stop_of(season)
    event = next((card for card in season.content.modules.events if card.id == season.events[number]), None)
    content = season.content.race(stop.track)
    race = Setup(
        entrants=tuple(_entrant(season, seat) for seat in lineup(season)),
        laps=laps_of(stop, content.track, event),
        grid=_grid(season),
        mulligan=setup.mulligan,
        legend_bonus=setup.legend_bonus,
        aggressive=setup.aggressive,
        draft=_draft(season),
        tiers=setup.tiers,
        expansions=setup.expansions,
        weather=setup.weather,
        roads=setup.roads,
        season=True,
        event=season.events[number],
    )
    return content, race, derive(season.seed, f"race {number}")


def after(season: Season, result: RaceResult) -> Season:
    """The season with the result of its next race. Raises `Broken` for a result that cannot be one of it."""
    seats = lineup(season)
    places = sorted(line.place for line in result.lines)
    if season.over or places != list(range(1, len(seats) + 1)):
        text = f"this is not the result of race {len(season.raced) + 1} of this season, with {len(seats)} cars"
        raise Broken("result", (Fault("lines", "misfit", text),))
    return replace(season, raced=(*season.raced, Raced(seats, result)))


def leave(season: Season, seat: int) -> Season | Refusal:
    """The season without a competitor in its later races. To be asked between races; the points stand."""
    if not 0 <= seat < len(season.setup.competitors):
        return refusal("no_such_seat", seat, seat=seat)
    if season.over:
        return refusal("over", seat)
    if seat in season.left:
        return refuse("not_racing", seat)
    return replace(season, left=(*season.left, seat))


def _draft(season: Season) -> Literal["", "rounds", "one"]:
    """How upgrades are drafted before a race: not at all without Garage."""
    if not season.setup.garage:
        return ""
    return "rounds" if season.content.rules.championship_draft == "full_each_race" else "one"


def _entrant(season: Season, seat: int) -> Entrant:
    """A competitor at the start of the next race, with what is kept from the last one."""
    legend = season.setup.competitors[seat].legend
    if legend is not None:
        return Entrant(legend)
    upgrades: tuple[str, ...] | None = () if season.setup.garage else None
    sponsors: tuple[str, ...] = ()
    if season.raced:
        line = season.raced[-1].line(seat)
        assert line is not None, "who starts now has started in every race before"
        sponsors = line.sponsors
        if season.setup.garage and season.content.rules.championship_draft == "one_kept_each_race":
            upgrades = line.upgrades
    return Entrant(upgrades=upgrades, sponsors=sponsors)


def _grid(season: Season) -> tuple[int, ...] | None:
    """The seats of the next race from pole backwards; drawn before the first race."""
    if not season.raced:
        return None
    order = order_of(len(season.setup.competitors), season.raced)
    if season.content.rules.next_grid == "reverse_standings":
        order = order[::-1]
    seats = lineup(season)
    return tuple(seats.index(seat) for seat in order if seat in seats)

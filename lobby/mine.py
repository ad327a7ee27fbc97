"""What a visitor has played here: the races that are over, with places, and what these come to."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import msgspec
from django.db.models import QuerySet
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.kernel.bounds import Number, Word
from lobby import games
from races import places
from races.models import Race, Seat

PODIUM = 3
LAST = 99
"""Behind every place."""
FLAG = "flag"
"""How a race ends that was driven to its end."""
FILLED_AT_ONCE = 50
"""Races of the time before places were kept that one look at the page adds."""


@dataclass(frozen=True)
class Mine:
    """One race of this visitor that is over. Without a place, this version of the site cannot read it."""

    race: Race
    title: str
    place: int | None
    of: int
    others: Sequence[str]
    is_practice: bool
    """It went on from a step of another race, and counts for no figures."""
    rounds: int
    """How many it took; 0 where this version cannot read it."""
    pace: float | None
    """Rounds a lap; None where there are no laps, and where it did not come to its flag."""

    @property
    def how(self) -> str:
        """By which rules, and over how many laps."""
        return how(self.race)

    @property
    def length(self) -> str:
        """How many rounds it took; empty where that is not known."""
        rounds = ngettext("%(n)s round", "%(n)s rounds", self.rounds) % {"n": self.rounds}
        if self.pace is None:
            return rounds if self.rounds else ""
        pace = _("%(pace)s rounds a lap") % {"pace": number_format(self.pace, 1)}
        return f"{rounds} · {pace}"


@dataclass(frozen=True)
class Told:
    """One race of anybody that is over, the winner first."""

    race: Race
    title: str
    winner: str
    others: Sequence[str]

    @property
    def how(self) -> str:
        return how(self.race)


@dataclass(frozen=True)
class Best:
    """What this visitor has reached in one place: on one circuit, in Heat."""

    title: str
    races: int
    wins: int
    place: int
    pace: float | None
    """The fewest rounds that a lap took, on average over a race that was finished; None where there are no laps."""


@dataclass(frozen=True)
class Figures:
    """All races of this visitor together. A streak is a number of races in a row."""

    races: int
    wins: int
    podiums: int
    streak: int
    """Races on the podium in a row, the longest that there was."""
    streak_now: int
    """Those of the last races."""
    bests: Sequence[Best]


def seats_of(visitor: str) -> QuerySet[Seat]:
    """The seats of this visitor in races that are over, the newest first."""
    mine = Seat.objects.filter(visitor=visitor, kind=Seat.Kind.DRIVER).exclude(visitor="").exclude(race__ended=None)
    return mine.order_by("-race__ended", "-race")


def fill(visitor: str) -> None:
    """Keep the places of this visitor's races that ended before places were kept."""
    lacking = seats_of(visitor).filter(place=None).values("race")[:FILLED_AT_ONCE]
    places.fill(Race.objects.filter(pk__in=list(lacking.values_list("race", flat=True))))


def rows(seats: Sequence[Seat]) -> list[Mine]:
    """These seats as lines of a list."""
    races = Race.objects.select_related("track", "position")
    races = races.defer("track__data", "track__art", "position__state").prefetch_related("seats")
    known = races.in_bulk([seat.race_id for seat in seats])
    found = []
    for seat in seats:
        race = known[seat.race_id]
        others = [other.name for other in race.seats.all() if other.number != seat.number]
        found.append(
            Mine(
                race,
                games.offer(race.game).title(race),
                seat.place,
                len(others) + 1,
                others,
                is_practice=hasattr(race, "position"),
                rounds=_rounds(race).round,
                pace=_pace(race),
            )
        )
    return found


def told(races: Sequence[int]) -> list[Told]:
    """These races, by their keys, as lines of a list."""
    known = Race.objects.defer("state").select_related("track").prefetch_related("seats").in_bulk(races)
    found = []
    for race in (known[key] for key in races):
        seats = sorted(race.seats.all(), key=lambda seat: (seat.place or LAST, seat.number))
        winner = seats[0].name if seats and seats[0].place == 1 else ""
        others = [seat.name for seat in (seats[1:] if winner else seats)]
        found.append(Told(race, games.offer(race.game).title(race), winner, others))
    return found


def how(race: Race) -> str:
    """By which rules a race was played, and over how many laps."""
    names = [one.name for one in games.offer(race.game).rule_sets() if one.id == race.rules]
    laps = [ngettext("%(n)s lap", "%(n)s laps", race.laps) % {"n": race.laps}] if race.laps else []
    return " · ".join([*names, *laps])


def figures(visitor: str) -> Figures:
    """What all races of this visitor come to, but for lessons and for those that went on from a step of another one."""
    found = seats_of(visitor).filter(race__position=None).exclude(place=None).select_related("race__track")
    seats = [seat for seat in found if games.offer(seat.race.game).counts(seat.race)]
    reached = [seat.place or 0 for seat in seats]
    titled = sorted(((games.offer(seat.race.game).title(seat.race), seat) for seat in seats), key=lambda one: one[0])
    runs = [len(list(run)) if on else 0 for on, run in groupby(reached, lambda place: place <= PODIUM)]
    return Figures(
        races=len(reached),
        wins=reached.count(1),
        podiums=sum(place <= PODIUM for place in reached),
        streak=max(runs, default=0),
        streak_now=runs[0] if runs else 0,
        bests=[_best(title, [seat for _, seat in run]) for title, run in groupby(titled, lambda one: one[0])],
    )


def _best(title: str, seats: Sequence[Seat]) -> Best:
    reached = [seat.place or 0 for seat in seats]
    paces = [pace for seat in seats if (pace := _pace(seat.race)) is not None]
    return Best(title, len(reached), reached.count(1), min(reached), min(paces, default=None))


class _Rounds(msgspec.Struct):
    """Of a stored state how many rounds there were, and why it ended."""

    round: Number = 0
    ended: Word = ""


def _rounds(race: Race) -> _Rounds:
    try:
        return msgspec.json.decode(race.state, type=_Rounds)
    except msgspec.DecodeError:
        return _Rounds()


def _pace(race: Race) -> float | None:
    """Rounds a lap of a race that came to its flag."""
    state = _rounds(race)
    return state.round / race.laps if race.laps and state.ended == FLAG else None

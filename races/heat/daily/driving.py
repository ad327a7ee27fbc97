"""Driving the race of a day: a first try that counts, practice afterwards, and what each comes to."""

import logging
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import cast

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine.heat import RULESETS, State
from engine.heat.bots import cast as characters
from engine.heat.events import CornerTaken, Event, SpunOut
from engine.kernel.faults import Broken
from races import records
from races.heat import catalogue
from races.heat.daily.edition import LAPS, RULES, Edition
from races.heat.daily.edition import edition as edition_of
from races.heat.start import RaceTerms, start_race
from races.heat.table_game import heat_of
from races.models import DailyTry, Race, Seat
from races.parts.chips import LIVERIES
from races.scenes import Unreadable, scene_of
from races.start import Start

logger = logging.getLogger(__name__)

ME = 0
"""The seat of who drives."""
OPPONENTS = ("cautious", "racer", "racer", "cautious", "racer")
AT_ONCE = 20
"""Drives that one look at the table checks."""
PRESSES = 5
"""Attempts to begin a drive. A second one follows where another press was first, and finds the drive of that press."""


class NoTrack(Exception):
    """The operator offers no circuit."""


def drives(visitor: str, key: str) -> QuerySet[DailyTry]:
    """Return the drives of this day by this visitor, in their order."""
    return DailyTry.objects.exclude(visitor="").filter(key=key, visitor=visitor).order_by("number")


def going_on(visitor: str, key: str) -> Race | None:
    """Return the drive of this day that this visitor has begun and not finished."""
    one = drives(visitor, key).filter(race__ended=None).select_related("race").first()
    return one.race if one is not None else None


def first_try(visitor: str, key: str) -> DailyTry | None:
    """The drive of this visitor that counts, if they have begun one; judged, if it is over."""
    found = drives(visitor, key).filter(number=0).select_related("race").first()
    if found is not None and found.verdict == DailyTry.Verdict.OPEN and found.race.ended is not None:
        judge(found)
    return found


def begin(visitor: str, name: str, edition: Edition) -> Race:
    """Return the drive that goes on; without one begin the first try, or practice once that is over.

    Presses at the same moment, from several tabs too, lead to the same race. Raises `NoTrack`.
    """
    for _press in range(PRESSES - 1):
        try:
            return _begun(visitor, name, edition)
        except IntegrityError:  # another press has begun the drive of this number
            continue
    return _begun(visitor, name, edition)


@transaction.atomic
def _begun(visitor: str, name: str, edition: Edition) -> Race:
    """Raises `IntegrityError` where another transaction begins the same drive, and leaves no race then."""
    # The newest number is read before open drives are sought. A drive that begins in between is then found open, and
    # one that begins later has the number that is used here.
    newest = drives(visitor, edition.key).values_list("number", flat=True).last()
    if (race := going_on(visitor, edition.key)) is not None:
        return race
    race = _started(visitor, name, edition)
    number = 0 if newest is None else newest + 1
    DailyTry.objects.create(key=edition.key, race=race, visitor=visitor, number=number)
    return race


def _started(visitor: str, name: str, edition: Edition) -> Race:
    version = edition.track()
    if version is None:
        raise NoTrack
    terms = RaceTerms(
        rules=RULES,
        track=version,
        laps=LAPS,
        deck=catalogue.deck(RULESETS[RULES].legend_rows),
        extras=edition.extras,
        seed=edition.seed,
        clock=0,
        watching=Race.Watching.NOBODY,
        host=visitor,
    )
    return start_race([_driver(visitor, name), *_bots()], terms)


def _driver(visitor: str, name: str) -> Start:
    return Start(name=name, colour="red", number=1, visitor=visitor)


def _bots() -> Iterable[Start]:
    """The same ones every day."""
    colours = (colour for colour in LIVERIES if colour != "red")
    left = list(characters.cast())
    for number, kind in enumerate(OPPONENTS, start=2):
        one = next(one for one in left if one.bot == kind)
        left.remove(one)
        yield Start(name=one.name, colour=next(colours), number=number, bot=kind)


def time_trial(visitor: str, name: str, track: int) -> Race:
    """A lap alone, against one's own bests. Raises `NoTrack` for a circuit that is not offered."""
    version = catalogue.tracks().filter(pk=track).first()
    if version is None:
        raise NoTrack
    deck = catalogue.deck(RULESETS[RULES].legend_rows)
    terms = RaceTerms(
        rules=RULES, track=version, laps=LAPS, deck=deck, clock=0, watching=Race.Watching.NOBODY, host=visitor
    )
    return start_race([_driver(visitor, name)], terms)


def judge(one: DailyTry) -> None:
    """Play the record of a drive that is over again, and keep what it came to."""
    race = one.race
    try:
        records.check(race)
        story = [cast("Event", event) for entry in records.entries(race) for event in entry.events]
        state = heat_of(race.content_id).game.decode(race.state.encode())
    except Broken:
        logger.exception("The record of race %s, driven for %s, does not play again", race.code, one.key)
        one.verdict = DailyTry.Verdict.BROKEN
        one.save(update_fields=["verdict"])
        return
    one.verdict = _verdict(one, state)
    one.place = race.seats.values_list("place", flat=True).get(number=ME)
    car = state.cars[ME]
    one.rounds = car.laps[-1] if car.laps else state.round
    one.reached = max(0, car.at)
    one.signs = signs_of(story)
    one.save(update_fields=["verdict", "place", "rounds", "reached", "signs"])


def _verdict(one: DailyTry, state: State) -> str:
    of = edition_of(one.key)
    if state.ended != "flag" or state.cars[ME].status == "retired":
        return DailyTry.Verdict.UNFINISHED
    if of is None or one.race.ended is None or of.is_open(one.race.ended):
        return DailyTry.Verdict.LATE
    return DailyTry.Verdict.GOOD


def signs_of(events: Iterable[Event]) -> str:
    """A letter for each corner line that the driver crossed, in driving order."""
    found = ""
    for event in events:
        if isinstance(event, SpunOut) and event.seat == ME:
            found += "s"
        elif isinstance(event, CornerTaken) and event.seat == ME:
            found += "p" if event.heat else "f"
    return found[:64]


def first_tries(key: str) -> QuerySet[DailyTry]:
    """Return the drives of this day that count."""
    return DailyTry.objects.filter(key=key, number=0)


def judge_open(key: str) -> None:
    """Judge first tries that are over and were not looked at yet."""
    waiting = first_tries(key).filter(verdict=DailyTry.Verdict.OPEN).exclude(race__ended=None)
    for one in waiting.select_related("race")[:AT_ONCE]:
        judge(one)


def table(key: str) -> list[tuple[int, DailyTry]]:
    """Return the first tries that reached the table, the best first, each with its rank; equal ones share it."""
    judge_open(key)
    return ranked(key)


def ranked(key: str) -> list[tuple[int, DailyTry]]:
    """Return the table as far as its first tries are judged."""
    good = first_tries(key).filter(verdict=DailyTry.Verdict.GOOD)
    rows = sorted(good.select_related("race").prefetch_related("race__seats"), key=order)
    lines: list[tuple[int, DailyTry]] = []
    for _same, equal in groupby(rows, key=order):
        rank = len(lines) + 1
        lines += [(rank, one) for one in equal]
    return lines


def order(one: DailyTry) -> tuple[int, int, int]:
    """By place among the bots, then by rounds, then by how far beyond the line."""
    return one.place or 99, one.rounds or 999, -(one.reached or 0)


SIGNS = {"f": "🟩", "p": "🟨", "s": "🟥"}


def share_line(one: DailyTry, track: str) -> str:
    """A line to pass on that tells how it went and nothing of where what lies: a sign a corner."""
    signs = "".join(SIGNS[letter] for letter in one.signs)
    words = {"key": one.key, "track": track, "place": one.place, "rounds": one.rounds, "signs": signs}
    return _("Heatsite %(key)s · %(track)s · place %(place)s of 6 · round %(rounds)s %(signs)s") % words


def edition_driven(race: Race) -> Edition | None:
    """Return the day or week of which a race is a drive."""
    key = DailyTry.objects.filter(race=race).values_list("key", flat=True).first()
    return edition_of(key) if key is not None else None


def names_of(rows: Sequence[tuple[int, DailyTry]]) -> dict[int, Seat]:
    """By drive the seat of who drove it."""
    return {one.pk: next(seat for seat in one.race.seats.all() if seat.number == ME) for _rank, one in rows}


def laps_alone(visitor: str) -> QuerySet[Seat]:
    """Return this visitor's winning seats in races like a lap alone; some may have further seats."""
    mine = Seat.objects.exclude(visitor="").filter(visitor=visitor, place=1, race__host=visitor, race__laps=LAPS)
    return mine.filter(race__room="", race__opened=False, race__position=None, race__daily=None)


def trial_bests(visitor: str) -> dict[int, int]:
    """By circuit, of this visitor's laps alone, the fewest rounds."""
    found: dict[int, int] = {}
    for seat in laps_alone(visitor).select_related("race"):
        race = seat.race
        if race.seats.count() > 1 or race.track_id is None:
            continue
        try:
            state = scene_of(race.pk).state
        except Unreadable:
            continue
        assert isinstance(state, State)
        if state.ended == "flag" and state.cars[ME].laps:
            rounds = state.cars[ME].laps[-1]
            found[race.track_id] = min(rounds, found.get(race.track_id, rounds))
    return found

"""A lesson begins: an ordinary race without a room, so that no other player can join, and without a clock.

It is driven with the content that ships, whatever an admin has changed of it: other cards would be drawn in another
order, and the coach would promise what does not come.
"""

from collections.abc import Sequence
from functools import cache

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from engine.heat import Heat
from engine.heat.tracks import write_track
from races.heat import presets
from races.heat.lessons.lesson import LEARNER, LEGEND, Lesson
from races.heat.lessons.taught import LESSONS, lesson_of
from races.models import Race, Seat, TrackVersion
from races.models.circuits import digest_of
from races.start import Start, Terms, open_table

LIVERY, LEGENDS_LIVERY = "red", "blue"
EXPLAINED = "cool"
"""The preset that does not hold here: cooling down is something to learn."""


@cache
def _digest(lesson: Lesson) -> str:
    """Of the lesson's circuit, as versions of circuits have it."""
    return digest_of(write_track(lesson.game.content.track).decode())


def _drawn() -> QuerySet[TrackVersion]:
    return TrackVersion.objects.exclude(art="")


def track(lesson: Lesson) -> TrackVersion | None:
    """The circuit of a lesson as it ships; None where this site does not have it, or has not drawn it."""
    return _drawn().filter(digest=_digest(lesson)).first()


def on_offer() -> list[Lesson]:
    """The lessons whose circuits are there."""
    digests = {_digest(lesson) for lesson in LESSONS.values()}
    there = set(_drawn().filter(digest__in=digests).values_list("digest", flat=True))
    return [lesson for lesson in LESSONS.values() if _digest(lesson) in there]


def going_on(visitor: str) -> dict[str, Race]:
    """By name the lessons that a visitor has begun and not finished; of several of one name the newest."""
    seats = Seat.objects.filter(visitor=visitor, kind=Seat.Kind.DRIVER, race__ended=None).select_related("race")
    races = [seat.race for seat in seats.order_by("race") if visitor]
    return {lesson.name: race for race in races if (lesson := lesson_of(race)) is not None}


def begin(lesson: Lesson, visitor: str, name: str, version: TrackVersion) -> Race:
    """Start a lesson on this version of its circuit, or find the one that goes on."""
    entrants = lesson.setup.entrants
    starters: Sequence[Start] = (
        Start(name=name, colour=LIVERY, number=8, visitor=visitor),
        Start(name=_("Legend Blue"), colour=LEGENDS_LIVERY, number=1, legend=entrants[LEGEND].legend or ""),
    )
    content = lesson.game.content
    terms = Terms(
        rules=content.rules.name,
        track=version,
        laps=lesson.setup.laps,
        seed=lesson.seed,
        clock=0,
        watching=Race.Watching.NOBODY,
        host=visitor,
    )
    with transaction.atomic():
        # Two presses at the same moment wait for each other here, and the second finds the lesson of the first.
        TrackVersion.objects.select_for_update(no_key=True).only("pk").get(pk=version.pk)
        if (race := going_on(visitor).get(lesson.name)) is not None:
            return race
        race = open_table(Heat.name, content, lesson.setup, starters, terms)
        race.presets = {LEARNER: [preset for preset in presets.DEFAULTS if preset != EXPLAINED]}
        race.save(update_fields=["presets"])
    return race

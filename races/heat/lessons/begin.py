"""A lesson begins: an ordinary race without a room, so that no other player can join, and without a clock."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from engine.heat import RULESETS
from races.heat import catalogue, presets
from races.heat.lessons.coach import is_lesson
from races.heat.lessons.course import GRID, LAPS, LEARNER, LEVEL, RULES, SEED, TRACK
from races.heat.start import RaceTerms, start_race
from races.models import Race, Seat, TrackVersion
from races.start import Start

LIVERY, LEGENDS_LIVERY = "red", "blue"
EXPLAINED = "cool"
"""The preset that does not hold here: cooling down is something to learn."""


def track() -> TrackVersion | None:
    """The circuit of the lesson; None where the operator does not offer it."""
    return catalogue.tracks().filter(track__slug=TRACK).first()


def going_on(visitor: str) -> Race | None:
    """The lesson that a visitor has begun and not finished; the newest, if there are several."""
    seats = Seat.objects.filter(visitor=visitor, kind=Seat.Kind.DRIVER, race__ended=None).select_related("race")
    races = (seat.race for seat in seats.order_by("-race") if visitor)
    return next(filter(is_lesson, races), None)


def begin(visitor: str, name: str, version: TrackVersion) -> Race:
    """Start a lesson on this version of the circuit, or find the one that goes on. Raises `LegendDeck.DoesNotExist`
    without cards for the Legend."""
    starters: Sequence[Start] = (
        Start(name=name, colour=LIVERY, number=8, visitor=visitor),
        Start(name=_("Legend Blue"), colour=LEGENDS_LIVERY, number=1, legend=LEVEL),
    )
    terms = RaceTerms(
        rules=RULES,
        track=version,
        laps=LAPS,
        deck=catalogue.deck(RULESETS[RULES].legend_rows),
        grid=GRID,
        seed=SEED,
        clock=0,
        watching=Race.Watching.NOBODY,
        host=visitor,
    )
    with transaction.atomic():
        # Two presses at the same moment wait for each other here, and the second finds the lesson of the first.
        TrackVersion.objects.select_for_update(no_key=True).only("pk").get(pk=version.pk)
        if (race := going_on(visitor)) is not None:
            return race
        race = start_race(starters, terms)
        race.presets = {LEARNER: [preset for preset in presets.DEFAULTS if preset != EXPLAINED]}
        race.save(update_fields=["presets"])
    return race

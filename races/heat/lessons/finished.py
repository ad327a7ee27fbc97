"""Which lessons a visitor has driven to the end."""

from engine.heat import State
from races.heat.lessons.lesson import LEARNER, NO_OTHER_SEED
from races.heat.lessons.taught import lesson_of
from races.heat.table_game import heat_of
from races.models import Race, Seat

LOOKED_AT = 60
"""So many of a visitor's lessons are looked at, the newest first."""


def names(visitor: str) -> set[str]:
    """The names of the lessons that this visitor has finished, as far as their races are still kept."""
    if not visitor:
        return set()
    mine = Seat.objects.filter(visitor=visitor, kind=Seat.Kind.DRIVER).values("race")
    races = Race.objects.filter(pk__in=mine, game="heat", seed__startswith=NO_OTHER_SEED, ended__isnull=False)
    found: set[str] = set()
    for race in races.order_by("-ended")[:LOOKED_AT]:
        lesson = lesson_of(race)
        if lesson is not None and lesson.name not in found and _is_home(race):
            found.add(lesson.name)
    return found


def _is_home(race: Race) -> bool:
    """Whether the race went to the flag with the learner in it; one that was started over did not."""
    state = heat_of(race.content_id).game.decode(race.state.encode())
    assert isinstance(state, State)
    return state.ended == "flag" and state.cars[LEARNER].status != "retired"

"""The roads of the expansions: flooded spaces, a tunnel, a chicane and gravel, on one short circuit."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.heat import STANDARD, Content, Setup
from engine.heat.corners import corner_bill
from engine.heat.decks import deck_for
from engine.heat.events import CornerTaken
from engine.heat.moves.gear import shift_cost
from engine.heat.race import Race
from engine.heat.tracks import Corner
from races.heat.lessons.learner import Learner
from races.heat.lessons.lesson import GRID, Lesson, Numbers, Topic, against, is_shown_by, own_events
from races.heat.lessons.tracks import lesson_tracks

FASTER = 1
"""So much over its limit is a chicane crossed in the example."""
IN_SIGHT = 14
"""So many spaces ahead a chicane is explained."""


def _is_in_tunnel(learner: Learner) -> bool:
    return learner.game.course.is_tunnel(learner.car.at, learner.car.lane)


def _water(learner: Learner) -> Numbers:
    gear = learner.car.gear
    lower = max(1, gear - 1)
    return {"gear": gear, "lower": lower, "cost": shift_cost(gear, lower, flooded=True)}


def _chicane(learner: Learner) -> Corner | None:
    """The second corner of the chicane that is next."""
    course, line = learner.game.course, learner.corner.line
    found = (corner for corner in course.corners.values() if corner.chicane_of == line)
    near = learner.corner_asks and learner.corner.far <= IN_SIGHT
    return next(found, None) if near else None


def _both(learner: Learner) -> Numbers:
    line, letter, limit, far = learner.corner
    second = _chicane(learner)
    assert second is not None, "the topic is due"
    speed = limit + FASTER
    bills = (corner_bill(learner.roads, learner.car.at + at, speed, 0).heat for at in (far, far + second.line - line))
    return {
        "line": line,
        "letter": letter,
        "apart": second.line - line,
        "limit": limit,
        "second": second.limit,
        "speed": speed,
        "owed": sum(bills),
    }


TOPICS = (
    Topic(
        name="aim",
        title=gettext_lazy("Roads of the expansions"),
        sentences=lambda numbers: _(
            "Circuits of the expansions have more on their road: water, a tunnel, a chicane, gravel. This one has all "
            "of them in %(length)s spaces. Point at any of it on the board, and it is explained."
        ),
        target="board",
        phases=("gears",),
        due=lambda learner: bool(learner.game.course.flooded and learner.game.course.tunnel),
        numbers=lambda learner: {"length": learner.game.course.length},
        is_rule=False,
    ),
    Topic(
        name="water",
        title=gettext_lazy("Water"),
        sentences=lambda numbers: _(
            "Your car stands on a flooded space. From there a downshift costs 1 Heat more: from gear %(gear)s to gear "
            "%(lower)s it is %(cost)s now. Shifting up costs as ever."
        ),
        target="gear",
        phases=("gears",),
        due=lambda learner: learner.is_flooded and learner.car.gear > 1,
        numbers=_water,
    ),
    Topic(
        name="tunnel",
        title=gettext_lazy("In the tunnel"),
        sentences=lambda numbers: _(
            "Your car is in the tunnel. Who ends a turn there throws no card away, and cannot reduce Stress. So "
            "drive into it with a hand that you can use."
        ),
        target="board",
        phases=("react", "slipstream", "gears"),
        due=_is_in_tunnel,
        is_rule=True,
    ),
    Topic(
        name="chicane",
        title=gettext_lazy("A chicane"),
        sentences=lambda numbers: _(
            "Corner %(letter)s is a chicane: two lines, %(apart)s spaces apart, limits %(limit)s and %(second)s. A "
            "move over both is checked at both. At %(speed)s that would be %(owed)s Heat."
        ),
        target="sign",
        phases=("gears",),
        due=lambda learner: _chicane(learner) is not None,
        numbers=_both,
    ),
    Topic(
        name="gravel",
        title=gettext_lazy("Gravel"),
        sentences=lambda numbers: _(
            "Behind the chicane lies gravel. It looks rough, but it has no rule: you drive on it as on any road."
        ),
        target="board",
        phases=("gears",),
        due=lambda learner: bool(learner.game.content.track.gravel),
        after=("chicane",),
        is_rule=False,
    ),
    Topic(
        name="free",
        title=gettext_lazy("You drive"),
        sentences=lambda numbers: _(
            "Those are the roads of the expansions. Drive to the line as you like; I still say what I would do."
        ),
        target="",
        phases=("gears",),
        after=("water", "tunnel", "gravel"),
        is_rule=False,
    ),
)


def _shows(race: Race) -> bool:
    """Home without a spin-out, over all corners."""
    lines = {event.line for event in own_events(race) if isinstance(event, CornerTaken)}
    return is_shown_by(race) and len(lines) >= len(race.game.content.track.corners)


LESSON = Lesson(
    name="places",
    title=gettext_lazy("Water, tunnel, chicane, gravel"),
    lead=gettext_lazy("What the circuits of the expansions have on their road, all of it in one short lap."),
    minutes=2,
    chapter="road",
    content=lambda: Content(track=lesson_tracks()["selvaggia"], rules=STANDARD, legends=deck_for(STANDARD.legend_rows)),
    setup=Setup(entrants=against("easy"), laps=1, grid=GRID),
    topics=TOPICS,
    number=0,
    rounds=5,
    in_order=("aim", "water", "tunnel", "chicane", "free"),
    shows=_shows,
)

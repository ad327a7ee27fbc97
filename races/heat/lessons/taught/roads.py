"""Road conditions: tokens at the corners, those that change the corner and those that change the road behind it."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.heat import STANDARD, Boost, Content, Setup
from engine.heat.corners import corner_bill
from engine.heat.decks import deck_for
from engine.heat.events import CornerTaken
from engine.heat.moves.boost import Boosted, boost_cost
from engine.heat.race import Race
from races.heat.lessons.learner import Learner
from races.heat.lessons.lesson import GRID, Lesson, Numbers, Topic, against, is_shown_by, own_events
from races.heat.lessons.tracks import lesson_tracks
from races.heat.roadside.conditions import AtCorner, name, of_token

FASTER = 2
"""So much over its limit is a corner crossed in the example."""


def _ahead(learner: Learner) -> AtCorner | None:
    """The token at the next corner before the finish."""
    line = learner.corner.line
    found = (one for one in learner.conditions.tokens if one.line == line)
    return next(found, None) if learner.corner_asks else None


def _changes_corner(learner: Learner) -> bool:
    at = _ahead(learner)
    return at is not None and bool(at.token.limit or at.token.overheat)


def _changes_road(learner: Learner) -> bool:
    at = _ahead(learner)
    return at is not None and at.token.sector is not None


def _token(learner: Learner) -> Numbers:
    at = _ahead(learner)
    assert at is not None, "the topic is due"
    does = " ".join(of_token(at.token, learner.conditions))
    return {"line": at.line, "letter": at.letter, "token": name(at.token.id), "does": does}


def _bill(learner: Learner) -> Numbers:
    line, letter, limit, far = learner.corner
    speed = limit + FASTER
    owed = corner_bill(learner.roads, learner.car.at + far, speed, 0).heat
    printed = learner.game.course.corner(line).limit
    return {"line": line, "letter": letter, "printed": printed, "limit": limit, "speed": speed, "owed": owed}


TOPICS = (
    Topic(
        name="laid",
        title=gettext_lazy("Tokens at the corners"),
        sentences=lambda numbers: _(
            "Before the start a token was laid at each corner, %(tokens)s here, drawn from twelve. It lies beside the "
            "sign and stays for the whole race. Point at a corner, and its token is told."
        ),
        target="board",
        phases=("gears",),
        due=lambda learner: bool(learner.conditions.tokens),
        numbers=lambda learner: {"tokens": len(learner.conditions.tokens)},
        is_rule=False,
    ),
    Topic(
        name="corner",
        title=gettext_lazy("A token for the corner"),
        sentences=lambda numbers: _(
            "At corner %(letter)s lies this token: %(token)s. %(does)s It counts for every car that crosses the line."
        ),
        target="sign",
        phases=("gears",),
        due=_changes_corner,
        after=("laid",),
        numbers=_token,
    ),
    Topic(
        name="bill",
        title=gettext_lazy("What that costs"),
        sentences=lambda numbers: _(
            "Corner %(letter)s is printed with limit %(printed)s; with the token it is %(limit)s, as the sign shows. "
            "Cross it at %(speed)s, and you pay %(owed)s Heat."
        ),
        target="sign",
        phases=("gears",),
        due=_changes_corner,
        after=("corner",),
        numbers=_bill,
    ),
    Topic(
        name="road",
        title=gettext_lazy("A token for the road"),
        sentences=lambda numbers: _(
            "At corner %(letter)s lies this token: %(token)s. It is about the road behind the corner, not about its "
            "limit. %(does)s"
        ),
        target="sign",
        phases=("gears",),
        due=_changes_road,
        after=("laid",),
        numbers=_token,
    ),
    Topic(
        name="free_boost",
        title=gettext_lazy("On that road"),
        sentences=lambda numbers: _(
            "You are on the road of the token now, in 4th gear. A boost would cost 1 Heat elsewhere; here it costs "
            "%(cost)s. Take it where no corner is near."
        ),
        target="levers",
        phases=("react",),
        due=lambda learner: (
            learner.offers(Boost) and not boost_cost(learner.roads, learner.car.space) and learner.car.gear == 4
        ),
        after=("road",),
        numbers=lambda learner: {"cost": boost_cost(learner.roads, learner.car.space)},
    ),
    Topic(
        name="others",
        title=gettext_lazy("The other tokens"),
        sentences=lambda numbers: _(
            "There are six kinds: two move a limit up or down, one makes crossing too fast cost more. Three change the "
            "road behind: a free boost, a longer slipstream, or the weather of the race."
        ),
        target="board",
        phases=("gears", "discard"),
        after=("road",),
        due=lambda learner: learner.view.round > 1,
        is_rule=False,
    ),
    Topic(
        name="free",
        title=gettext_lazy("You drive"),
        sentences=lambda numbers: _(
            "Read the tokens before the first gear: they are the same in every lap. Drive to the line as you like; I "
            "still say what I would do."
        ),
        target="",
        phases=("gears", "discard"),
        after=("others",),
        is_rule=False,
    ),
)


def _shows(race: Race) -> bool:
    """Home without a spin-out, over a corner with a token, and with a free boost."""
    own = {type(event) for event in own_events(race)}
    return is_shown_by(race) and own >= {CornerTaken, Boosted}


LESSON = Lesson(
    name="roads",
    title=gettext_lazy("Road conditions"),
    lead=gettext_lazy("Tokens that move the limit of a corner, and tokens that change the road behind it."),
    minutes=2,
    chapter="tokens",
    joins="roads",
    content=lambda: Content(track=lesson_tracks()["piccola"], rules=STANDARD, legends=deck_for(STANDARD.legend_rows)),
    setup=Setup(entrants=against("easy"), laps=1, grid=GRID, roads=True),
    topics=TOPICS,
    number=145,
    rounds=4,
    in_order=("laid", "corner", "bill", "road", "others", "free"),
    shows=_shows,
)

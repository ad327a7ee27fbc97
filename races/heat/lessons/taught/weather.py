"""Weather: what the sky changes before the start, and what it changes on the road."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec.structs import replace

from engine.heat import STANDARD, Content, Cool, Setup
from engine.heat.decks import deck_for
from engine.heat.items import GEAR_COOLDOWN
from engine.heat.modules import Modules, Weather, base_modules
from races.heat.lessons.learner import Learner
from races.heat.lessons.lesson import GRID, Lesson, Numbers, Topic, against
from races.heat.lessons.tracks import lesson_tracks
from races.heat.roadside.conditions import at_the_start, name, on_the_road

SKY = "rain"


def _only(sky: str) -> Modules:
    """The modules with this one weather to draw."""
    modules = base_modules()
    return replace(modules, weather=tuple(one for one in modules.weather if one.id == sky))


def _weather(learner: Learner) -> Weather:
    weather = learner.conditions.weather
    assert weather is not None, "the topic is due"
    return weather


def _cools(learner: Learner) -> bool:
    weather = learner.conditions.weather
    return weather is not None and weather.sector.cooldown > 0


def _drawn(learner: Learner) -> Numbers:
    weather = _weather(learner)
    return {"sky": name(weather.id), "skies": len(base_modules().weather)}


def _start(learner: Learner) -> Numbers:
    weather = _weather(learner)
    return {"start": " ".join(at_the_start(weather)), "engine": learner.car.engine, "all": learner.all_heat}


def _road(learner: Learner) -> Numbers:
    weather = _weather(learner)
    return {"sky": name(weather.id), "road": " ".join(on_the_road(weather.sector))}


def _cooling(learner: Learner) -> Numbers:
    weather = _weather(learner)
    most = max(choice.heat for choice in learner.offered.others if isinstance(choice, Cool))
    return {
        "gear": learner.car.gear,
        "by_gear": GEAR_COOLDOWN.get(learner.car.gear, 0),
        "by_sky": weather.sector.cooldown,
        "can": most,
    }


TOPICS = (
    Topic(
        name="drawn",
        title=gettext_lazy("The sky of this race"),
        sentences=lambda numbers: _(
            "One of %(skies)s weather cards was drawn: %(sky)s. It holds for every driver, on the whole track, until "
            "the flag. Its sign in the bar tells all of it."
        ),
        target="sky",
        phases=("gears",),
        due=lambda learner: learner.conditions.weather is not None,
        numbers=_drawn,
        is_rule=False,
    ),
    Topic(
        name="start",
        title=gettext_lazy("What it changed already"),
        sentences=lambda numbers: _(
            "%(start)s So your engine holds %(engine)s of %(all)s Heat, and the rest will come into your hand. Count "
            "before you pay for a corner."
        ),
        target="engine",
        phases=("gears",),
        due=lambda learner: learner.conditions.weather is not None and bool(learner.conditions.weather.heat_count),
        after=("drawn",),
        numbers=_start,
        is_rule=False,
    ),
    Topic(
        name="road",
        title=gettext_lazy("What it changes on the road"),
        sentences=lambda numbers: _("%(road)s That is once a round, in any gear, on top of what the gear cools."),
        target="board",
        phases=("gears",),
        due=_cools,
        after=("start",),
        numbers=_road,
        is_rule=False,
    ),
    Topic(
        name="heat",
        title=gettext_lazy("Heat in your hand"),
        sentences=lambda numbers: ngettext(
            "You hold %(held)s Heat: the rain put Heat into your pile. It cannot be played or thrown away, so cool it "
            "down when you can.",
            "You hold %(held)s Heat: the rain put Heat into your pile. They cannot be played or thrown away, so cool "
            "them down when you can.",
            int(numbers["held"]),
        ),
        target="hand",
        phases=("gears",),
        due=lambda learner: learner.view.weather == SKY and learner.held("heat") > 0,
        after=("start",),
        numbers=lambda learner: {"held": learner.held("heat")},
        is_rule=False,
    ),
    Topic(
        name="cooling",
        title=gettext_lazy("Cooling in the rain"),
        sentences=lambda numbers: _(
            "Your gear cools %(by_gear)s, the weather cools %(by_sky)s. With the Heat in your hand you can cool "
            "%(can)s now. Without the rain, gears 3 and 4 would cool nothing."
        ),
        target="levers",
        phases=("react",),
        due=lambda learner: learner.offers(Cool) and _cools(learner),
        after=("road",),
        numbers=_cooling,
    ),
    Topic(
        name="skies",
        title=gettext_lazy("The other skies"),
        sentences=lambda numbers: _(
            "Snow cools, too, and leaves less Heat. Under clouds nobody cools, in fog nobody slipstreams. Storm and "
            "sun make slipstreams longer. Each changes engine, deck or discard pile at the start."
        ),
        target="sky",
        phases=("gears",),
        after=("cooling",),
        is_rule=False,
    ),
    Topic(
        name="free",
        title=gettext_lazy("You drive"),
        sentences=lambda numbers: _(
            "Under another sky, look at its sign before you choose the first gear. Drive to the line as you like; I "
            "still say what I would do."
        ),
        target="",
        phases=("gears",),
        after=("skies",),
        is_rule=False,
    ),
)

LESSON = Lesson(
    name="weather",
    title=gettext_lazy("Weather"),
    lead=gettext_lazy("Rain: what one sky changes before the start, and what on the road."),
    minutes=2,
    chapter="weather",
    joins="weather",
    content=lambda: Content(
        track=lesson_tracks()["piccola"],
        rules=STANDARD,
        legends=deck_for(STANDARD.legend_rows),
        modules=_only(SKY),
    ),
    setup=Setup(entrants=against("easy"), laps=1, grid=GRID, weather=True),
    topics=TOPICS,
    number=1,
    rounds=3,
    in_order=("drawn", "start", "road", "heat", "cooling", "skies", "free"),
)

"""The first race: one lap, and all that a race without modules needs, in the order in which it comes up."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat import STANDARD, Adrenaline, Boost, Content, Cool, Gear, Setup, Slipstream
from engine.heat.cards import HEAT, STRESS
from engine.heat.corners import corner_bill
from engine.heat.decks import deck_for
from engine.heat.events import CornerTaken
from engine.heat.items import GEAR_COOLDOWN
from engine.heat.moves.boost import Boosted, boost_cost
from engine.heat.moves.cool import Cooled
from engine.heat.moves.gear import shift_cost
from engine.heat.moves.slipstream import Slipstreamed
from engine.heat.race import Race
from engine.heat.rules import PhaseName
from races.heat.lessons.learner import Learner
from races.heat.lessons.lesson import GRID, LEARNER, Lesson, Numbers, Topic, against, is_shown_by, own_events
from races.heat.lessons.progress import Progress, followed
from races.heat.lessons.search import states
from races.heat.lessons.tracks import lesson_tracks

FASTER = 2
"""So much over its limit is a corner crossed in the example."""

ON_THE_ROAD: tuple[PhaseName, ...] = ("react", "slipstream", "discard")


def _of_slipstream(numbers: Numbers) -> str:
    if not int(numbers["owed"]):
        return _(
            "Who ends beside a car, or at most %(reach)s spaces behind, may take its slipstream: %(distance)s spaces "
            "more, for free. It catches up and passes without a card; corners on the way still count."
        )
    return ngettext(
        "Who ends beside a car, or at most %(reach)s spaces behind, may take its slipstream: %(distance)s spaces more, "
        "to catch up and pass without a card. Here it crosses corner %(letter)s at your speed %(speed)s: hence the "
        "%(owed)s Heat on the button.",
        "Who ends beside a car, or at most %(reach)s spaces behind, may take its slipstream: %(distance)s spaces more, "
        "to catch up and pass without a card. Here it crosses corner %(letter)s at your speed %(speed)s: hence the "
        "%(owed)s Heat on the button.",
        int(numbers["owed"]),
    )


def _board(learner: Learner) -> Numbers:
    return {"length": learner.game.course.length}


def _corner(learner: Learner) -> Numbers:
    line, letter, limit, far = learner.corner
    speed = limit + FASTER
    owed = corner_bill(learner.roads, learner.car.at + far, speed, 0).heat
    return {
        "line": line,
        "letter": letter,
        "limit": limit,
        "far": far,
        "speed": speed,
        "owed": owed,
        "engine": learner.car.engine,
    }


def _moved(learner: Learner) -> Numbers:
    return {"speed": learner.car.speed, "moved": learner.car.at - learner.car.start}


def _cooldown(learner: Learner) -> Numbers:
    can = max((choice.heat for choice in learner.offered.others if isinstance(choice, Cool)), default=0)
    gears = {f"gear_{gear}": cools for gear, cools in GEAR_COOLDOWN.items()}
    return {"can": can, **gears}


def _boost(learner: Learner) -> Numbers:
    least, most = learner.flip
    return {"cost": boost_cost(learner.roads, learner.car.space), "least": least, "most": most}


def _slipstream(learner: Learner) -> Numbers:
    distance = max(choice.distance for choice in learner.offered.others if isinstance(choice, Slipstream))
    _line, letter, _limit, far = learner.corner
    crosses = learner.corner_asks and far <= distance
    return {
        "distance": distance,
        "reach": learner.game.content.rules.slipstream_reach,
        "speed": learner.car.speed,
        "letter": letter,
        "owed": corner_bill(learner.roads, learner.car.at + far, learner.car.speed, 0).heat if crosses else 0,
    }


def _stress(learner: Learner) -> Numbers:
    least, most = learner.flip
    return {"held": learner.held("stress"), "least": least, "most": most}


def _spin(learner: Learner) -> Numbers:
    _line, letter, limit, _far = learner.corner
    engine = learner.car.engine
    return {"letter": letter, "limit": limit, "engine": engine, "speed": limit + engine + 1}


def _discard(learner: Learner) -> Numbers:
    may_go = {face for group in learner.offered.sets for face in group.cards}
    count = sum(face in may_go for face in learner.mine.hand)
    return {"may_go": count, "limit": learner.game.hand_limit(learner.view.setup)}


TOPICS: tuple[Topic, ...] = (
    Topic(
        name="aim",
        title=gettext_lazy("Welcome to the grid"),
        sentences=lambda numbers: _(
            "One lap of %(length)s spaces, against %(rival)s, a car that the game drives. Be ahead of it at the "
            "finish. Take your time: no clock runs."
        ),
        target="board",
        is_rule=False,
        phases=("gears",),
        numbers=_board,
    ),
    Topic(
        name="gear",
        title=gettext_lazy("First a gear"),
        sentences=lambda numbers: _(
            "Each round begins with a gear. It says how many cards you play: two in gear 2, four in gear 4. You are in "
            "gear %(gear)s; one step up or down is free."
        ),
        target="gear",
        is_rule=False,
        phases=("gears",),
        numbers=lambda learner: {"gear": learner.car.gear},
    ),
    Topic(
        name="cards",
        title=gettext_lazy("Then the cards"),
        sentences=lambda numbers: _(
            "Tap as many of your %(cards)s cards as the gear says, then the big button below. The sum of their "
            "numbers is your speed: you drive so many spaces. START only marks cards that every driver has."
        ),
        target="hand",
        phases=("gears",),
        numbers=lambda learner: {"cards": learner.car.hand},
    ),
    Topic(
        name="corner",
        title=gettext_lazy("A corner"),
        sentences=lambda numbers: ngettext(
            "The red sign is corner %(letter)s, %(far)s space ahead, and its number the speed limit. Crossing it at "
            "%(limit)s or less is free; faster costs Heat.",
            "The red sign is corner %(letter)s, %(far)s spaces ahead, and its number the speed limit. Crossing it at "
            "%(limit)s or less is free; faster costs Heat.",
            int(numbers["far"]),
        ),
        target="sign",
        is_rule=False,
        phases=("gears",),
        due=lambda learner: learner.corner_asks,
        numbers=_corner,
    ),
    Topic(
        name="heat",
        title=gettext_lazy("Heat"),
        sentences=lambda numbers: _(
            "Heat is your fuel: each point over a limit costs 1. Your engine holds %(engine)s of %(all)s, the rest is "
            "among your cards. Paid Heat comes to your hand later, and blocks it."
        ),
        target="engine",
        phases=("gears",),
        after=("corner",),
        numbers=lambda learner: {"engine": learner.car.engine, "all": learner.all_heat},
    ),
    Topic(
        name="movement",
        title=gettext_lazy("You have moved"),
        sentences=lambda numbers: ngettext(
            "Your cards were turned over: speed %(speed)s, and you have driven %(moved)s space. %(rival)s drives by "
            "one card a round, and pays no Heat.",
            "Your cards were turned over: speed %(speed)s, and you have driven %(moved)s spaces. %(rival)s drives by "
            "one card a round, and pays no Heat.",
            int(numbers["moved"]),
        ),
        target="board",
        is_rule=False,
        phases=ON_THE_ROAD,
        due=lambda learner: bool(learner.car.play) and learner.car.at > learner.car.start,
        after=("cards",),
        numbers=_moved,
    ),
    Topic(
        name="price",
        title=gettext_lazy("What a corner costs"),
        sentences=lambda numbers: ngettext(
            "Corner %(letter)s is %(far)s space ahead, with limit %(limit)s. Cross it at speed %(speed)s, and you pay "
            "%(owed)s of the %(engine)s Heat in your engine. Low cards and low gears brake.",
            "Corner %(letter)s is %(far)s spaces ahead, with limit %(limit)s. Cross it at speed %(speed)s, and you pay "
            "%(owed)s of the %(engine)s Heat in your engine. Low cards and low gears brake.",
            int(numbers["far"]),
        ),
        target="sign",
        phases=("gears",),
        due=lambda learner: learner.corner_asks and learner.corner.far <= learner.reach,
        after=("movement", "heat"),
        numbers=_corner,
    ),
    Topic(
        name="paid",
        title=gettext_lazy("Heat is paid"),
        sentences=lambda numbers: _(
            "You were faster than the limit: %(paid)s Heat paid, %(engine)s left in your engine. What is paid lies on"
            " your discard pile, and comes back into your hand once that is shuffled."
        ),
        target="engine",
        is_rule=False,
        phases=ON_THE_ROAD,
        due=lambda learner: HEAT in learner.car.discard,
        after=("price",),
        numbers=lambda learner: {"paid": learner.car.discard.count(HEAT), "engine": learner.car.engine},
    ),
    Topic(
        name="cooldown",
        title=gettext_lazy("Cooling down"),
        sentences=lambda numbers: _(
            "Heat in your hand blocks it. Cooling puts it back into the engine, to be spent again: now %(can)s. Gear 1 "
            "cools %(gear_1)s a round, gear 2 %(gear_2)s, gears 3 and 4 none."
        ),
        target="levers",
        phases=("react",),
        due=lambda learner: learner.offers(Cool),
        after=("movement",),
        numbers=_cooldown,
    ),
    Topic(
        name="boost",
        title=gettext_lazy("Boost"),
        sentences=lambda numbers: _(
            "In this gear %(cost)s Heat buys a boost, once a round: a card of your draw pile adds %(gain)s to your "
            "speed. Boost to pass a car, or to reach the line."
        ),
        target="levers",
        phases=("react",),
        due=lambda learner: learner.offers(Boost),
        numbers=_boost,
    ),
    Topic(
        name="adrenaline",
        title=gettext_lazy("Adrenaline"),
        sentences=lambda numbers: _(
            "You were last when this round began, and that gives adrenaline. If you like, it adds 1 to your speed, "
            "for free."
        ),
        target="levers",
        phases=("react",),
        due=lambda learner: learner.offers(Adrenaline),
    ),
    Topic(
        name="slipstream",
        title=gettext_lazy("Slipstream"),
        sentences=_of_slipstream,
        target="levers",
        phases=("slipstream",),
        due=lambda learner: learner.offers(Slipstream),
        numbers=_slipstream,
    ),
    Topic(
        name="stress",
        title=gettext_lazy("Stress"),
        sentences=lambda numbers: _(
            "Stress has no number; some is among your cards, spin-outs bring more. Played, it is worth the next card "
            "from 1 to 4 of your draw pile: now %(gain)s. It cannot be thrown away: play it where a surprise costs"
            " little."
        ),
        target="hand",
        phases=("gears",),
        due=lambda learner: learner.held("stress") > 0,
        after=("movement",),
        numbers=_stress,
    ),
    Topic(
        name="spin",
        title=gettext_lazy("Spinning out"),
        sentences=lambda numbers: _(
            "If a corner costs more Heat than your engine holds, you spin out: with %(engine)s Heat, at corner "
            "%(letter)s from speed %(speed)s on. You lose that Heat, stop before the corner in gear 1, and draw "
            "Stress."
        ),
        target="engine",
        phases=("gears",),
        due=lambda learner: learner.corner_asks,
        after=("price",),
        numbers=_spin,
    ),
    Topic(
        name="discard",
        title=gettext_lazy("Throwing away"),
        sentences=lambda numbers: _(
            "Your turn ends, and you draw until you hold %(limit)s cards. Before that you may throw away cards with a"
            " number: keep low ones for a corner, high ones for a straight."
        ),
        target="hand",
        phases=("discard",),
        due=lambda learner: bool(learner.offered.sets) and len(learner.offered) > 1,
        numbers=_discard,
    ),
    Topic(
        name="finish",
        title=gettext_lazy("Drive for the line"),
        sentences=lambda numbers: ngettext(
            "The line is %(left)s space ahead, and behind it Heat is worth nothing: use what you have. You know the "
            "game now, so drive as you like. I go on saying what I would do.",
            "The line is %(left)s spaces ahead, and behind it Heat is worth nothing: use what you have. You know the "
            "game now, so drive as you like. I go on saying what I would do.",
            int(numbers["left"]),
        ),
        target="board",
        phases=("gears",),
        due=lambda learner: learner.left <= learner.reach,
        after=("movement",),
        numbers=lambda learner: {"left": learner.left},
    ),
)


def _shows(race: Race) -> bool:
    """Whether the driver won without a spin-out, a corner took Heat, Heat was cooled, a boost and a slipstream were
    used, and nothing was hinted at before it was explained."""
    own = list(own_events(race))
    paid = any(isinstance(event, CornerTaken) and event.heat for event in own)
    done = {type(event) for event in own}
    won = race.game.view(race.state, None).ranking[0] == LEARNER
    if not (won and paid and is_shown_by(race) and done >= {Boosted, Cooled, Slipstreamed}):
        return False
    return all(map(in_good_order, followed(TOPICS, race.game, states(race))))


def in_good_order(at: Progress) -> bool:
    """Whether each thing is explained in the moment in which the hint uses it, and shows what it is for: no Heat before
    Heat is explained, nor a corner before what it costs; Stress when the first is to be played; a slipstream that costs
    nothing and passes the other car, a boost that reaches the line."""
    if at.learner is None:
        return True
    learner, hint = at.learner, at.learner.hint
    told = {step.topic.name for step in at.steps}
    if isinstance(hint.choice, Gear) and not at.taught:
        pays = shift_cost(learner.car.gear, hint.choice.gear, flooded=False)
        if pays or learner.held("heat") or learner.held("stress"):
            return False
    lands = [outcome.at for outcome in hint.explanation.outcomes]
    crosses = any(outcome.corners for outcome in hint.explanation.outcomes)
    uses = {
        "stress": STRESS in hint.cards,
        "cooldown": isinstance(hint.choice, Cool),
        "boost": isinstance(hint.choice, Boost) and learner.boosts_home,
        "slipstream": isinstance(hint.choice, Slipstream)
        and not any(outcome.heat for outcome in hint.explanation.outcomes)
        and learner.car.at <= learner.rival.at < min(lands),
    }
    return (not crosses or "price" in at.known) and all(used for name, used in uses.items() if name in told)


LESSON = Lesson(
    name="first",
    title=gettext_lazy("The first race"),
    lead=gettext_lazy(
        "Gears and cards, corners and Heat, cooldown, boost, slipstream, Stress: one lap against a Legend."
    ),
    minutes=6,
    chapter="race",
    content=lambda: Content(track=lesson_tracks()["prova"], rules=STANDARD, legends=deck_for(STANDARD.legend_rows)),
    setup=Setup(entrants=against("medium"), laps=1, grid=GRID),
    topics=TOPICS,
    number=91,
    rounds=4,
    in_order=("corner", "heat", "movement", "price", "spin"),
    shows=_shows,
)

"""The first race: one lap, and all that a race without modules needs, in the order in which it comes up."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.heat import STANDARD, Adrenaline, Boost, Content, Cool, Setup, Slipstream, all_tracks
from engine.heat.cards import STRESS
from engine.heat.corners import STRESS_OF_GEAR, corner_bill
from engine.heat.decks import deck_for
from engine.heat.events import CornerTaken
from engine.heat.items import GEAR_COOLDOWN
from engine.heat.moves.boost import Boosted, boost_cost
from engine.heat.moves.cool import Cooled
from engine.heat.moves.slipstream import Slipstreamed
from engine.heat.race import Race
from engine.heat.rules import PhaseName
from races.heat.lessons.learner import Learner
from races.heat.lessons.lesson import GRID, LEARNER, Lesson, Numbers, Topic, against, is_shown_by, own_events
from races.heat.lessons.progress import Progress, followed
from races.heat.lessons.search import states

FASTER = 2
"""So much over its limit is a corner crossed in the example."""

ON_THE_ROAD: tuple[PhaseName, ...] = ("react", "slipstream", "discard")


def _of_places(numbers: Numbers) -> str:
    gap = int(numbers["gap"])
    if numbers["side"] == "level":
        return _("You and %(rival)s are side by side. On equal spaces the car in the lane of the yellow line is ahead.")
    if numbers["side"] == "ahead":
        return ngettext(
            "%(rival)s is %(gap)s space ahead of you. The car that is ahead when a round begins drives first in it.",
            "%(rival)s is %(gap)s spaces ahead of you. The car that is ahead when a round begins drives first in it.",
            gap,
        )
    return ngettext(
        "You are %(gap)s space ahead of %(rival)s. The car that is ahead when a round begins drives first in it.",
        "You are %(gap)s spaces ahead of %(rival)s. The car that is ahead when a round begins drives first in it.",
        gap,
    )


def _of_slipstream(numbers: Numbers) -> str:
    return _(
        "You stand beside %(rival)s, or at most %(reach)s spaces behind. The slipstream takes you %(distance)s spaces "
        "on, for free. Your speed stays %(speed)s: if you cross a corner on the way, it is checked at that speed."
    )


def _board(learner: Learner) -> Numbers:
    return {"length": learner.game.course.length, "laps": learner.view.setup.laps}


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


def _gap(learner: Learner) -> Numbers:
    rival = learner.rival
    ahead = rival.at - learner.car.at
    return {
        "rival": rival.seat,
        "gap": abs(ahead),
        "side": "level" if not ahead else "ahead" if ahead > 0 else "behind",
    }


def _cooldown(learner: Learner) -> Numbers:
    can = max((choice.heat for choice in learner.offered.others if isinstance(choice, Cool)), default=0)
    gears = {f"gear_{gear}": cools for gear, cools in GEAR_COOLDOWN.items()}
    return {"held": learner.held("heat"), "can": can, **gears}


def _boost(learner: Learner) -> Numbers:
    least, most = learner.flip
    return {"cost": boost_cost(learner.roads, learner.car.space), "least": least, "most": most}


def _slipstream(learner: Learner) -> Numbers:
    found = [choice.distance for choice in learner.offered.others if isinstance(choice, Slipstream)]
    reach = learner.game.content.rules.slipstream_reach
    return {"distance": max(found), "reach": reach, "speed": learner.car.speed, "rival": learner.rival.seat}


def _stress(learner: Learner) -> Numbers:
    least, most = learner.flip
    return {"held": learner.held("stress"), "least": least, "most": most}


def _spin(learner: Learner) -> Numbers:
    _line, letter, limit, _far = learner.corner
    engine = learner.car.engine
    slow, fast = STRESS_OF_GEAR[1], STRESS_OF_GEAR[4]
    return {
        "letter": letter,
        "limit": limit,
        "engine": engine,
        "speed": limit + engine + 1,
        "slow": slow,
        "fast": fast,
    }


def _discard(learner: Learner) -> Numbers:
    may_go = {face for group in learner.offered.sets for face in group.cards}
    count = sum(face in may_go for face in learner.mine.hand)
    return {"may_go": count, "limit": learner.game.hand_limit(learner.view.setup)}


TOPICS: tuple[Topic, ...] = (
    Topic(
        name="aim",
        title=gettext_lazy("Welcome to the grid"),
        sentences=lambda numbers: _(
            "One lap, %(length)s spaces. %(rival)s starts ahead of you: a Legend, a car that the game drives. Be in "
            "front when the round ends in which the first car crosses the line. Take the time you like."
        ),
        target="board",
        is_rule=False,
        phases=("gears",),
        numbers=_board,
    ),
    Topic(
        name="board",
        title=gettext_lazy("The road and its corners"),
        sentences=lambda numbers: _(
            "Cars go along the arrows, space by space. A red sign is a corner, and the number on it the speed limit. "
            "The first is corner %(letter)s: limit %(limit)s, %(far)s spaces ahead."
        ),
        target="sign",
        is_rule=False,
        phases=("gears",),
        numbers=_corner,
    ),
    Topic(
        name="gear",
        title=gettext_lazy("Your gear"),
        sentences=lambda numbers: _(
            "Each round begins with a gear. It says how many cards you play: two in gear 2, four in gear 4. You are in "
            "gear %(gear)s. One step up or down is free; two steps have a price, of which more at the first corner."
        ),
        target="gear",
        is_rule=False,
        phases=("gears",),
        numbers=lambda learner: {"gear": learner.car.gear},
    ),
    Topic(
        name="cards",
        title=gettext_lazy("Your cards"),
        sentences=lambda numbers: _(
            "You hold %(cards)s cards. Choose as many as the gear says: their sum is your speed, and you drive so many "
            "spaces. START marks the cards that every driver begins with; Heat cannot be played at all."
        ),
        target="hand",
        phases=("gears",),
        numbers=lambda learner: {"cards": learner.car.hand},
    ),
    Topic(
        name="movement",
        title=gettext_lazy("You have moved"),
        sentences=lambda numbers: ngettext(
            "Your cards were turned over: speed %(speed)s, and you have driven %(moved)s space. %(rival)s has no hand: "
            "one card a round says how far that car goes.",
            "Your cards were turned over: speed %(speed)s, and you have driven %(moved)s spaces. %(rival)s has no "
            "hand: one card a round says how far that car goes.",
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
        name="places",
        title=gettext_lazy("Who is ahead"),
        sentences=_of_places,
        target="standings",
        phases=("gears",),
        after=("movement",),
        numbers=_gap,
    ),
    Topic(
        name="corner",
        title=gettext_lazy("A corner"),
        sentences=lambda numbers: ngettext(
            "Corner %(letter)s is %(far)s space ahead, with limit %(limit)s. Each point over it costs 1 Heat: cross it "
            "at %(speed)s and you pay %(owed)s. Your engine holds %(engine)s.",
            "Corner %(letter)s is %(far)s spaces ahead, with limit %(limit)s. Each point over it costs 1 Heat: cross "
            "it at %(speed)s and you pay %(owed)s. Your engine holds %(engine)s.",
            int(numbers["far"]),
        ),
        target="sign",
        phases=("gears",),
        due=lambda learner: learner.corner_asks and learner.corner.far <= learner.reach,
        after=("movement",),
        numbers=_corner,
    ),
    Topic(
        name="heat",
        title=gettext_lazy("Heat"),
        sentences=lambda numbers: _(
            "Your engine holds %(engine)s of %(all)s Heat. What you pay goes to your discard pile, and sooner or later "
            "into your hand, where it is in the way. Spend it where it gains most; cooling brings it from your hand "
            "back into the engine."
        ),
        target="engine",
        phases=("gears",),
        after=("corner",),
        numbers=lambda learner: {"engine": learner.car.engine, "all": learner.all_heat},
    ),
    Topic(
        name="cooldown",
        title=gettext_lazy("Cooling down"),
        sentences=lambda numbers: (
            _(
                "%(held)s of your cards are Heat. Cooling puts them back into the engine; now you can cool %(can)s. "
                "Gear 1 cools %(gear_1)s a round, gear 2 cools %(gear_2)s, gears 3 and 4 none."
            )
            if numbers["held"] != 1
            else _(
                "One of your cards is Heat. Cooling puts it back into the engine; now you can cool %(can)s. "
                "Gear 1 cools %(gear_1)s a round, gear 2 cools %(gear_2)s, gears 3 and 4 none."
            )
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
            "In this gear you may boost, once a round: for %(cost)s Heat the next card from 1 to 4 of your draw pile "
            "is turned over. It adds %(gain)s to your speed, and the car drives on by that."
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
            "You drive last in the order of this round, and that gives adrenaline, even if you have passed a car "
            "since. You may take 1 more speed, and cool 1 Heat more than your gear says. Both are free, and both are "
            "up to you."
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
        sentences=lambda numbers: ngettext(
            "You hold %(held)s Stress: every deck has some from the start. It can be played, and counts what the next "
            "card of your draw pile from 1 to 4 shows; now that is %(gain)s. You cannot throw it away, so play it "
            "where a surprise does no harm.",
            "You hold %(held)s Stress: every deck has some from the start. Each can be played, and counts what the "
            "next card of your draw pile from 1 to 4 shows; now that is %(gain)s. You cannot throw them away, so play "
            "them where a surprise does no harm.",
            int(numbers["held"]),
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
            "If a corner costs more Heat than the engine holds, you spin out. Your engine holds %(engine)s: corner "
            "%(letter)s, limit %(limit)s, spins you from speed %(speed)s on. All that Heat is gone, you stop before "
            "the corner in gear 1, and draw Stress: %(slow)s if you came in gear 1 or 2, %(fast)s if you came in 3 or "
            "4."
        ),
        target="engine",
        phases=("gears",),
        due=lambda learner: learner.corner_asks,
        after=("heat",),
        numbers=_spin,
    ),
    Topic(
        name="discard",
        title=gettext_lazy("Throwing away"),
        sentences=lambda numbers: (
            _(
                "Your turn ends. You may throw away any of %(may_go)s cards, but neither Heat nor Stress. Then you "
                "draw until you hold %(limit)s. Low cards are good for slow corners; before a straight throw them away."
            )
            if numbers["may_go"] != 1
            else _(
                "Your turn ends. You may throw away one card, but neither Heat nor Stress. Then you draw until you "
                "hold %(limit)s. Low cards are good for slow corners; before a straight throw them away."
            )
        ),
        target="hand",
        phases=("discard",),
        due=lambda learner: bool(learner.offered.sets) and len(learner.offered) > 1,
        numbers=_discard,
    ),
    Topic(
        name="finish",
        title=gettext_lazy("The finish"),
        sentences=lambda numbers: ngettext(
            "The line is %(left)s space ahead. Corners behind it are free, and Heat is worth nothing there: use what "
            "you have.",
            "The line is %(left)s spaces ahead. Corners behind it are free, and Heat is worth nothing there: use what "
            "you have.",
            int(numbers["left"]),
        ),
        target="board",
        phases=("gears",),
        due=lambda learner: learner.left <= learner.reach,
        after=("movement",),
        numbers=lambda learner: {"left": learner.left},
    ),
    Topic(
        name="free",
        title=gettext_lazy("You drive"),
        sentences=lambda numbers: _(
            "You know what you need. From here I only say what I would do, and speak up when something is new. "
            "Drive as you like."
        ),
        target="",
        is_rule=False,
        phases=("gears",),
        after=("places", "corner", "heat", "spin", "discard"),
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
    """Whether what the hint leads to has been explained: corners and Heat before the first corner is crossed or Heat is
    cooled, Stress before it is played."""
    if at.learner is None:
        return True
    hint = at.learner.hint
    crosses = any(outcome.corners for outcome in hint.explanation.outcomes)
    needed = {"heat"} if crosses or isinstance(hint.choice, Cool) else set()
    needed |= {"stress"} if STRESS in hint.cards else set()
    return at.known >= needed


LESSON = Lesson(
    name="first",
    title=gettext_lazy("The first race"),
    lead=gettext_lazy(
        "Gears and cards, corners and Heat, cooldown, boost, slipstream, Stress: one lap against a Legend."
    ),
    minutes=8,
    chapter="race",
    content=lambda: Content(track=all_tracks()["italia"], rules=STANDARD, legends=deck_for(STANDARD.legend_rows)),
    setup=Setup(entrants=against("medium"), laps=1, grid=GRID),
    topics=TOPICS,
    number=9661,
    rounds=12,
    in_order=("movement", "corner", "heat", "cooldown", "slipstream", "stress", "free"),
    shows=_shows,
)

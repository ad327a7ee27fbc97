"""What is taught, in this order: each topic once, in the first moment in which it matters to the driver.

What has been taught follows from the questions that the driver was asked before. Nothing of it is stored: a page that
is loaded again, another browser of the same visitor and another process find the same step.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.heat import Adrenaline, Boost, Cool, Heat, Slipstream, State
from engine.heat.corners import STRESS_OF_GEAR, corner_bill
from engine.heat.items import GEAR_COOLDOWN
from engine.heat.moves.boost import boost_cost
from engine.heat.rules import PhaseName
from engine.kernel.commands import Question
from engine.kernel.seats import Seat
from races.heat.lessons.learner import Learner

Numbers: TypeAlias = Mapping[str, int | str]
"""What the sentences of a topic say of this moment, by the names in them."""

FASTER = 2
"""So much over its limit is a corner crossed in the example."""
AT_FIRST, AT_ONCE = 4, 3
"""So many topics at most come up in the first question of a race, and in each later one."""

ON_THE_ROAD: tuple[PhaseName, ...] = ("react", "slipstream", "discard")


@dataclass(frozen=True, kw_only=True)
class Topic:
    """One step of the lesson."""

    name: str
    target: str
    """What the page points at."""
    phases: tuple[PhaseName, ...]
    due: Callable[[Learner], bool] = lambda learner: True
    after: tuple[str, ...] = ()
    """Topics without which it would make no sense."""
    numbers: Callable[[Learner], Numbers] = lambda learner: {}


@dataclass(frozen=True)
class Step:
    """A topic with the numbers of the moment in which it is taught."""

    topic: Topic
    numbers: Numbers


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
    return {"distance": max(found), "speed": learner.car.speed, "rival": learner.rival.seat}


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
    Topic(name="aim", target="board", phases=("gears",), numbers=_board),
    Topic(name="board", target="sign", phases=("gears",), numbers=_corner),
    Topic(name="gear", target="gear", phases=("gears",), numbers=lambda learner: {"gear": learner.car.gear}),
    Topic(name="cards", target="hand", phases=("gears",), numbers=lambda learner: {"cards": learner.car.hand}),
    Topic(
        name="movement",
        target="board",
        phases=ON_THE_ROAD,
        due=lambda learner: bool(learner.car.play) and learner.car.at > learner.car.start,
        after=("cards",),
        numbers=_moved,
    ),
    Topic(name="places", target="standings", phases=("gears",), after=("movement",), numbers=_gap),
    Topic(
        name="corner",
        target="sign",
        phases=("gears",),
        due=lambda learner: learner.corner_asks and learner.corner.far <= learner.reach,
        after=("movement",),
        numbers=_corner,
    ),
    Topic(
        name="heat",
        target="engine",
        phases=("gears",),
        after=("corner",),
        numbers=lambda learner: {"engine": learner.car.engine, "all": learner.all_heat},
    ),
    Topic(
        name="cooldown",
        target="levers",
        phases=("react",),
        due=lambda learner: learner.offers(Cool),
        after=("movement",),
        numbers=_cooldown,
    ),
    Topic(
        name="boost",
        target="levers",
        phases=("react",),
        due=lambda learner: learner.offers(Boost),
        numbers=_boost,
    ),
    Topic(name="adrenaline", target="levers", phases=("react",), due=lambda learner: learner.offers(Adrenaline)),
    Topic(
        name="slipstream",
        target="levers",
        phases=("slipstream",),
        due=lambda learner: learner.offers(Slipstream),
        numbers=_slipstream,
    ),
    Topic(
        name="stress",
        target="hand",
        phases=("gears",),
        due=lambda learner: learner.held("stress") > 0,
        after=("movement",),
        numbers=_stress,
    ),
    Topic(
        name="spin",
        target="engine",
        phases=("gears",),
        due=lambda learner: learner.corner_asks,
        after=("heat",),
        numbers=_spin,
    ),
    Topic(
        name="discard",
        target="hand",
        phases=("discard",),
        due=lambda learner: bool(learner.offered.sets) and len(learner.offered) > 1,
        numbers=_discard,
    ),
    Topic(
        name="finish",
        target="board",
        phases=("gears",),
        due=lambda learner: learner.left <= learner.reach,
        after=("movement",),
        numbers=lambda learner: {"left": learner.left},
    ),
    Topic(name="free", target="", phases=("gears",), after=("places", "corner", "heat", "spin", "discard")),
)


def steps(learner: Learner, taught: frozenset[str]) -> tuple[Step, ...]:
    """What is taught in this moment to a driver who has been taught so much."""
    if len(learner.offered) < 2:
        return ()  # it is answered by itself in a moment
    known = set(taught)
    found: list[Step] = []
    for topic in TOPICS:
        fits = topic.name not in known and learner.view.phase in topic.phases and known.issuperset(topic.after)
        if fits and len(found) < (AT_ONCE if taught else AT_FIRST) and topic.due(learner):
            found.append(Step(topic, topic.numbers(learner)))
            known.add(topic.name)
    return tuple(found)


@dataclass(frozen=True)
class Progress:
    """Where a driver is in the lesson: the question that is open, what it teaches, what was taught before."""

    question: Question | None = None
    steps: tuple[Step, ...] = ()
    taught: tuple[str, ...] = ()
    learner: Learner | None = None

    @property
    def known(self) -> frozenset[str]:
        """The topics of this moment and of all before it."""
        return frozenset((*self.taught, *(step.topic.name for step in self.steps)))


def followed(game: Heat, states: Iterable[State], seat: int) -> Iterator[Progress]:
    """A race from its first state on, question by question of one driver, and what stands between them."""
    at = Progress()
    yield at
    for state in states:
        question = next((one for one in game.awaiting(state) if one.seat == Seat(seat)), None)
        if question == at.question:
            continue
        taught = (*at.taught, *(step.topic.name for step in at.steps))
        if question is None:
            at = Progress(taught=taught)
        else:
            learner = Learner(game, game.view(state, seat))
            at = Progress(question, steps(learner, frozenset(taught)), taught, learner)
        yield at

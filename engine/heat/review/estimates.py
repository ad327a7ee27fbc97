"""What choices would have brought: each is followed in the same imagined races, so that only the choice differs.

A race is followed for a round after the turn of the choice, where the model of chances says what may come of it; near
the finish it is followed to the end. The more choices there are, the sooner those that are behind are dropped. Where a
choice has given places away, the races of those that are left are driven to the finish too, and correct the model.
"""

import math
from collections.abc import Sequence

from engine.heat.choices import Choice
from engine.heat.review.chances import Places, chances, expected
from engine.heat.review.decisions import Made
from engine.heat.review.features import standing
from engine.heat.review.following import Followed, Follower
from engine.heat.review.results import Prospect
from engine.heat.review.worlds import world
from engine.kernel.chance import Seed

WORK = 6000
"""How many questions may be answered in imagined races for a decision, unless places were given away."""

STAGES = ((8, 99), (20, 4), (400, 3))
STAGES_NEAR = ((8, 99), (120, 6), (400, 4))
"""So many races are imagined with so many choices, until the work is done; the others near the finish, where races are
short and a choice may decide."""

FEWEST = 8
"""So many races are imagined whatever the work."""

AHEAD = 1
"""How many rounds are driven after the turn of the choice."""

NEAR = 3.0
"""So many rounds before the finish, races are followed to the end."""

TO_THE_FINISH = 1000
"""More rounds than any race has."""

CERTAIN = 2.5
"""How many standard errors a loss must be to count as more than chance."""

MATTERS = 0.2
"""A loss of so many places is looked at in whole races."""

WHOLE = 24
"""How many races are then driven to the finish for each choice."""

MODEL_ERROR = 0.15
"""By how many places the model may be wrong about a choice; whole races correct it as far as they are better."""


class Trial:
    """A choice, and what came of it in each imagined race."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.ends: list[Followed] = []
        self.hopes: list[Places] = []
        self.errors: list[list[float]] = []
        """In whole races, the place that it came to less what the model had hoped, place by place."""

    @property
    def place(self) -> float:
        """The place to expect, by the model."""
        return sum([expected(one) for one in self.hopes]) / len(self.hopes)

    def error(self, first: "Trial") -> float:
        """The standard error of its place less that of another in the same races."""
        return standard_error(
            [expected(one) - expected(other) for one, other in zip(self.hopes, first.hopes, strict=False)]
        )


def compare(
    follower: Follower, made: Made, choices: Sequence[Choice], dice: Seed, work: int = WORK
) -> tuple[Prospect, ...]:
    """What each choice would have brought: the first is the one that the others are compared with, which come from the
    best to the worst."""
    trials = [Trial(choice) for choice in choices]
    left = sift(follower, made, trials, dice, work)
    if any(is_lost(trials[0], other) for other in left[1:]):
        for trial in left:
            drive_to_the_finish(follower, made, trial)
    shift = correction([error for trial in left for error in trial.errors])
    prospects = [(trial not in left, prospect(trial, trials[0], correction(trial.errors) or shift)) for trial in trials]
    others = sorted(prospects[1:], key=lambda one: (one[0], one[1].place))
    return tuple([one for _, one in (prospects[0], *others)])


def sift(follower: Follower, made: Made, trials: list[Trial], dice: Seed, work: int) -> list[Trial]:
    """Follow all choices in a few races, the best of them in more; those that are left at the end."""
    near = standing(follower.game, world(follower, made.view, dice, 0)).rounds <= NEAR
    rounds = TO_THE_FINISH if near else AHEAD
    left, number, answers = list(trials), 0, 0
    for races, kept in STAGES_NEAR if near else STAGES:
        left = [left[0], *sorted(left[1:], key=lambda one: one.place)[: kept - 1]] if number else left
        while number < races and (answers < work or number < FEWEST):
            start = world(follower, made.view, dice, number)
            for trial in left:
                end = follower.follow(start, made.question, trial.choice, rounds)
                trial.ends.append(end)
                trial.hopes.append(chances(follower.game, end.state, made.question.seat))
                answers += end.answers
            number += 1
    return left


def is_lost(first: Trial, best: Trial) -> bool:
    """Whether another choice is better by more than chance, and by enough to look at whole races."""
    lost = first.place - best.place
    return lost > MATTERS and lost > CERTAIN * best.error(first)


def drive_to_the_finish(follower: Follower, made: Made, trial: Trial) -> None:
    """Drive some of the followed races to the finish, and note by how much the model was wrong."""
    for end, hope in zip(trial.ends[:WHOLE], trial.hopes, strict=False):
        if not end.state.ended:
            state, _ = follower.drive(end.state, TO_THE_FINISH)
            found = chances(follower.game, state, made.question.seat)
            trial.errors.append([one - other for one, other in zip(found, hope, strict=True)])


def correction(errors: list[list[float]]) -> Places:
    """By how much the chances of places are corrected: the less, the more the whole races differ by chance. Empty
    without whole races."""
    if len(errors) < 2:
        return ()
    noise = standard_error([expected(tuple(one)) for one in errors])
    share = MODEL_ERROR**2 / (MODEL_ERROR**2 + noise**2)
    return tuple([share * sum(column) / len(errors) for column in zip(*errors, strict=True)])


def prospect(trial: Trial, first: Trial, shift: Places) -> Prospect:
    """The means over the imagined races."""
    races = len(trial.ends)
    places = corrected(tuple([sum(column) / races for column in zip(*trial.hopes, strict=True)]), shift)
    return Prospect(
        choice=trial.choice,
        win=places[0],
        place=expected(places),
        places=places,
        spin_out=sum([end.spun_out for end in trial.ends]) / races,
        heat=sum([end.heat for end in trial.ends]) / races,
        distance=sum([end.distance for end in trial.ends]) / races,
        races=races,
        whole=sum([end.state.ended != "" for end in trial.ends]) + len(trial.errors),
        error=trial.error(first),
    )


def corrected(places: Places, shift: Places) -> Places:
    """The chances of places with a correction, each at least 0, and 1 in sum."""
    if not shift:
        return places
    moved = [max(0.0, one + more) for one, more in zip(places, shift, strict=True)]
    return tuple([one / sum(moved) for one in moved])


def standard_error(values: Sequence[float]) -> float:
    """The standard error of the mean of these."""
    count = len(values)
    if count < 2:
        return 0.0
    mean = sum(values) / count
    return math.sqrt(sum([(one - mean) ** 2 for one in values]) / (count - 1) / count)

"""A seat's race looked back at, decision by decision."""

from collections.abc import Iterator, Sequence

from engine.heat.bots.racer import Racer
from engine.heat.game import Heat
from engine.heat.reading import RaceRecord
from engine.heat.review.candidates import candidates
from engine.heat.review.decisions import Made, driven
from engine.heat.review.estimates import CERTAIN, WORK, compare
from engine.heat.review.following import Follower
from engine.heat.review.results import Decision, Point, Prospect, Reason, Review
from engine.kernel.chance import Seed, derive
from engine.kernel.faults import Broken, Fault

SEED = Seed("7e" * 16)
"""The dice of a review for which no others are named."""

MATTERED = 3
"""How many decisions are named as those that mattered most."""

RISKIER = 0.1
"""So much more risk of a spin-out is a reason by itself."""


def review(record: RaceRecord, seat: int, seed: Seed = SEED, work: int = WORK) -> Iterator[Review]:
    """The review after each decision of the seat; the last is whole. The same arguments give the same review.

    `work` is how many questions may be answered in imagined races for a decision: twice the work, twice the time.

    Raises `Broken` at the first step: for a record that is unsound or of a race that is not over, and for a seat that
    no driver had.
    """
    game = Heat(record.content)
    race = driven(game, record, seat)
    found = Review(seat=race.seat, cars=race.cars, done=0, total=len(race.made), final_place=race.final_place)
    follower = Follower(game, Racer(game))
    for done, made in enumerate(race.made, start=1):
        try:
            decision = judge(follower, made, derive(seed, str(made.question)), work)
        except Exception as error:  # events from outside may claim anything that is sound, and yet no race
            text = f"no race can be imagined from here ({type(error).__name__}: {error})"
            raise Broken("record", (Fault(f"entries[{made.step}]", "misfit", text),)) from error
        found = _with(found, done, decision)
        yield found


def _with(found: Review, done: int, decision: Decision | None) -> Review:
    decisions = found.decisions if decision is None else (*found.decisions, decision)
    return Review(
        seat=found.seat,
        cars=found.cars,
        done=done,
        total=found.total,
        decisions=decisions,
        mattered=mattered(decisions),
        chart=tuple([point(one) for one in decisions]),
        final_place=found.final_place,
    )


def mattered(decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """The decisions that gave most away, the most first."""
    lost = [one for one in decisions if one.lost > 0]
    return tuple(sorted(lost, key=lambda one: (-one.lost, one.step))[:MATTERED])


def point(decision: Decision) -> Point:
    chosen = decision.chosen
    return Point(step=decision.step, round=decision.question.round, win=chosen.win, place=chosen.place)


def judge(follower: Follower, made: Made, dice: Seed, work: int = WORK) -> Decision | None:
    """The decision beside its alternatives; None where there is no real one."""
    choices = candidates(Racer(follower.game), made)
    if len(choices) == 1:
        return None
    chosen, *alternatives = compare(follower, made, choices, dice, work)
    best = alternatives[0]
    lost = chosen.place - best.place
    is_lost = lost > CERTAIN * best.error
    car = made.view.cars[made.question.seat]
    return Decision(
        step=made.step,
        question=made.question,
        at=car.at,
        heat=car.engine,
        chosen=chosen,
        alternatives=tuple(alternatives),
        lost=lost if is_lost else 0.0,
        reason=reason(chosen, best) if is_lost else "",
    )


def reason(chosen: Prospect, best: Prospect) -> Reason:
    """By what the best choice beats the one that was made, as far as it shows in the turn."""
    if chosen.spin_out - best.spin_out >= RISKIER:
        return "spin_out"
    if best.distance - chosen.distance >= 1:
        return "distance"
    if best.heat - chosen.heat >= 1:
        return "heat"
    return "later"

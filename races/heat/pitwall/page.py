"""What the page of a review shows of a seat's race."""

from engine.heat.review import Decision, Prospect, Review, read_review
from races.heat.pitwall import words
from races.heat.pitwall.chart import NARROW, WIDE, chart
from races.heat.scene import HeatScene
from races.parts.chances import percent

CERTAIN = 2
"""So many standard errors a loss has that chance does not explain."""
MOST_SHOWN = 8
"""Alternatives of one decision."""


def context_of(scene: HeatScene, data: str) -> dict[str, object]:
    """Raises `engine.kernel.faults.Broken` for a review that another version of the engine stored in another form."""
    review = read_review(data)
    ranks = {decision.step: number for number, decision in enumerate(review.mattered, start=1)}
    return {
        "final_place": review.final_place,
        "cars": review.cars,
        "charts": [chart(review, breadth) for breadth in (WIDE, NARROW)] if review.chart else [],
        "mattered": [_mattered(scene, decision) for decision in review.mattered],
        "decisions": [_decision(scene, decision, ranks.get(decision.step, 0)) for decision in review.decisions],
        "sure": words.sureness(review.decisions),
        "alone": _passed(review),
    }


def _passed(review: Review) -> int:
    """How many decisions had no real alternative."""
    return review.total - len(review.decisions)


def _mattered(scene: HeatScene, decision: Decision) -> dict[str, object]:
    return {
        "step": decision.step,
        "before": max(0, decision.step - 1),
        "where": words.where(decision),
        "sentence": words.mattered(scene, decision),
        "reason": words.reason(decision),
    }


def _decision(scene: HeatScene, decision: Decision, rank: int) -> dict[str, object]:
    best = decision.best
    chosen = _row(scene, decision.chosen, chosen=True, best=best is decision.chosen)
    others = [_row(scene, one, chosen=False, best=one is best) for one in decision.alternatives[:MOST_SHOWN]]
    return {
        "step": decision.step,
        "before": max(0, decision.step - 1),
        "where": words.where(decision),
        "lap": max(0, scene.game.course.lap(decision.at) + 1),
        "space": scene.game.course.space(decision.at),
        "heat": decision.heat,
        "choice": words.choice(scene, decision.chosen),
        "lost": words.number(decision.lost, 2) if decision.lost > CERTAIN * decision.best.error else "",
        "is_best": best is decision.chosen,
        "rank": rank,
        "rows": [chosen, *others],
    }


def _row(scene: HeatScene, one: Prospect, *, chosen: bool, best: bool) -> dict[str, object]:
    return {
        "choice": words.choice(scene, one),
        "chosen": chosen,
        "best": best,
        "win": percent(one.win),
        "place": words.number(one.place, 2),
        "error": "" if chosen else words.number(CERTAIN * one.error, 2),
        "spin_out": percent(one.spin_out),
        "heat": words.number(one.heat),
        "distance": words.number(one.distance),
    }

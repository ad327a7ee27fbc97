"""A seat's race looked back at: each decision beside what its alternatives would have brought."""

import argparse
from collections.abc import Iterator, Mapping

from engine.cli.figures import at_least_one
from engine.cli.options import add_seed, bytes_of, chosen_seed
from engine.cli.progress import progress
from engine.cli.replay import race_of, read_either
from engine.cli.sentences import PHASE_WORDS, choice_text
from engine.heat import Heat, RaceRecord
from engine.heat.cards import Card
from engine.heat.course import Course
from engine.heat.english import place
from engine.heat.review import SEED, WORK, Decision, Prospect, Review, review
from engine.heat.season import SeasonRecord
from engine.kernel import Broken, Fault, encode

SHOWN = 4
"""How many alternatives of a decision are printed."""

REASONS = {
    "spin_out": "The risk of a spin-out was {here:.0%} instead of {there:.0%}.",
    "distance": "It would have gone {more:.1f} spaces farther in that turn.",
    "heat": "It would have left {more:.1f} Heat more in the engine.",
    "later": "It pays in the rounds after that.",
}


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "review",
        help="look back at a recorded race, decision by decision",
        description="Look back at the race of one seat: each decision beside what its alternatives would have brought, "
        "from what the seat could know then, and the three decisions that mattered most. The same record, seat and "
        "seed print the same.",
    )
    parser.add_argument("record", metavar="RECORD", help="a file with the record of a race or a championship")
    parser.add_argument("--seat", type=int, required=True, help="whose decisions: the seats are numbered from 0")
    parser.add_argument("--race", metavar="NUMBER", type=int, help="of a championship: this race, from 1 on")
    parser.add_argument(
        "--work",
        type=int,
        default=WORK,
        help="how many questions bots may answer in imagined races for a decision: more is surer and takes longer "
        "(default: %(default)s)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    add_seed(parser)
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    at_least_one(work=given.work)
    record = race_of(_read(given), given.race)
    game = Heat(record.content)
    seed = SEED if given.seed is None else chosen_seed(given.seed)
    found = last(review(record, given.seat, seed, given.work))
    print(encode(found).decode() if given.json else "\n".join(told(game, found)))
    return 0


def _read(given: argparse.Namespace) -> RaceRecord | SeasonRecord:
    """The record; that of a championship only if one of its races is named."""
    record = read_either(bytes_of(given.record, "record"))
    if isinstance(record, SeasonRecord) and given.race is None:
        text = f"this is a championship of {len(record.races)} races: say which one"
        raise Broken("options", (Fault("--race", "missing", text),))
    return record


def last(growing: Iterator[Review]) -> Review:
    """The whole review, with a bar while it grows."""
    first = next(growing)
    return max(progress(growing, first.total - first.done), key=lambda found: found.done, default=first)


def told(game: Heat, found: Review) -> Iterator[str]:
    """A review as lines of text."""
    yield f"Seat {found.seat}: place {found.final_place} of {found.cars}."
    for decision in found.decisions:
        yield ""
        yield from _decision(game, decision)
    yield ""
    if not found.mattered:
        yield "No decision gave more away than chance explains."
        return
    yield "What mattered most:"
    for number, decision in enumerate(found.mattered, start=1):
        yield f"{number}. {_mattered(game.course, game.cards, decision)}"


def _decision(game: Heat, decision: Decision) -> Iterator[str]:
    yield f"{_where(game.course, decision)}, {decision.heat} Heat (step {decision.step})"
    alternatives = decision.alternatives[:SHOWN]
    for mark, prospect in (("»", decision.chosen), *((" ", one) for one in alternatives)):
        yield f"{mark} {_prospect(game.cards, prospect)}"


def _where(course: Course, decision: Decision) -> str:
    question = decision.question
    return f"Round {question.round}, {PHASE_WORDS[question.phase]}, {place(course, decision.at)}"


def _prospect(cards: Mapping[str, Card], prospect: Prospect) -> str:
    return (
        f"{choice_text(prospect.choice, cards):<44} win {prospect.win:>4.0%}  place {prospect.place:.2f}  "
        f"spins out {prospect.spin_out:>4.0%}  {prospect.heat:.1f} Heat  {prospect.distance:+.1f} spaces"
    )


def _mattered(course: Course, cards: Mapping[str, Card], decision: Decision) -> str:
    chosen, best = decision.chosen, decision.best
    numbers = {
        "spin_out": {"here": chosen.spin_out, "there": best.spin_out},
        "distance": {"more": best.distance - chosen.distance},
        "heat": {"more": best.heat - chosen.heat},
        "later": {},
    }[decision.reason]
    return (
        f"{_where(course, decision)}: {choice_text(chosen.choice, cards)} gave {decision.lost:.2f} places away against "
        f"“{choice_text(best.choice, cards)}” ({chosen.win:.0%} to win instead of {best.win:.0%}). "
        + REASONS[decision.reason].format(**numbers)
    )

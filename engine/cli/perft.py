"""How many ways a race can go on from a position: every sequence of so many choices, with chance fixed by the seed."""

import argparse
import json

from engine.cli.options import add_content, add_seed, chosen_game, chosen_seed
from engine.cli.sentences import choice_text
from engine.heat import Heat, State
from engine.heat.choices import Choice
from engine.heat.notation import SEED, read_position
from engine.heat.notation.happenings import write_choice
from engine.kernel import Broken, Fault, Question, Step, Withdrawal, command_for

DEEPEST = 60


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "perft",
        help="count the ways that a race can go on from a position",
        description="Count the sequences of exactly DEPTH choices from a position, with chance fixed by the seed. Of "
        "drivers who are asked at once, the one in the lowest seat chooses first. A race that is over sooner has no "
        "such sequence. docs/NOTATION.md says how a position is written.",
    )
    parser.add_argument("position", metavar="POSITION", help="a position in one line, in quotes")
    parser.add_argument("depth", metavar="DEPTH", type=int, help=f"how many choices, 0 to {DEEPEST}")
    parser.add_argument("--split", action="store_true", help="print the count under each first choice, too")
    add_content(parser, laps=False)
    add_seed(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    game = chosen_game(given)
    seed = SEED if given.seed is None else chosen_seed(given.seed)
    if not 0 <= given.depth <= DEEPEST:
        text = f"the depth is 0 to {DEEPEST}, not {given.depth}"
        raise Broken("options", (Fault("DEPTH", "out_of_range", text),))
    state = read_position(game, given.position, seed)
    try:
        first = split(game, state, given.depth) if given.split else []
        total = sum(count for _, count in first) if first else perft(game, state, given.depth)
    except Exception as error:  # a position from outside may claim what no race comes to: this is the border
        text = f"no race goes on from here ({type(error).__name__}: {error})"
        raise Broken("position", (Fault("", "misfit", text),)) from error
    if given.json:
        counts = {" ".join(write_choice(choice)): count for choice, count in first}
        print(json.dumps({"depth": given.depth, "count": total} | ({"split": counts} if given.split else {})))
        return 0
    for choice, count in first:
        print(f"{count:>12,}  {choice_text(choice)}")
    print(f"{total:>12,}" + ("  in all" if first else ""))
    return 0


def perft(game: Heat, state: State, depth: int) -> int:
    """The number of sequences of so many choices."""
    if not depth:
        return 1
    waiting = game.awaiting(state)
    if not waiting:
        return 0
    if depth == 1:
        return len(game.legal(state, waiting[0].seat))
    return sum(count for _, count in split(game, state, depth))


def split(game: Heat, state: State, depth: int) -> list[tuple[Choice, int]]:
    """The count under each first choice."""
    waiting = game.awaiting(state)
    if not waiting or not depth:
        return []
    return [
        (choice, perft(game, after(game, state, waiting[0], choice), depth - 1))
        for choice in game.legal(state, waiting[0].seat)
        if not isinstance(choice, Withdrawal)
    ]


def after(game: Heat, state: State, question: Question, choice: Choice) -> State:
    step = game.decide(state, command_for(question, choice))
    assert isinstance(step, Step), step
    return step.state

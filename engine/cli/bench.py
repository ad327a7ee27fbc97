"""How fast the engine is: decisions and races a second of one core, and what a state costs to store."""

import argparse
import json
import time
from collections.abc import Sequence

from msgspec.structs import replace

from engine.cli.options import add_content, add_seed, chosen_game, chosen_laps, chosen_seed
from engine.cli.state_costs import costs
from engine.heat import Entrant, Heat, LeaveRace, Setup, State
from engine.heat.season.calendar import PRINTED
from engine.kernel import Broken, Fault, Seed, Step, command_for, derive, draw, fold

CARS = 6
MOST_SECONDS = 3600


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    parser = commands.add_parser(
        "bench",
        help="measure the engine",
        description="Races of six random drivers, measured in CPU time of one core. One decision is: list the "
        "choices, pick one at random, decide, fold the events. Nobody retires.",
    )
    add_content(parser)
    add_seed(parser)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long to measure (default: 5)")
    parser.add_argument(
        "--modules",
        action="store_true",
        help="races of a championship with everything: drafts, weather, road conditions, sponsors, every event in turn",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    game = chosen_game(given)
    setups: tuple[Setup, ...] = (Setup(tuple(Entrant() for _ in range(CARS)), chosen_laps(given, game)),)
    if given.modules:
        setups = with_modules(game, setups[0])
    if not 0 < given.seconds <= MOST_SECONDS:
        text = f"this is more than 0 and at most {MOST_SECONDS}, not {given.seconds}"
        raise Broken("options", (Fault("--seconds", "out_of_range", text),))
    seed = chosen_seed(given.seed or "bench")
    figures = measure(game, setups, seed, given.seconds)
    if given.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name.replace('_', ' '):>24} {figure:>14,.1f}")
    return 0


def with_modules(game: Heat, setup: Setup) -> tuple[Setup, ...]:
    """The same race with every module on, once for each event."""
    modules = game.content.modules
    expansions = {card.expansion for card in game.content.cards.cards} - {PRINTED}
    return tuple(
        replace(
            setup,
            laps=max(1, setup.laps + event.effects.laps),
            draft="rounds",
            expansions=tuple(sorted(expansions)),
            weather=True,
            roads=True,
            season=True,
            event=event.id,
        )
        for event in modules.events
    )


def measure(game: Heat, setups: Sequence[Setup], seed: Seed, seconds: float) -> dict[str, float]:
    """Race until the time is up, the set-ups in turn, after one race to warm up."""
    _, states = _race(game, setups[0], derive(seed, "warm up"))
    decisions = races = 0
    begun = spent = time.process_time()
    while spent - begun < seconds:
        made, _ = _race(game, setups[races % len(setups)], derive(seed, str(races)))
        decisions += made
        races += 1
        spent = time.process_time()
    return {
        "decisions_per_second": decisions / (spent - begun),
        "races_per_second": races / (spent - begun),
        "decisions_per_race": decisions / races,
        **costs(game, states),
    }


def _race(game: Heat, setup: Setup, seed: Seed) -> tuple[int, list[State]]:
    """One race of random drivers: the decisions made, and the states between them."""
    state = fold(game, game.start(setup, seed))
    states = [state]
    dice = n = 0
    while waiting := game.awaiting(state):
        question = waiting[0]
        choices = game.legal(state, question.seat)
        while True:
            if dice < 1 << 20:
                dice, n = draw(seed, CARS, n), n + 1
            dice, place = divmod(dice, len(choices))
            choice = choices[place]
            if not isinstance(choice, LeaveRace):
                break
        step = game.decide(state, command_for(question, choice))
        assert isinstance(step, Step), step
        state = step.state
        states.append(state)
    return len(states) - 1, states

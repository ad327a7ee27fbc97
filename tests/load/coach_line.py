"""What the coach's advice is worth: a driver who does what the coach of a lesson says, against five careful bots.

python -m tests.load.coach_line [--races 40] [--seed 7] [--tracks usa,italia] [--bots cautious] [--laps 0]
"""

import argparse
import os
from collections.abc import Iterator

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heatsite.settings")

import django

django.setup()

from engine.heat import Content, Entrant, Heat, Setup, all_tracks  # noqa: E402
from engine.heat.bots import BOTS  # noqa: E402
from engine.heat.race import Race  # noqa: E402
from engine.heat.simulation import answer  # noqa: E402
from engine.kernel import Refusal, Seed, command_for, derive  # noqa: E402
from races.heat.lessons.learner import Learner  # noqa: E402
from tests.load.figures import head, row  # noqa: E402

CARS = 6
ME = 0
THIRD = 3.0
"""The place that the advice is to reach on average."""


def driven(game: Heat, bots: str, laps: int, seed: Seed) -> Race:
    """A race of six cars of which the first does as the coach says. The grid is drawn."""
    race = Race(game, Setup((Entrant(),) * CARS, laps), seed)
    others = BOTS[bots](game)
    while waiting := game.awaiting(race.state):
        question = waiting[0]
        if question.seat != ME:
            answer(race, others, question)
            continue
        learner = Learner(game, game.view(race.state, question.seat))
        done = race.submit(command_for(question, learner.hint.choice))
        assert not isinstance(done, Refusal), f"the coach said what is refused: {done}"
    return race


def places(track: str, bots: str, races: int, laps: int, seed: str) -> Iterator[int]:
    """The places of the driver who follows the coach."""
    circuit = all_tracks()[track]
    game = Heat(Content(track=circuit))
    root = Seed(f"{int(seed):02x}" * 16)
    for number in range(races):
        race = driven(game, bots, laps or circuit.laps, derive(root, f"{track} {number}"))
        yield game.places(game.view(race.state, None))[ME]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--races", type=int, default=40, help="on each track")
    parser.add_argument("--seed", default="7")
    parser.add_argument("--tracks", default=",".join(all_tracks()))
    parser.add_argument("--bots", default="cautious", choices=BOTS)
    parser.add_argument("--laps", type=int, default=0, help="0: as printed")
    given = parser.parse_args()
    head("Track", "races", "mean place", "first %", "in the first three %")
    every: list[int] = []
    for track in given.tracks.split(","):
        found = list(places(track, given.bots, given.races, given.laps, given.seed))
        every += found
        row(all_tracks()[track].name, len(found), *_cells(found))
    row("Over all", len(every), *_cells(every))
    print(f"\nThird of six or better on average: {'yes' if sum(every) / len(every) <= THIRD else 'no'}")


def _cells(found: list[int]) -> tuple[str, str, str]:
    first, podium = sum(place == 1 for place in found), sum(place <= THIRD for place in found)
    return (
        f"{sum(found) / len(found):.2f}",
        f"{100 * first / len(found):.0f}",
        f"{100 * podium / len(found):.0f}",
    )


if __name__ == "__main__":
    main()

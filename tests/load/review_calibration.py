"""Whether the chances to win that a review tells come true: the table of docs/REVIEWS.md.

    python -m tests.load.review_calibration [--races 60] [--first 0] [--keep FILE] [--jobs 2]
    python -m tests.load.review_calibration --table FILE...

Races of six are driven by bots other than the one that drives on in imagined races; each race by one kind. At every few
decisions of every seat the review estimates the chance to win with the choice that was made, and the race says who won.
The moments are sorted by that chance into bins of equal size, of 1,000 at least; the calibration error is the mean
distance between the chance and the share of wins over all bins. Its interval comes of drawing the races anew, not the
moments: those of a race are not independent. A review does fifteen times the `--work` for a decision, so its own
estimates are finer than these.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

import engine
from engine.cli.figures import side_by_side
from engine.heat import RULESETS, Content, Entrant, Heat, Setup, all_tracks
from engine.heat.bots.racer import Racer
from engine.heat.race import Race
from engine.heat.review.decisions import Made, driven
from engine.heat.review.estimates import compare
from engine.heat.review.following import Follower
from engine.heat.simulation import bots, let_bots_drive
from engine.kernel import Seed, derive
from tests.load.figures import head, row
from tests.load.review_model import nothing_to_prepare

ROOT = Seed("ca11" * 16)
DRIVERS = ("champion", "cautious")
"""Bots that do not drive in imagined races; races go round."""
CARS = 6
STRIDE = 7
"""Every seventh decision of a seat is a moment."""
WORK = 400
"""Questions that may be answered in imagined races for a moment."""
LEAST_BIN = 1000
DRAWN_ANEW = 1000


class Moment(Struct):
    """What was hoped for, and what came."""

    race: int
    drivers: str
    win: float
    won: bool


def moments(task: tuple[int, int]) -> list[Moment]:
    """Those of one race."""
    number, work = task
    dice = Random(f"{ROOT}{number}")
    drivers = DRIVERS[number % len(DRIVERS)]
    track, rules = dice.choice(sorted(all_tracks())), dice.choice(sorted(RULESETS))
    game = Heat(Content(track=all_tracks()[track], rules=RULESETS[rules]))
    race = Race(game, Setup((Entrant(),) * CARS, dice.choice((1, 2))), derive(ROOT, str(number)))
    let_bots_drive(race, bots(game, [drivers] * CARS))
    record = race.record(engine.__version__)
    follower = Follower(game, Racer(game))
    found = []
    for seat in range(CARS):
        seen = driven(game, record, seat)
        for made in seen.made[(seat + number) % STRIDE :: STRIDE]:
            found.append(Moment(number, drivers, hoped(follower, made, work), seen.final_place == 1))
    return found


def hoped(follower: Follower, made: Made, work: int) -> float:
    """The chance to win with the choice that was made."""
    return compare(follower, made, (made.choice,), derive(ROOT, str(made.question)), work)[0].win


def bins(found: Sequence[Moment]) -> list[list[Moment]]:
    """The moments by their chance, in bins of the same size."""
    count = max(1, len(found) // LEAST_BIN)
    ordered = sorted(found, key=lambda one: (one.win, one.race))
    return [ordered[len(found) * place // count : len(found) * (place + 1) // count] for place in range(count)]


def hope_and_share(some: Sequence[Moment]) -> tuple[float, float]:
    return sum(one.win for one in some) / len(some), sum(one.won for one in some) / len(some)


def error(found: Sequence[Moment]) -> float:
    """The expected calibration error."""
    apart = [(len(some), *hope_and_share(some)) for some in bins(found)]
    return sum(count * abs(hope - share) for count, hope, share in apart) / len(found)


def interval(found: Sequence[Moment]) -> tuple[float, float]:
    """The middle 95 % of the error when the races are drawn anew."""
    by_race: dict[int, list[Moment]] = {}
    for one in found:
        by_race.setdefault(one.race, []).append(one)
    races, dice = list(by_race.values()), Random(7)
    drawn = [dice.choices(races, k=len(races)) for _ in range(DRAWN_ANEW)]
    errors = sorted(error([one for race in some for one in race]) for some in drawn)
    return errors[DRAWN_ANEW // 40], errors[-DRAWN_ANEW // 40]


def table(found: Sequence[Moment]) -> None:
    head("moments", "chance to win %", "won %")
    for some in bins(found):
        hope, share = hope_and_share(some)
        row(len(some), f"{100 * hope:.1f}", f"{100 * share:.1f}")
    print()
    for name, of in _groups(found):
        low, high = interval(of)
        races = len({one.race for one in of})
        print(
            f"{name}: {races} races, {len(of)} moments, calibration error {100 * error(of):.1f} points "
            f"({100 * low:.1f}–{100 * high:.1f})"
        )


def _groups(found: Sequence[Moment]) -> Iterator[tuple[str, list[Moment]]]:
    yield "all", list(found)
    for drivers in DRIVERS:
        of = [one for one in found if one.drivers == drivers]
        if len(of) >= 2 * LEAST_BIN:  # in one bin, what is too high and what is too low would make up for each other
            yield drivers, of


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--races", type=int, default=60)
    parser.add_argument(
        "--first", type=int, default=0, help="the number of the first race, to go on from an earlier run"
    )
    parser.add_argument("--work", type=int, default=WORK)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="a file to which the moments are added")
    parser.add_argument(
        "--table", type=Path, nargs="+", help="print the table of moments that were kept; drive nothing"
    )
    given = parser.parse_args()
    if given.table:
        lines = [line for path in given.table for line in path.read_bytes().splitlines()]
        table([msgspec.json.decode(line, type=Moment) for line in lines])
        return
    tasks = [(number, given.work) for number in range(given.first, given.first + given.races)]
    found: list[Moment] = []
    for some in side_by_side(moments, tasks, given.jobs, nothing_to_prepare, None):
        found += some
        if given.keep:
            with given.keep.open("ab") as kept:
                kept.writelines(msgspec.json.encode(one) + b"\n" for one in some)
    table(found)


if __name__ == "__main__":
    main()

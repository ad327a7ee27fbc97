"""The ladder of docs/BOTS.md: every bot against every other on every track, and ratings with their intervals.

python -m tests.load.bot_ladder [--drivers random,cautious,racer,champion] [--deals 4] [--seed 7] [--tracks usa,italia]
    [--rules standard] [--keep FILE] [--jobs 2]

With a file the races are kept in it, and those that are there are not driven again: a long ladder can be driven in
pieces, and what was interrupted goes on.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct
from openskill.models import PlackettLuce

from engine.cli.figures import at_least_one, side_by_side, wilson
from engine.cli.options import chosen_rules, chosen_seed, chosen_track
from engine.heat import RULESETS, Content, Heat, all_tracks
from engine.heat.bots import BOTS
from engine.heat.simulation import simulate
from engine.kernel import Seed, derive
from tests.load.figures import PROCESSES, head, row

SAMPLES = 200
"""So often the deals are drawn anew for the intervals."""
FIRST, SECOND = 0, 1


class Pairing(Struct, frozen=True):
    """One deal of the cards for two bots: each starts once from either place of the grid."""

    drivers: tuple[str, str]
    track: str
    rules: str
    seed: Seed
    deal: int


class Outcome(Struct, frozen=True):
    """Which of the two won each of the two races: 0 or 1."""

    pairing: Pairing
    winners: tuple[int, int]


class Rating(Struct, frozen=True):
    """A bot on the ladder: its rating, and between which 95 % of the ratings lie when the deals are drawn anew."""

    driver: str
    rating: float
    low: float
    high: float


def pairings(
    drivers: Sequence[str], tracks: Sequence[str], rulesets: Sequence[str], deals: int, seed: Seed
) -> list[Pairing]:
    """Every two of the bots, on every track under every rule set. Neighbours differ in the pair, so that a piece of
    the ladder holds all of them."""
    return [
        Pairing(pair, track, rules, seed, deal)
        for deal in range(deals)
        for track in tracks
        for rules in rulesets
        for pair in combinations(drivers, 2)
    ]


def drive(pairing: Pairing) -> Outcome:
    """Both races of a deal."""
    track = chosen_track(pairing.track)
    game = Heat(Content(track=track, rules=chosen_rules(pairing.rules)))
    seed = derive(pairing.seed, f"ladder {pairing.track} {pairing.rules} {pairing.deal}")
    first, second = (
        simulate(game, pairing.drivers, track.laps, seed, grid).ranking[0]
        for grid in ((FIRST, SECOND), (SECOND, FIRST))
    )
    return Outcome(pairing, (first, second))


def driven(wanted: Sequence[Pairing], keep: Path | None, jobs: int) -> Iterator[Outcome]:
    """What came of the pairings: those that are kept in the file as they stand there, the others once driven."""
    lines = keep.read_bytes().splitlines() if keep and keep.exists() else []
    kept = {outcome.pairing: outcome for line in lines for outcome in [msgspec.json.decode(line, type=Outcome)]}
    missing: list[Pairing] = []
    for pairing in wanted:
        if pairing in kept:
            yield kept[pairing]
        else:
            missing.append(pairing)
    for outcome in side_by_side(drive, missing, jobs, _start, None) if missing else ():
        if keep:
            with keep.open("ab") as file:
                file.write(msgspec.json.encode(outcome) + b"\n")
        yield outcome


def _start(given: None) -> None:
    """The processes need nothing to begin with."""


def ratings(outcomes: Sequence[Outcome], drivers: Sequence[str], seed: int = 0) -> list[Rating]:
    """The ladder from the strongest to the weakest. A rating is the middle of those of many samples of the deals."""
    dice = Random(seed)
    samples = [_rated(dice.choices(outcomes, k=len(outcomes)), drivers, dice) for _ in range(SAMPLES)]
    found = []
    for driver in drivers:
        values = sorted(sample[driver] for sample in samples)
        edge = SAMPLES // 40
        found.append(Rating(driver, sum(values) / SAMPLES, values[edge], values[-1 - edge]))
    return sorted(found, key=lambda one: -one.rating)


def _rated(outcomes: Iterable[Outcome], drivers: Sequence[str], dice: Random) -> dict[str, float]:
    """The ratings after these races in an order of chance. Bots do not change, so their ratings drift by nothing."""
    model = PlackettLuce(tau=0.0)
    rated = {driver: model.rating() for driver in drivers}
    races = [(outcome.pairing.drivers, winner) for outcome in outcomes for winner in outcome.winners]
    dice.shuffle(races)
    for pair, winner in races:
        teams = [[rated[driver]] for driver in pair]
        ranks = [0.0 if place == winner else 1.0 for place in (FIRST, SECOND)]
        for driver, (after,) in zip(pair, model.rate(teams, ranks=ranks), strict=True):
            rated[driver] = after
    return {driver: one.mu for driver, one in rated.items()}


def wins(outcomes: Sequence[Outcome], first: str, second: str) -> str:
    """The share of races that the first wins of those between two, in per cent with its interval."""
    won = races = 0
    for outcome in outcomes:
        if set(outcome.pairing.drivers) == {first, second}:
            place = outcome.pairing.drivers.index(first)
            won += outcome.winners.count(place)
            races += len(outcome.winners)
    if not races:
        return "–"
    low, high = wilson(won, races)
    return f"{100 * won / races:.1f} ({100 * low:.1f}–{100 * high:.1f})"


def table(outcomes: Sequence[Outcome], drivers: Sequence[str]) -> None:
    ladder = ratings(outcomes, drivers)
    head("Bot", "rating (95 %)", *(f"against `{one.driver}` %" for one in ladder))
    for one in ladder:
        against = [wins(outcomes, one.driver, other.driver) for other in ladder]
        row(f"`{one.driver}`", f"{one.rating:.1f} ({one.low:.1f}–{one.high:.1f})", *against)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--drivers", default=",".join(BOTS))
    parser.add_argument("--deals", type=int, default=4, help="deals of the cards for each cell, two races each")
    parser.add_argument("--seed", default="7")
    parser.add_argument("--tracks", default=",".join(all_tracks()))
    parser.add_argument("--rules", default=",".join(RULESETS), help="the rule sets, with commas")
    parser.add_argument("--keep", type=Path, help="a file that keeps the races")
    parser.add_argument("--jobs", type=int, default=PROCESSES, help="processes that race side by side")
    given = parser.parse_args()
    at_least_one(deals=given.deals, jobs=given.jobs)
    drivers, rulesets = given.drivers.split(","), given.rules.split(",")
    wanted = pairings(drivers, given.tracks.split(","), rulesets, given.deals, chosen_seed(given.seed))
    outcomes = list(driven(wanted, given.keep, given.jobs))
    for rules in rulesets:
        print(f"\n{rules}: {2 * len(wanted) // len(rulesets)} races\n")
        table([one for one in outcomes if one.pairing.rules == rules], drivers)


if __name__ == "__main__":
    main()

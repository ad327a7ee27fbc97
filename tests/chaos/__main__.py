"""Kills and other faults in runs, until so many kills are summed up:

python -m tests.chaos [--kills 1000] [--seed 20261119] [--sums build/chaos.jsonl] [--on sqlite,services] [--share 50]

Each run has a seed made of `--seed` and its number, and leaves a line in the file of sums. Who stops it and starts it
again with the same file goes on where it stood. It ends with 1 if anything was wrong in any of them.
"""

import argparse
import signal
import sys
import time
from pathlib import Path

import msgspec

from tests.chaos.run import GOES_ON, Report, run

EVERY = ("hold", "drop", "redis", "redis_hangs", "postgres", "postgres_crash")
"""What comes in each run, besides kills; the first two on SQLite, too."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", default=time.strftime("%Y%m%d"))
    parser.add_argument("--sums", type=Path, default=Path("build/chaos.jsonl"))
    parser.add_argument("--on", default="sqlite,services")
    parser.add_argument("--races", type=int, default=50)
    parser.add_argument("--share", type=int, default=50, help="kills in one run")
    given = parser.parse_args()
    for end in (signal.SIGINT, signal.SIGTERM):  # whatever is running is ended, and the run is not counted
        signal.signal(end, signal.default_int_handler)
    given.sums.parent.mkdir(parents=True, exist_ok=True)
    places = given.on.split(",")
    while True:
        done = read(given.sums)
        if (killed := sum(one.kills for one in done)) >= given.kills:
            break
        number = len(done)
        services = places[number % len(places)] == "services"
        report = run(
            f"{given.seed}-{number}",
            services=services,
            kills=min(given.share, given.kills - killed),
            races=given.races,
            others=("redis", "redis_hangs", "postgres", "postgres_crash", "hold", "drop")
            if services
            else ("hold", "drop"),
        )
        with given.sums.open("ab") as sums:
            sums.write(msgspec.json.encode(report) + b"\n")
        print(line(report), flush=True)
    return summary(done)


def read(sums: Path) -> list[Report]:
    if not sums.exists():
        return []
    return [msgspec.json.decode(text, type=Report) for text in sums.read_bytes().splitlines()]


def line(report: Report) -> str:
    back = sorted(report.back) or [0.0]
    on = "PostgreSQL, Redis" if report.services else "SQLite"
    return (
        f"{report.seed} on {on}: {report.kills} kills, {sum(report.faults.values())} faults, "
        f"{report.acknowledged} acknowledged of {report.sent} sent, {report.checks} checks, "
        f"{report.ended} races ended; going on after {back[len(back) // 2]} s, {back[-1]} s at most; "
        f"{report.seconds:.0f} s; " + (f"WRONG: {report.wrong}" if report.wrong else "nothing wrong")
    )


def summary(done: list[Report]) -> int:
    back = sorted(seconds for one in done for seconds in one.back)
    late = sum(seconds > GOES_ON for seconds in back)
    wrong = sum(len(one.wrong) for one in done)
    print(
        f"{len(done)} runs: {sum(one.kills for one in done)} kills, {sum(one.acknowledged for one in done)} "
        f"acknowledgements, {sum(one.checks for one in done)} checks, {wrong} wrong. Races went on after "
        f"{back[len(back) // 2]} s (half), {back[int(0.99 * len(back))]} s (99 of 100), {back[-1]} s (the longest); "
        f"{late} of {len(back)} took longer than {GOES_ON:.0f} s."
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

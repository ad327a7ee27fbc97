"""The table of docs/LEGENDS.md: one Legend of each level against one cautious bot, on every track.

python -m tests.load.legend_table [--races 1000] [--seed 7] [--tracks usa,italia]
"""

import argparse

from engine.heat import all_tracks
from tests.load.figures import command, figures, head, row, share

LEVELS = ("easy", "medium", "hard")
WANTED = {"easy": (0.0, 0.35), "medium": (0.45, 0.55), "hard": (0.65, 1.0)}
"""The shares of wins that a level is meant for."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--races", type=int, default=1000)
    parser.add_argument("--seed", default="7")
    parser.add_argument("--tracks", default=",".join(all_tracks()))
    given = parser.parse_args()
    met = dict.fromkeys(LEVELS, 0)
    upside_down = []
    spins = 0.0
    head("Track", *(f"{level.capitalize()} %" for level in LEVELS))
    for track in given.tracks.split(","):
        seats = []
        for level in LEVELS:
            drivers = f"cautious,legend:{level}"
            found = figures(track=track, drivers=drivers, rules="standard", races=given.races, seed=given.seed)
            seats.append(found["drivers"][1])
            spins += found["drivers"][0]["spin_outs_per_race"] * given.races
            low, high = WANTED[level]
            met[level] += low <= seats[-1]["win_share"] <= high
        shares = [seat["win_share"] for seat in seats]
        if shares != sorted(set(shares)):
            upside_down.append(track)
        row(all_tracks()[track].name, *map(share, seats))
    print("\nAs wanted: " + ", ".join(f"{level} on {count}" for level, count in met.items()))
    print("Upside down: " + (", ".join(upside_down) or "nowhere"))
    print(f"Spin-outs of the cautious bot: {spins:.0f}")
    example = command(
        track="TRACK", drivers="cautious,legend:LEVEL", rules="standard", races=given.races, seed=given.seed
    )
    print("Each figure: " + " ".join(example))


if __name__ == "__main__":
    main()

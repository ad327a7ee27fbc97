"""Draw the circuits that come with the game: `python -m races.art.make`.

Their pictures are kept with the fixtures, so that nobody waits for them at the first start. A test fails if they are
older than the circuits or the code that draws them.
"""

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from engine.heat.tracks import all_tracks
from races.art.drawing import Art, draw, encode, encode_all

FIXTURE = Path(__file__).parent.parent.parent / "fixtures" / "track_art.json"


def draw_by_id(track_id: str) -> Art:
    return draw(all_tracks()[track_id])


def main() -> None:
    os.nice(10)  # the machine may have a race to run
    began = time.monotonic()
    ids = list(all_tracks())
    with ProcessPoolExecutor(max_workers=2) as pool:
        arts = dict(zip(ids, pool.map(draw_by_id, ids), strict=True))
    for track_id, art in arts.items():
        health = art.health
        sys.stdout.write(
            f"{track_id:12} {len(encode(art)) / 1024:4.0f} KB, radius {health.radius}, stretch {health.stretch}, "
            f"worst sign {health.sign_cost}\n"
        )
    FIXTURE.write_bytes(encode_all(arts))
    sys.stdout.write(f"{FIXTURE.name}: {FIXTURE.stat().st_size / 1024:.0f} KB in {time.monotonic() - began:.0f} s\n")


if __name__ == "__main__":
    main()

"""Whether the camera has in view what is played, on five sizes of screen, looked at every 250 ms.

python -m tests.load.in_view [--rounds 99] [--track gb] [--cars 8] [--to FOLDER]

A race between bots is recorded as the page of one driver is sent it (on 1920 × 1080 as a television is) and played at
the usual speed. At each look every car that is played must be on the stage, with the places where it starts and lands,
and the sign of the corner that it pays at, from the moment on in which a beat begins until its time is over. With --to
each look is a picture.
"""

import argparse
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser

from tests.browser import chromium
from tests.load.figures import head, row
from tests.load.reel import VISITOR, Reel
from tests.tables import tables

SIZES = ("1440x900", "1024x768", "768x1024", "390x844", "1920x1080")
TELEVISION = "1920x1080"
EVERY = 250
"""Milliseconds."""
LISTEN = """() => {
  const over = { steps: [], until: 0 };
  window.film = over;
  document.addEventListener("heat:beat", ({ detail: { steps, ms } }) => {
    window.film = { steps, until: performance.now() + ms };
  });
  document.addEventListener("heat:played", () => { window.film = over; });
}"""

LOOK = """async () => {
  const { carOf, standing } = await import("/static/js/heat/cars.js");
  const stage = document.querySelector("#stage").getBoundingClientRect();
  const sheet = document.querySelector("#board").getScreenCTM();
  const inside = (x, y) => x >= stage.left && x <= stage.right && y >= stage.top && y <= stage.bottom;
  const missing = [];
  let seen = 0;
  const check = (what, x, y) => {
    seen += 1;
    if (!inside(x, y)) missing.push(what);
  };
  const middle = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const place = (at) => {
    const { x, y } = new DOMPoint(...standing(at).slice(0, 2)).matrixTransform(sheet);
    return [x, y];
  };
  const { steps, until } = window.film;
  for (const step of performance.now() < until ? steps : []) {
    const car = step.seat === undefined ? null : carOf(step.seat);
    if (car) check(`car ${step.seat}`, ...middle(car.getBoundingClientRect()));
    if (step.path) {
      check(`start of ${step.seat}`, ...place(step.path[0]));
      check(`landing of ${step.seat}`, ...place(step.path.at(-1)));
    }
    const sign = step.line !== undefined && document.querySelector(`#signs .sign[data-line="${step.line}"] .head`);
    if (sign) check(`sign at ${step.line}`, ...middle(sign.getBoundingClientRect()));
  }
  return { seen, missing };
}"""


def watch(browser: Browser, reel: Reel, size: str, folder: Path | None) -> dict[str, Any]:
    """Play the race on a screen of this size, and what was seen."""
    from tests.gallery.studio import Sitter

    sitter = Sitter(browser, VISITOR)
    sitter.context.add_init_script("localStorage.setItem('playback-speed', 'normal')")
    sitter.extra[reel.address] = lambda: reel.html
    sitter.extra[f"{reel.address}ahead/"] = str  # the race itself is over, and says no more of plans
    page = sitter.page
    page.emulate_media(reduced_motion="no-preference")
    sitter.go(reel.address, size)
    page.evaluate(LISTEN)
    looks, things = 0, 0
    faults: list[str] = []
    for number, message in enumerate(reel.messages):
        sitter.hear(message)
        page.wait_for_timeout(60)
        while page.evaluate("() => document.body.classList.contains('playing')"):
            found = page.evaluate(LOOK)
            looks += found["seen"] > 0
            things += found["seen"]
            if found["missing"]:
                faults.append(f"{size}, message {number}, look {looks}: {', '.join(found['missing'])}")
            if folder is not None:
                page.screenshot(path=folder / f"{size}-{number:03}-{looks:05}.png")
            page.wait_for_timeout(EVERY)
    faults += sitter.faults
    sitter.close()
    return {"looks": looks, "things": things, "faults": faults}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=99)
    parser.add_argument("--track", default="gb")
    parser.add_argument("--cars", type=int, default=8)
    parser.add_argument("--size", choices=SIZES, help="one size only")
    parser.add_argument("--to", type=Path, help="a folder for pictures")
    given = parser.parse_args()
    if given.to:
        given.to.mkdir(parents=True, exist_ok=True)
    sizes = [given.size] if given.size else list(SIZES)
    wrong: list[str] = []
    with tables():
        reels = {
            seat: Reel(given.rounds, track=given.track, cars=given.cars, seat=seat)
            for seat in {None if size == TELEVISION else 0 for size in sizes}
        }
        with chromium() as browser:
            head("screen", "looks", "things looked for", "out of view")
            for size in sizes:
                found = watch(browser, reels[None if size == TELEVISION else 0], size, given.to)
                wrong += found["faults"]
                row(size, found["looks"], found["things"], len(found["faults"]))
                if not found["looks"]:
                    wrong.append(f"{size}: nothing was played")
    print("\n" + ("\n".join(wrong) or "Everything that was played was in view."))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

"""How smoothly a race page moves on a slow machine, beside a blank page on which one car drives.

python -m tests.load.smooth [--throttle 4] [--rounds 2] [--track gb] [--cars 8] [--size 1440x900]

The rounds of a race between bots are recorded as the page of one driver is sent them, and played to it in a browser
whose CPU is slowed down; the next message comes when the page has played the last one. Frames are counted, and long
tasks taken from the browser. The blank page is measured in the same run, before and after.
"""

import argparse
import sys
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from tests.browser import chromium
from tests.load.figures import head, row
from tests.load.reel import VISITOR, Reel
from tests.tables import tables

FRAMES, TASKS = 0.75, 3.0
"""What must be reached: the share of the blank page's frames, and how many times its longest task."""
SHORTEST = 50.0
"""Milliseconds: browsers call no shorter task long."""
THINK = 250
"""Milliseconds after playback until the next message, in which the driver looks at the page."""
BLANK_FOR = 6000

METER = """() => {
  const meter = (window.meter = { frames: [], tasks: [] });
  const step = (now) => { meter.frames.push(now); requestAnimationFrame(step); };
  requestAnimationFrame(step);
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) meter.tasks.push([task.startTime, task.duration]);
  }).observe({ type: "longtask" });
}"""
BLANK = """<!doctype html><title>One car</title><body><svg viewBox="0 0 1200 600" width="1200" height="600">
<g id="car"><rect x="-29" y="-13" width="58" height="27" rx="8" fill="#d62f27"/></g></svg>"""
DRIVE = """() => document.querySelector("#car").animate(
  [{ transform: "translate(60px, 60px)" }, { transform: "translate(1100px, 500px) rotate(90deg)" }],
  { duration: 1000, iterations: Infinity, direction: "alternate" })"""


class Figures(NamedTuple):
    """What a page reached."""

    frames: float
    """A second."""
    longest: float
    """Milliseconds."""
    long: int
    """How many tasks were long."""


def slow_down(page: Page, rate: float) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})


def read(page: Page) -> Figures:
    meter: dict[str, Any] = page.evaluate("() => window.meter")
    frames, tasks = meter["frames"], [duration for _, duration in meter["tasks"]]
    seconds = (frames[-1] - frames[0]) / 1000
    return Figures((len(frames) - 1) / seconds, max(tasks, default=0), len(tasks))


def blank(browser: Browser, size: tuple[int, int], rate: float) -> Figures:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    page.set_content(BLANK)
    slow_down(page, rate)
    page.evaluate(DRIVE)
    page.evaluate(METER)
    page.wait_for_timeout(BLANK_FOR)
    figures = read(page)
    page.close()
    return figures


def played(browser: Browser, reel: Reel, size: str, rate: float) -> Figures:
    from tests.gallery.studio import Sitter

    sitter = Sitter(browser, VISITOR)
    sitter.extra[reel.address] = lambda: reel.html
    page = sitter.page
    page.emulate_media(reduced_motion="no-preference")
    sitter.go(reel.address, size)
    page.wait_for_timeout(1000)
    slow_down(page, rate)
    page.evaluate(METER)
    for message in reel.messages:
        sitter.hear(message)
        page.wait_for_timeout(THINK / 5)
        if page.evaluate("() => document.body.classList.contains('playing')"):
            page.wait_for_function("() => !document.body.classList.contains('playing')", timeout=120_000)
            page.wait_for_timeout(THINK)
    figures = read(page)
    faults = sitter.faults
    sitter.close()
    assert not faults, faults
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--throttle", type=float, default=4)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--track", default="gb")
    parser.add_argument("--cars", type=int, default=8)
    parser.add_argument("--size", default="1440x900")
    given = parser.parse_args()
    wide, high = map(int, given.size.split("x"))
    with tables():
        reel = Reel(given.rounds, track=given.track, cars=given.cars)
        with chromium() as browser:
            first = blank(browser, (wide, high), given.throttle)
            race = played(browser, reel, given.size, given.throttle)
            last = blank(browser, (wide, high), given.throttle)
    frames = (first.frames + last.frames) / 2
    most = TASKS * max(first.longest, last.longest, SHORTEST)
    head(f"{given.track}, {given.cars} cars, CPU / {given.throttle:g}", "frames/s", "longest ms", "long tasks")
    for name, one in (("one car, before", first), ("the race", race), ("one car, after", last)):
        row(name, f"{one.frames:.1f}", f"{one.longest:.0f}", one.long)
    share = race.frames / frames
    print(f"\nFrames: {share:.2f} of the blank page's, wanted {FRAMES}. Longest task: wanted at most {most:.0f} ms.")
    return int(share < FRAMES or race.longest > most)


if __name__ == "__main__":
    sys.exit(main())

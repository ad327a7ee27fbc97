"""Pages for tests of the playback. Their time is the tests' own: it goes on when a test says so, for timers as for the
motion of cars.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

ROOT = Path(__file__).parents[4]
LENGTH = 20
LANES = {lane: [[30 * n, 100 + 32 * lane, 0] for n in range(2 * LENGTH)] for lane in (1, 2)}
"""A straight road: space n has its middle at 60 n + 30."""

HTML = """<!doctype html><title>Race</title><link rel="icon" id="favicon" href="a.svg" data-turn="b.svg">
<body><div data-my-turn="Your move"></div>
<label><input type="radio" name="playback-speed" value="fast">Fast</label>
<label><input type="radio" name="playback-speed" value="normal">Normal</label>
<button data-sound-toggle aria-pressed="false">Sound</button><button data-notify-toggle hidden>Notify</button>
<main id="race">%(cars)s
<ol id="standings"><li id="standings-0" data-seat="0">4th gear</li><li id="standings-1" data-seat="1">Bo</li></ol>
<ol id="ribbon">%(ribbon)s</ol>
<div id="stage"><div id="playback" data-longest="6" data-names='["Ada", "Bo"]' hidden>
<ol class="calls"></ol><p aria-live="polite"></p><span class="count"></span><button data-skip>Skip</button></div></div>
<section id="cockpit"><form><p id="cockpit-say"></p><button>Shift</button></form></section>
<heat-steps id="steps" hidden data-at="3" data-steps='[{"look":"drive","say":"old","seat":0,"path":[[1,1],[2,1]]}]'>
</heat-steps></main>
<script type="application/json" id="lanes">%(lanes)s</script>
<script type="module">
import { rememberShown } from "/static/js/heat/held.js";
import { rememberCars } from "/static/js/heat/cars.js";
import { playNews } from "/static/js/heat/play.js";
import "/static/js/heat/broadcast.js";
import { callDriver } from "/static/js/notify.js";
import { onUpdate } from "/static/js/update.js";
onUpdate({ before: [rememberShown, rememberCars], after: [playNews, callDriver] });
</script>"""


STEP = 50
"""Milliseconds of the page's time by which it goes on while something is waited for."""
LONGEST = 60_000
"""Milliseconds of the page's time after which what is waited for will not come."""

MOTION = """(() => {
    const animate = Element.prototype.animate;
    const seen = new Map();  // an animation -> the moment up to which it has been moved
    Element.prototype.animate = function (...given) {
        const animation = animate.apply(this, given);
        animation.pause();
        seen.set(animation, performance.now());
        return animation;
    };
    window.moveOn = () => {
        const now = performance.now();
        for (const animation of document.getAnimations()) {
            animation.currentTime += now - (seen.get(animation) ?? now);
            seen.set(animation, now);
        }
    };
})()"""
"""Cars move with the clock of the page, which the tests stop; animations would go by that of the machine."""


def cars(*places: tuple[int, int] | None) -> str:
    """The layer of cars as the server draws it; None is one that is off the track."""
    drawn = "".join(
        f'<g class="car" data-seat="{seat}" transform="translate({LANES[lane][2 * space + 1][0]} '
        f'{LANES[lane][2 * space + 1][1]}) rotate(0)"><rect x="-29" y="-13" width="58" height="27"/></g>'
        for seat, (space, lane) in ((seat, place) for seat, place in enumerate(places) if place)
    )
    return f'<svg id="cars" viewBox="0 0 1200 300">{drawn}</svg>'


def ribbon(now: int) -> str:
    """The rows of the nine phases."""
    looks = ["past" if number < now else "now" if number == now else "next" for number in range(1, 10)]
    return "".join(
        f'<li id="ribbon-{place}" class="{look}"><svg class="fig"></svg><span>{place + 1}</span></li>'
        for place, look in enumerate(looks)
    )


Opened = Callable[..., Page]


def update(page: Page, seq: int, steps: list[dict[str, Any]], *places: tuple[int, int] | None, form: str = "") -> None:
    """What htmx does with a message: whole elements are swapped, then it says so. `form` is a new question of mine."""
    page.evaluate(
        """([seq, steps, cars, form, ribbon]) => {
            const race = document.querySelector("#race");
            const said = (what) => race.dispatchEvent(new CustomEvent(what, {bubbles: true}));
            said("htmx:wsBeforeMessage");
            document.querySelector("#standings-0").outerHTML = `<li id="standings-0" data-seat="0">at ${seq}</li>`;
            document.querySelector("#ribbon").outerHTML = `<ol id="ribbon">${ribbon}</ol>`;
            document.querySelector("#cars").outerHTML = cars;
            const element = document.createElement("heat-steps");
            Object.assign(element, {id: "steps", hidden: true});
            Object.assign(element.dataset, {at: seq, steps: JSON.stringify(steps)});
            document.querySelector("#steps").replaceWith(element);
            if (form) {
                document.querySelector("#cockpit").outerHTML = `<section id="cockpit" data-asked="true">
                    <form id="${form}"><p id="cockpit-say" tabindex="-1">Play</p><button>Play</button></form>
                    </section>`;
            }
            said("htmx:wsAfterMessage");
        }""",
        [seq, [whole(step, f"{seq} {n}") for n, step in enumerate(steps)], cars(*places), form, ribbon(5)],
    )


def whole(step: dict[str, Any], beat: str) -> dict[str, Any]:
    """A step with its times, and where it names no beat, one of its own."""
    times = {"ms": 1000, "drive": [300, 500]} if "path" in step else {"ms": 900}
    return {"beat": beat, **times, **step}


def drive(seat: int, start: int, end: int, lane: int = 1, **more: Any) -> dict[str, Any]:
    return {"look": "drive", "say": f"Car {seat}", "seat": seat, "path": [[start, lane], [end, lane]], **more}


def where(page: Page, seat: int) -> int:
    """The x at which a car is seen."""
    seen = "seat => new DOMMatrix(getComputedStyle(document.querySelector(`[data-seat='${seat}']`)).transform).e"
    return round(float(page.evaluate(seen, seat)))


def x(space: int) -> int:
    return 60 * space + 30


def go_on(page: Page, milliseconds: int = STEP) -> None:
    """Let the time of the page pass."""
    page.clock.run_for(milliseconds)
    page.evaluate("moveOn()")


def go_on_until(page: Page, holds: str) -> None:
    """Let the time of the page pass until something holds there."""
    for _ in range(LONGEST // STEP):
        if page.evaluate(holds):
            return
        go_on(page)
    raise AssertionError(f"this never holds: {holds}")


def finish(page: Page) -> None:
    go_on_until(page, "() => !document.body.classList.contains('playing')")


def at_rest(page: Page, *spaces: int) -> None:
    """The cars are where the server drew them, and nothing holds or moves them."""
    assert [where(page, seat) for seat in range(len(spaces))] == [x(space) for space in spaces]
    assert page.evaluate("document.getAnimations().length") == 0
    assert page.evaluate("[...document.querySelectorAll('.car')].every(car => !car.style.transform)")
    assert page.locator("#cars .mark, #calls > *").count() == 0
    assert page.locator("#playback").is_hidden()
    assert page.locator("[data-copy]").count() == 0
    assert page.locator("#standings, #ribbon").filter(visible=True).count() == 2
    assert not is_covered(page)


def is_covered(page: Page) -> bool:
    """Whether my form cannot be used yet."""
    covered: bool = page.evaluate("Boolean(document.querySelector('#cockpit form button').inert)")
    visible = "part => part.checkVisibility({opacityProperty: true})"
    assert covered != page.locator("#cockpit form button").evaluate(visible)
    assert (
        page.locator("#cockpit[style], #cockpit [style]").count() == 0
    )  # htmx would carry it over, against the policy
    return covered
